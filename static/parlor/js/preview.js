// What a move would do, shown before it is made: asks the server about the move that is pointed at and shows the lines it answers.

import { say } from "./texts.js";

const REST = 140; // the pointer must rest so long: who only passes asks nothing

/** @typedef {import("./rules.js").Move} Move */

/** A note that hangs from the turn bar. */
export class Preview {
  /**
   * @param {Element|null} bar where the note hangs
   * @param {(move: Move) => string|null} ask sends the question; its id, or null while there is no connection
   */
  constructor(bar, ask) {
    this.ask = ask;
    this.wanted = "";
    this.timer = 0;
    /** @type {Map<string, string>} question's id -> move */
    this.asked = new Map();
    /** @type {Map<string, any>} move -> answer, as long as the table stays as it is */
    this.known = new Map();
    this.note = document.createElement("div");
    this.note.className = "turnbar-preview";
    this.note.dataset.own = "";
    this.note.setAttribute("role", "status");
    this.note.hidden = true;
    bar?.append(this.note);
  }

  /** Show what this move would do; null hides the note. @param {Move|null} move */
  of(move) {
    const key = move ? JSON.stringify(move) : "";
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.timer);
    if (!move || this.known.has(key)) return this.#show();
    this.timer = window.setTimeout(() => {
      const id = this.ask(move);
      if (id) this.asked.set(id, key);
    }, REST);
  }

  /** The table has changed: nothing that was told holds any more. */
  forget() {
    clearTimeout(this.timer);
    this.asked.clear();
    this.known.clear();
    this.wanted = "";
    this.#show();
  }

  /** Take an answer, a refusal too. @param {any} reply @returns {boolean} whether it was for a question of ours */
  answer(reply) {
    const key = this.asked.get(reply.id);
    if (reply.type !== "preview" && key === undefined) return false;
    this.asked.delete(reply.id);
    if (key !== undefined && reply.type === "preview") this.known.set(key, reply);
    this.#show();
    return true;
  }

  #show() {
    const told = this.known.get(this.wanted);
    const plain = told && Object.keys(JSON.parse(this.wanted)).length < 3 && told.lines.length < 2; // what is said is what is done
    const lines = !told || plain ? [] : [...told.lines, ...(told.open ? [say("unseen")] : [])];
    this.note.hidden = !lines.length;
    if (!lines.length) return;
    const head = document.createElement("b");
    head.textContent = say("would");
    const list = document.createElement("ul");
    list.append(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    this.note.replaceChildren(head, list);
  }
}
