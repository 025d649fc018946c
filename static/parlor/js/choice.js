// Choosing on the page: lights up what may be chosen, field by field, shows buttons for the rest, and hands over the complete move.

import { moveForm } from "./form.js";
import { giveBack, own } from "./own.js";
import { reveal } from "./reveal.js";
import { END, offer, unpick } from "./rules.js";
import { say } from "./texts.js";

/** @typedef {import("./rules.js").Move} Move @typedef {import("./rules.js").Option} Option */
/** @typedef {{label: string, fields?: (string|{name: string, label?: string})[]}} Kind */

const NATIVE = "button, a[href], input, select, textarea, summary";

/**
 * @typedef {object} Setup
 * @property {Element} root the part of the page whose [data-id] elements may be chosen
 * @property {() => Element|null} box where the buttons go
 * @property {(move: Move) => void} onMove called once with each complete move
 * @property {() => void} [onWithdraw] a sealed choice is taken back
 * @property {(move: Move|null) => void} [onPreview] the move that the pointed-at or focused choice would complete. A finger
 *   points at nothing before it presses: with this, its move of several picks waits for a button
 * @property {boolean} [confirm] every complete move waits until it is confirmed
 */

/** One player's choosing. Call `set` after every change of the page. */
export class Choice {
  /** @param {Setup} setup */
  constructor(setup) {
    this.setup = setup;
    /** @type {Option[]} */ this.options = [];
    /** @type {Record<string, Kind>} */ this.kinds = {};
    /** @type {Record<string, string>} */ this.names = {};
    /** @type {Record<string, string[]>} */ this.orders = {};
    /** @type {Move|null} */ this.chosen = null;
    /** @type {import("./rules.js").Pick[]} */ this.picks = [];
    /** @type {Set<Element>} */ this.lit = new Set();
    this.sent = false;
    this.touch = false;
    /** @type {Move|null} */ this.asked = null; // waits to be confirmed
    this.hint = document.createElement("p");
    this.hint.className = "visually-hidden";
    this.hint.setAttribute("aria-live", "polite");
    document.body.append(this.hint);
    setup.root.addEventListener("click", (event) => this.#click(event));
    setup.root.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !(this.picks.length || this.asked)) return;
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      this.back();
    });
    if (setup.onPreview) {
      for (const type of ["pointerover", "focusin"]) setup.root.addEventListener(type, (event) => this.#preview(event));
      for (const type of ["pointerleave", "focusout"]) setup.root.addEventListener(type, () => setup.onPreview(this.#held()));
    }
  }

  /**
   * Show new choices. Picks stay while they still lead somewhere and were not sent.
   * @param {{choices?: Option[], kinds?: Record<string, Kind>, chosen?: Move|null, names?: Record<string, string>}} state
   */
  set({ choices = [], kinds = {}, chosen = null, names = {} }) {
    this.options = choices;
    this.kinds = kinds;
    this.names = names;
    this.chosen = chosen;
    this.orders = Object.fromEntries(
      Object.entries(kinds).map(([kind, { fields = [] }]) => [kind, fields.map((one) => (typeof one === "string" ? one : one.name))]),
    );
    if (this.sent) this.setup.box()?.querySelectorAll("form").forEach((form) => form.remove());
    if (this.sent || !offer(choices, this.picks, this.orders).alive) this.picks = [];
    this.sent = false;
    if (this.asked && !this.#stands(this.asked)) this.asked = null;
    this.paint();
  }

  /** The move sent last was refused: what needs a "Done" can be mended, the rest starts again. */
  refused() {
    if (!this.sent) return;
    this.sent = false;
    if (typeof this.picks.at(-1) === "object") this.picks.pop();
    if (offer(this.options, this.picks, this.orders).move) this.picks = [];
    this.paint();
  }

  /** Make a move that was put together elsewhere. @param {Move} move */
  make(move) {
    this.#send(move);
  }

  /** What waits to be confirmed is not meant any more. */
  drop() {
    if (!this.asked || this.sent) return;
    this.asked = null;
    this.#repaint();
  }

  /** Take back the last pick. */
  back() {
    if (this.sent) return;
    const complete = offer(this.options, this.picks, this.orders).move;
    if (!this.asked || complete) this.picks.pop(); // what a button asked about was no pick
    this.asked = null;
    this.#repaint();
  }

  /** @param {import("./rules.js").Pick} pick */
  #pick(pick) {
    if (this.sent) return;
    this.asked = null;
    this.picks.push(pick);
    const { move } = offer(this.options, this.picks, this.orders);
    if (move && !this.#held()) this.#send(move);
    else this.#repaint();
  }

  /** The complete move that waits for its button, because a finger made it. */
  #held() {
    if (this.asked && !this.sent) return this.asked;
    const waits = !this.setup.confirm && this.touch && this.setup.onPreview && this.picks.length > 1 && !this.sent;
    return waits ? offer(this.options, this.picks, this.orders).move : null;
  }

  #repaint() {
    this.paint();
    if (this.picks.length) reveal([...this.lit].filter((el) => el.classList.contains("is-choice")));
    this.setup.onPreview?.(this.#held());
  }

  /** Whether the move can still be made. @param {Move} move */
  #stands(move) {
    const now = offer(this.options, this.picks, this.orders);
    return [now.move, ...now.done.map((one) => one.move)].some((one) => one && same(one, move));
  }

  /** @param {Move} move @param {boolean} [sure] */
  #send(move, sure = !this.setup.confirm) {
    if (this.sent) return;
    this.asked = sure ? null : move;
    if (!sure) return this.#repaint();
    this.sent = true;
    this.setup.onPreview?.(null);
    this.paint();
    this.setup.onMove(move);
  }

  /** The chosen id under an event, or null. */
  #hit(event) {
    const el = event.target.closest(".is-choice, .is-chosen");
    if (!el || !this.lit.has(el) || !this.setup.root.contains(el)) return null;
    const inner = event.target.closest(NATIVE);
    return inner && inner !== el && el.contains(inner) ? null : el.getAttribute("data-id");
  }

  /** The buttons of the board for moves without fields: [data-press] names the kind; they are hidden while it cannot be made. */
  #presses() {
    return /** @type {HTMLElement[]} */ ([...this.setup.root.querySelectorAll("[data-press]")]);
  }

  /** What one of them would do. @param {Element|null} el @returns {Move|undefined} */
  #pressed(el) {
    return el && offer(this.options, this.picks, this.orders).done.find(({ kind }) => kind === el.getAttribute("data-press"))?.move;
  }

  #click(event) {
    const press = this.#pressed(event.target.closest("[data-press]"));
    if (press && !event.defaultPrevented) return this.#send(press);
    const id = this.#hit(event);
    if (id === null || event.defaultPrevented) return;
    event.preventDefault();
    this.touch = event.pointerType === "touch";
    this.#toggle(id);
  }

  #key(event) {
    if ((event.key !== "Enter" && event.key !== " ") || event.target.matches(NATIVE) || event.target !== event.target.closest(".is-choice, .is-chosen")) return;
    const id = this.#hit(event);
    if (id === null) return;
    event.preventDefault();
    this.touch = false;
    if (!event.repeat) this.#toggle(id);
  }

  /** @param {string} id */
  #toggle(id) {
    if (this.sent) return;
    if (this.asked && !this.picks.includes(id)) this.back(); // another choice instead
    if (offer(this.options, this.picks, this.orders).next.has(id)) return this.#pick(id);
    if (!this.picks.includes(id)) return;
    this.asked = null;
    this.picks = unpick(this.options, this.picks, id, this.orders);
    this.#repaint();
  }

  #preview(event) {
    const id = this.#hit(event);
    const now = !this.sent && id !== null && offer(this.options, this.picks, this.orders);
    this.setup.onPreview(now && now.next.has(id) ? offer(this.options, [...this.picks, id], this.orders).move : this.#held());
  }

  /** Bring lights and buttons up to date. */
  paint() {
    const now = offer(this.options, this.picks, this.orders);
    const box = this.setup.box();
    const picked = new Set(this.picks.filter((pick) => typeof pick === "string"));
    if (this.chosen && !this.picks.length) {
      for (const [field, value] of Object.entries(this.chosen)) if (field !== "kind") [value].flat().forEach((one) => picked.add(String(one)));
    }
    const lit = new Set();
    const placed = new Set();
    for (const el of this.setup.root.querySelectorAll("[data-id]")) {
      const id = el.getAttribute("data-id");
      const choice = now.next.has(id);
      if ((!choice && !picked.has(id)) || box?.contains(el) || !visible(el)) continue;
      lit.add(el);
      placed.add(id);
      el.classList.toggle("is-choice", choice);
      el.classList.toggle("is-chosen", picked.has(id));
      if (!el.matches(NATIVE)) {
        own(el, "role", "button");
        own(el, "tabindex", "0");
      }
      own(el, "aria-pressed", String(picked.has(id)));
    }
    for (const el of this.lit) {
      if (lit.has(el)) continue;
      el.classList.remove("is-choice", "is-chosen");
      if (el !== document.activeElement) {
        giveBack(el);
        continue;
      }
      own(el, "tabindex", "-1"); // who stands here with the keyboard goes on from here
      giveBack(el, "tabindex");
      el.addEventListener("blur", () => this.lit.has(el) || giveBack(el), { once: true });
    }
    this.lit = lit;
    for (const el of this.#presses()) {
      const move = this.#pressed(el);
      el.hidden = !move;
      own(el, "aria-pressed", String(Boolean(move && this.chosen && same(move, this.chosen))));
    }
    if (this.sent) box?.setAttribute("aria-busy", "true");
    else box?.removeAttribute("aria-busy");
    if (box && !this.sent) this.#buttons(box, now, placed, picked);
    this.#tell(now, placed);
  }

  /** @param {Element} box */
  #buttons(box, now, placed, picked) {
    /** @type {Map<string, () => Element>} */
    const wanted = new Map();
    const button = (key, text, act, pressed) => {
      wanted.set(key, () => {
        const el = /** @type {HTMLButtonElement|null} */ (find(box, key)) ?? document.createElement("button");
        el.type = "button";
        el.textContent = text;
        el.onclick = act;
        el.disabled = false;
        if (pressed === undefined) el.removeAttribute("aria-pressed");
        else el.setAttribute("aria-pressed", String(pressed));
        return el;
      });
    };
    if (this.asked) {
      const asked = this.asked;
      // the second half of a double click on the choice is no yes
      button("confirm", say("confirm"), (event) => event.detail > 1 || this.#send(asked, true));
      button("change", say("change"), () => this.back());
      return this.#place(box, wanted, say("sure", { move: this.#label({ kind: asked.kind, move: asked }, now.done) }));
    }
    for (const [id, { value, field, kinds }] of now.next) {
      if (!placed.has(id)) button(`pick ${id}`, this.#value(value, field, kinds), () => this.#toggle(id), picked.has(id) || undefined);
    }
    for (const id of picked) {
      if (!placed.has(id) && !now.next.has(id) && this.picks.includes(id)) button(`pick ${id}`, this.#value(id, "", []), () => this.#toggle(id), true);
    }
    const there = new Set(this.#presses().filter(visible).map((el) => el.getAttribute("data-press")));
    now.done.forEach((one, i) => {
      if (there.has(one.kind)) return;
      const only = one.confirm && now.done.length === 1;
      const chosen = this.chosen && !this.picks.length && same(this.chosen, one.move);
      button(`done ${i} ${one.kind}`, only ? say("done") : this.#label(one, now.done), () => this.#send(one.move), chosen || undefined);
    });
    if (now.end) button("end", say("next"), () => this.#pick(END));
    for (const one of now.ask) {
      const key = `form ${one.kind} ${one.ask.map(([name]) => name)}`;
      wanted.set(key, () => find(box, key) ?? this.#form(one));
    }
    if (this.picks.length) button("back", say("back"), () => this.back());
    else if (this.chosen && this.setup.onWithdraw) button("withdraw", say("withdraw"), () => this.setup.onWithdraw());
    this.#place(box, wanted, this.#hintText(now, placed, true));
  }

  /** Bring the box to hold just these, made by key, behind a hint. */
  #place(box, wanted, text) {
    const focused = box.contains(document.activeElement) && document.activeElement;
    const els = [...wanted].map(([key, make]) => {
      const el = make();
      /** @type {HTMLElement} */ (el).dataset.key = key;
      return el;
    });
    if (text) {
      const hint = find(box, "hint") ?? document.createElement("span");
      hint.className = "choice-hint";
      hint.setAttribute("aria-hidden", "true");
      hint.textContent = text;
      /** @type {HTMLElement} */ (hint).dataset.key = "hint";
      els.unshift(hint);
    }
    for (const old of [...box.childNodes]) if (!els.includes(/** @type {any} */ (old))) old.remove();
    els.forEach((el, i) => box.children[i] !== el && box.insertBefore(el, box.children[i] ?? null));
    if (focused && !focused.isConnected) {
      const to = /** @type {HTMLElement|undefined} */ (box.querySelector("input, button") ?? [...this.lit][0]);
      to?.focus({ preventScroll: true });
    }
  }

  #form({ kind, ask }) {
    const done = Object.keys(this.kinds).length > 1 ? this.#kind(kind) : say("done");
    return moveForm(ask, (field) => this.#field(kind, field), done, (inputs) => this.#pick({ kind, inputs }));
  }

  /** Say aloud what is asked next, once per change. */
  #tell(now, placed) {
    const text = this.sent ? "" : this.asked ? say("sure", { move: this.#kind(this.asked.kind) }) : this.#hintText(now, placed, false);
    if (this.hint.textContent !== text) this.hint.textContent = text;
  }

  #hintText(now, placed, seen) {
    if (!this.picks.length && this.chosen) return say("sealed");
    if (!now.next.size) return "";
    const first = !this.picks.length;
    const what = [...new Set([...now.next.values()].map(({ field, kinds }) => this.#field([...kinds][0], field)))].join(say("or"));
    if (now.missing > 1 || (now.missing && !first)) return say("more", { count: now.missing, what });
    if (!first) return say("choose", { what });
    return seen ? "" : say("places", { count: [...now.next.keys()].filter((id) => placed.has(id)).length });
  }

  /** The label of a kind, without the places that a complete move would fill. */
  #kind(kind) {
    return (this.kinds[kind]?.label ?? words(kind)).replace(/\s*\{\w+\}/g, "");
  }

  #name(value) {
    return [value ?? "–"].flat().map((one) => this.names[one] ?? words(String(one))).join(", ");
  }

  #field(kind, field) {
    const known = this.kinds[kind]?.fields?.find((one) => typeof one !== "string" && one.name === field);
    return (typeof known === "object" && known.label) || fieldName(field);
  }

  /** The name of a value that has no element. */
  #value(value, field, kinds) {
    const name = this.names[value] ?? (value === true ? say("yes") : value === false ? say("no") : words(String(value)));
    const kind = [...kinds][0];
    const label = (kinds.size === 1 && !this.picks.length && this.kinds[kind]?.label) || "";
    if (field && /^[^{]*\{(\w+)\}[^{]*$/.exec(label)?.[1] === field) return label.replace(`{${field}}`, name);
    return [this.picks.length || kinds.size !== 1 || !kind ? "" : this.#kind(kind), /^(string|object)$/.test(typeof value) || !field ? "" : this.#field(kind, field), name]
      .filter(Boolean).join(": ");
  }

  /** The label of a complete move: what the game says of it, then what else tells it from others of its kind. */
  #label(one, all) {
    const label = this.kinds[one.kind]?.label ?? words(one.kind);
    const twins = all.filter((other) => other !== one && this.#kind(other.kind) === this.#kind(one.kind));
    const fields = Object.keys(one.move).filter(
      (name) => name !== "kind" && !label.includes(`{${name}}`) && twins.some(({ move }) => !same(move[name], one.move[name])),
    );
    const said = label.replace(/\{(\w+)\}/g, (_all, name) => this.#name(one.move[name]));
    return [said, ...fields.map((name) => `${this.#field(one.kind, name)} ${this.#name(one.move[name])}`)].join(": ");
  }
}

const visible = (el) => el.checkVisibility?.({ visibilityProperty: true }) ?? true;
const find = (box, key) => [...box.children].find((el) => /** @type {HTMLElement} */ (el).dataset.key === key) ?? null;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** What a field asks for, where the game has no word of its own. */
const fieldName = (field) => (say(`field-${field}`) === `field-${field}` ? words(field) : say(`field-${field}`));
const words = (text) => text.replace(/[-_]+/g, " ").replace(/^./, (first) => first.toUpperCase());
