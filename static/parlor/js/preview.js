// What a move would do, shown before it is made: asks the server about the move that is pointed at and shows the lines it answers.

import { say } from "./texts.js";

const REST = 140; // the pointer must rest so long: who only passes asks nothing

/** @typedef {import("./rules.js").Move} Move */

/** Questions about what a move would do: asked once it rests, remembered as long as the table stays as it is. */
export class Questions {
  /**
   * @param {(move: Move) => string|null} ask sends the question; its id, or null while there is no connection
   * @param {(told: any, move: Move|null) => void} show the answer about the move that is meant now; undefined while there is none.
   *   Where the server refuses the move, it is `{refused: true, lines: [why]}`
   */
  constructor(ask, show) {
    this.ask = ask;
    this.show = show;
    this.wanted = "";
    this.timer = 0;
    /** @type {Map<string, string>} question's id -> move */
    this.asked = new Map();
    /** @type {Map<string, any>} move -> answer */
    this.known = new Map();
  }

  /** Ask what this move would do; null means none. @param {Move|null} move */
  of(move) {
    const key = move ? JSON.stringify(move) : "";
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (!move || this.known.has(key)) return this.#tell();
    this.timer = window.setTimeout(() => {
      const id = this.ask(move);
      if (id) this.asked.set(id, key);
    }, REST);
  }

  /** Whether the answer is still to come. */
  get open() {
    return this.wanted !== "" && !this.known.has(this.wanted);
  }

  /** The table has changed: nothing that was told holds any more. */
  forget() {
    clearTimeout(this.timer);
    this.asked.clear();
    this.known.clear();
    this.wanted = "";
    this.#tell();
  }

  /** Take an answer, a refusal too. @param {any} reply @returns {boolean} whether it was for a question of ours */
  answer(reply) {
    const key = this.asked.get(reply.id);
    if (key === undefined) return false;
    this.asked.delete(reply.id);
    if (reply.type === "preview") this.known.set(key, reply);
    else if (reply.reason === "illegal") this.known.set(key, { refused: true, lines: [reply.detail] });
    this.#tell();
    return true;
  }

  #tell() {
    this.show(this.known.get(this.wanted), this.wanted ? JSON.parse(this.wanted) : null);
  }
}

/** A note that hangs from the turn bar. */
export class Preview {
  /**
   * @param {Element|null} bar where the note hangs
   * @param {(move: Move) => string|null} ask
   */
  constructor(bar, ask) {
    this.questions = new Questions(ask, (told, move) => this.#show(told, move));
    this.note = document.createElement("div");
    this.note.className = "turnbar-preview";
    this.note.dataset.own = "";
    this.note.setAttribute("role", "status");
    this.note.hidden = true;
    bar?.append(this.note);
  }

  /** Show what this move would do; null hides the note. @param {Move|null} move */
  of(move) {
    this.questions.of(move);
  }

  /** The table has changed. */
  forget() {
    this.questions.forget();
  }

  /** Take an answer. @param {any} reply @returns {boolean} whether it was about a question: late ones are no longer news */
  answer(reply) {
    return this.questions.answer(reply) || reply.type === "preview";
  }

  #show(told, move) {
    const plain = told && Object.keys(move).length < 3 && told.lines.length < 2; // what is said is what is done
    const lines = !told || told.refused || plain ? [] : [...told.lines, ...(told.open ? [say("unseen")] : [])];
    this.note.hidden = !lines.length;
    if (!lines.length) return;
    const head = document.createElement("b");
    head.textContent = say("would");
    const list = document.createElement("ul");
    list.append(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    this.note.replaceChildren(head, list);
  }
}
