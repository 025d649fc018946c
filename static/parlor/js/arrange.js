// Arranging: fills the ordered lists of a move by tapping, dragging and typing tiles into rows, and hands over the complete move.
//
// The board says it with attributes alone. data-arrange="Spell" names the kind of move; an element [data-arrange-row="cards"] shows
// the list of that field; the children of [data-arrange-source] are slots that hold one tile each ([data-id][data-letter]), and where
// a key could mean several tiles, sources are searched by their number. A tile with data-arrange-last only ends a row. Buttons have
// data-arrange-act="send|clear|shuffle", and [data-arrange-note] shows what the move would do. A further row of the same field begins
// with the value in its data-arrange-break; a tile's second use is the value in its data-arrange-copy, which a move may hold
// data-arrange-copies times (once). Such rows and copies can be had where the pattern lists their values. Until the player's turn
// comes, rows can be filled as well: nothing is sent, but nothing is lost.

import { initDrag } from "./arrange-drag.js";
import { initKeys } from "./arrange-keys.js";
import { dress, findLimits, findLines, into, mentions, unasked } from "./arrange-page.js";
import { Order, Rows, copyOf, idOf, isCopy } from "./arrange-rows.js";
import { move as fly } from "./motion.js";
import { giveBack, own } from "./own.js";
import { Questions } from "./preview.js";
import { say } from "./texts.js";

/**
 * @typedef {import("./rules.js").Move} Move @typedef {import("./rules.js").Option} Option
 */
/**
 * @typedef {object} Setup
 * @property {Element} root the living part of the page
 * @property {(move: Move) => void} onMove called with the complete move when it is sent
 * @property {() => void} [onChange] something was laid or taken: what was asked about the old move is settled
 * @property {(move: Move) => string|null} [ask] asks the server what a move would do; the id of the question
 */

const TILE = "[data-id][data-letter]";

/** One player's tiles and rows. Call `set` within each change of the page. */
export class Arranger {
  /** @param {Setup} setup */
  constructor(setup) {
    this.setup = setup;
    this.rows = new Rows();
    /** @type {Map<string, Order>} */ this.orders = new Map();
    /** @type {Option|null} */ this.option = null;
    /** @type {number|null|undefined} */ this.seat = undefined;
    /** @type {"off"|"plan"|"play"} off: tiles are for other choices */ this.mode = "off";
    /** @type {import("./arrange-page.js").Line[]} */ this.lines = [];
    /** @type {Map<string, HTMLElement>} what was made here for tiles that are used twice */ this.copies = new Map();
    /** @type {Map<string, HTMLElement>} */ this.tiles = new Map();
    /** @type {Map<string, string>} id -> the source it came from */ this.home = new Map();
    /** @type {WeakSet<Element>} */ this.dressed = new WeakSet();
    this.questions = new Questions(setup.ask ?? (() => null), (told) => this.#note(told));
    this.voice = document.createElement("p");
    this.voice.className = "visually-hidden";
    this.voice.setAttribute("aria-live", "polite");
    document.body.append(this.voice);
    setup.root.addEventListener("click", (event) => this.#click(/** @type {MouseEvent} */ (event)));
    initDrag(this);
    initKeys(this);
  }

  /**
   * Take over a new state: every tile goes where the player had it.
   * @param {{choices?: Option[], seat?: number|null}} state
   * @returns {Option[]} the choices that are left to be chosen in another way
   */
  set({ choices = [], seat = this.seat }) {
    const { root } = this.setup;
    if (seat !== this.seat) this.rows = new Rows(); // another player at the same device
    this.seat = seat;
    const kind = root.querySelector("[data-arrange]")?.getAttribute("data-arrange");
    this.option = (kind && choices.find((one) => one.pattern && one.kind === kind)) || null;
    this.questions.forget();
    this.tiles = new Map([...root.querySelectorAll(`:is([data-arrange-source], [data-arrange-row]) ${TILE}`)].map((el) => [el.getAttribute("data-id"), /** @type {HTMLElement} */ (el)]));
    const otherwise = choices.some((one) => mentions(one, (value) => this.tiles.has(value)));
    this.mode = !kind ? "off" : this.option ? "play" : otherwise ? "off" : "plan";
    this.lines = findLines(root, this.option);
    if (this.mode !== "off") this.rows.limit(findLimits(root, this.tiles, this.lines, this.option));
    this.#lay();
    this.#paint();
    return choices.filter((one) => one !== this.option);
  }

  /** The element that stands for a key. @param {string} key @returns {HTMLElement} */
  el(key) {
    if (!isCopy(key)) return this.tiles.get(key);
    const model = this.tiles.get(idOf(key));
    const el = this.copies.get(key) ?? document.createElement(model.localName);
    this.copies.set(key, el);
    el.className = `${model.getAttribute("class").replace(/\bis-\S+/g, "")} is-copy`.replace(/\s+/g, " ");
    if (el.innerHTML !== model.innerHTML) el.innerHTML = model.innerHTML;
    el.dataset.own = el.dataset.copy = key;
    el.dataset.letter = model.dataset.letter;
    el.dataset.tip = say("arrangeTwice");
    el.setAttribute("aria-label", say("arrangeAgain", { name: model.getAttribute("aria-label") ?? model.dataset.letter }));
    return el;
  }

  /** The key of the tile under an event, if it can be arranged now. @param {Event} event @returns {string|null} */
  keyAt(event) {
    const el = this.mode !== "off" && /** @type {Element} */ (event.target).closest?.("[data-letter]");
    const key = el && (el.getAttribute("data-copy") ?? el.getAttribute("data-id"));
    return key && this.rows.limits.known.includes(idOf(key)) && this.el(key) === el ? key : null;
  }

  /** Put every tile where it belongs. It runs in a change of the page and leaves what is there already. */
  #lay() {
    const placed = this.mode === "off" ? [] : this.rows.placed;
    for (const source of this.setup.root.querySelectorAll("[data-arrange-source]")) {
      const slots = [...source.children];
      const name = source.getAttribute("data-arrange-source");
      if (!this.orders.has(name)) this.orders.set(name, new Order());
      const here = [...this.tiles.keys()].filter((id) => this.home.get(id) === name || source.contains(this.tiles.get(id)));
      for (const id of here) this.home.set(id, name);
      this.orders.get(name).fit(here, slots.length).forEach((id, i) => {
        const slot = slots[i] ?? slots.at(-1);
        if (id !== null && !placed.includes(id)) into(slot, this.tiles.get(id), 0);
      });
    }
    if (this.mode !== "off") for (const { el, name } of this.lines) this.rows.row(name).forEach((key, i) => into(el, this.el(key), i));
    this.#ghosts(placed);
  }

  /** Where a tile lay that may be used twice, its copy is to be had. @param {string[]} placed */
  #ghosts(placed) {
    for (const [key, el] of this.copies) if (!placed.includes(key)) el.remove();
    if (this.mode !== "play") return;
    for (const id of placed.filter((key) => !isCopy(key) && this.rows.canCopy(key))) this.slotOf(id)?.append(this.el(copyOf(id)));
  }

  /** @param {string} id @returns {Element|undefined} */
  slotOf(id) {
    const name = this.home.get(id);
    const source = this.setup.root.querySelector(`[data-arrange-source="${name}"]`);
    return source?.children[this.orders.get(name).slots.indexOf(id)];
  }

  /**
   * Change the rows, let the tiles travel there, and tell what the word is now.
   * @param {() => void} change of `rows` or `orders`
   */
  change(change) {
    fly(this.setup.root, () => {
      change();
      this.#lay();
    });
    this.#paint();
    this.#tell();
    this.setup.onChange?.();
  }

  /** Lay a tile into the row in use, or take it back. @param {string} key */
  toggle(key) {
    if (this.rows.where(key)) this.change(() => this.rows.take(key));
    else this.change(() => this.rows.put(key) || this.#otherRow(key));
  }

  /** Where the row in use is full, any other may do. */
  #otherRow(key) {
    return [...this.rows.rows.keys()].some((name) => this.rows.put(key, name));
  }

  /** @param {string} name */
  useRow(name) {
    if (this.rows.active !== name && this.rows.rows.has(name)) this.change(() => (this.rows.active = name));
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (event.defaultPrevented || this.mode === "off") return;
    const target = /** @type {Element} */ (event.target);
    const key = this.keyAt(event);
    const row = this.lines.find(({ el }) => el.contains(target));
    if (key) {
      event.preventDefault();
      return this.toggle(key);
    }
    if (row) this.useRow(row.name);
    const act = target.closest("[data-arrange-act]")?.getAttribute("data-arrange-act");
    if (act === "send") this.send();
    if (act === "clear") this.change(() => this.rows.clear());
    if (act === "shuffle") this.shuffle();
  }

  /** Mix what is held in the first source that can be mixed. */
  shuffle() {
    const placed = this.rows.placed;
    this.change(() => {
      for (const source of this.setup.root.querySelectorAll("[data-arrange-source][data-arrange-shuffle]")) {
        this.orders.get(source.getAttribute("data-arrange-source"))?.shuffle((id) => !placed.includes(id));
      }
    });
  }

  /** The move as it lies there; null while a list is too short. @returns {Move|null} */
  get move() {
    if (!this.option) return null;
    /** @type {Move} */
    const move = { kind: this.option.kind };
    for (const [field, part] of Object.entries(this.option.pattern)) {
      const lines = this.lines.filter((line) => line.field === field);
      if (!lines.length) {
        move[field] = unasked(part);
        continue;
      }
      const filled = lines.filter(({ name }) => this.rows.row(name).length);
      const value = (key) => (isCopy(key) ? this.tiles.get(idOf(key)).getAttribute("data-arrange-copy") : key);
      move[field] = filled.flatMap(({ name, start }, i) => [...(i && start ? [start] : []), ...this.rows.row(name).map(value)]);
      if (move[field].length < (part.min ?? 0)) return null;
    }
    return this.rows.placed.length ? move : null;
  }

  send() {
    const { move } = this;
    if (move) this.setup.onMove(move);
  }

  /** An answer of the server. @param {any} reply @returns {boolean} whether it was for a question asked here */
  answer(reply) {
    return this.questions.answer(reply);
  }

  /** Classes, names and buttons as they should be. */
  #paint() {
    const on = this.mode !== "off";
    const placed = on ? this.rows.placed : [];
    for (const [id, el] of this.tiles) {
      const open = on && this.rows.limits.known.includes(id);
      el.classList.toggle("is-free", open && !placed.includes(id));
      if (open) dress(el, placed.includes(id));
      else if (el.getAttribute("aria-pressed") !== null && this.dressed.has(el)) giveBack(el);
      if (open) this.dressed.add(el);
      else this.dressed.delete(el);
    }
    for (const [key, el] of this.copies) if (el.isConnected) dress(el, placed.includes(key));
    for (const { el, name } of this.lines) {
      el.classList.toggle("is-active", on && this.lines.length > 1 && name === this.rows.active);
      el.classList.toggle("is-open", this.mode === "play");
    }
    const able = { send: this.move !== null, clear: placed.length > 0, shuffle: this.tiles.size > 1 };
    for (const button of this.setup.root.querySelectorAll("[data-arrange-act]")) {
      own(button, "aria-disabled", String(!able[button.getAttribute("data-arrange-act")]));
    }
    this.questions.of(this.move);
    this.setup.root.querySelector("[data-arrange-note]")?.classList.toggle("is-stale", this.questions.open);
  }

  /** What the word in each row is, for who cannot see it. */
  #tell() {
    const words = [...this.rows.rows].map(([, keys]) => keys.map((key) => this.el(key).dataset.letter).join(" ")).filter(Boolean);
    const text = words.length ? say("arrangeSo", { word: words.join(", "), count: this.rows.placed.length }) : say("arrangeNone");
    if (this.voice.textContent !== text) this.voice.textContent = text;
  }

  /** @param {any} told the answer about the move that lies there, if it is known */
  #note(told) {
    const box = this.setup.root.querySelector("[data-arrange-note]");
    if (!box) return;
    let list = box.querySelector("[data-own]");
    if (!list) {
      list = document.createElement("ul");
      list.setAttribute("data-own", "");
      list.setAttribute("role", "status");
      box.append(list);
    }
    const lines = told?.lines ?? [];
    box.classList.remove("is-stale");
    box.classList.toggle("is-told", lines.length > 0);
    list.classList.toggle("is-refused", Boolean(told?.refused));
    list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }
}
