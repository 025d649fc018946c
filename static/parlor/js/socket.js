// The connection of a table page: versions, gaps, heartbeat, moves sent again after a break, and what a closed socket means.

import { edited } from "./edits.js";

/** What each close code asks for: how to go on, and after how many seconds at least. */
export const CLOSE = {
  1012: { again: true, wait: 0.2 }, // the server restarts
  4008: { again: true, wait: 0 }, // we read too slowly
  4413: { again: true, wait: 0, drop: true }, // a message of ours was too large: never send it again
  4429: { again: true, wait: 5 }, // we sent too much
  4400: { again: false, state: "broken", drop: true },
  4403: { again: false, state: "forbidden", drop: true },
  4404: { again: false, state: "missing", drop: true },
};

const FIRST = 0.5;
const LAST = 10;
const SILENCE = 40_000; // two heartbeats and more
const ANSWER = 10_000; // a move unanswered for so long means a dead connection
const RESYNC = 5_000;
const QUIET = 16_000; // longer than a heartbeat: the machine may have slept
const PROBE = 4_000;

/** A client id, also where the page is not served over https. @returns {string} */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {object} Handlers
 * @property {(message: any) => void} [onState] a whole table
 * @property {(message: any) => void} [onUpdate] the next version
 * @property {(reply: any, sent: any) => void} [onReply] accepted or refused, and the message it answers (if known)
 * @property {(message: any) => void} [onOther] chat, presence, preview
 * @property {(state: "connecting"|"open"|"lost"|"broken"|"forbidden"|"missing", pending: number) => void} [onConnection]
 */

/**
 * @typedef {object} Outside what the link needs of the world, so that a test can give its own
 * @property {(url: string) => WebSocket} connect
 * @property {(act: () => void, ms: number) => any} later
 * @property {(timer: any) => void} never
 * @property {() => number} now
 * @property {() => number} random
 * @property {() => string} id
 */

/** @returns {Outside} */
const world = () => ({
  connect: (url) => new WebSocket(url),
  later: (act, ms) => setTimeout(act, ms),
  never: (timer) => clearTimeout(timer),
  now: Date.now,
  random: Math.random,
  id: newId,
});

/** One table's connection. */
export class Link {
  /** @param {string} url @param {Handlers} handlers @param {Partial<Outside>} [outside] */
  constructor(url, handlers, outside = {}) {
    this.url = url;
    this.handlers = handlers;
    this.out = { ...world(), ...outside };
    /** Version on the page; -1 before the first state. */
    this.have = -1;
    /** The HTML that came last, which edits are for. @type {string|null} */
    this.html = null;
    /** @type {Map<string, any>} sent and not answered, in order */
    this.pending = new Map();
    this.state = "";
    this.tries = 0;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.ready = false; // the first state has come on this socket
    this.timers = {};
    this.heard = 0;
  }

  /** Connect now, unless connected. @returns {void} */
  open() {
    this.#clear("retry");
    if (this.socket) return;
    if (this.state !== "lost") this.#become("connecting");
    this.ready = false;
    const socket = (this.socket = this.out.connect(this.url));
    const mine = (act) => (event) => this.socket === socket && act(event);
    socket.onopen = mine(() => this.#watch());
    socket.onmessage = mine(({ data }) => this.#receive(data));
    socket.onclose = mine(({ code }) => this.#closed(code));
    this.#watch();
  }

  /** The network or the page came back: do not wait for the next try, and see whether an old socket still lives. @returns {void} */
  wake() {
    if (this.ready && this.out.now() - this.heard > QUIET && this.timers.probe === undefined) {
      this.sync();
      this.#set("probe", () => this.#dead(), PROBE);
    }
    if (this.socket || this.state !== "lost") return;
    this.tries = 0;
    this.open();
  }

  /**
   * Send a message that must arrive once: it is kept and sent again, with the same id, until it is answered.
   * @param {{type: string} & Record<string, any>} message
   * @returns {string} its id
   */
  send(message) {
    const full = { ...message, id: this.out.id(), version: this.have };
    this.pending.set(full.id, full);
    this.#put(full);
    if (this.state === "lost") this.#tell();
    return full.id;
  }

  /** Send a message once, now or never. @param {Record<string, any>} message @returns {string|null} its id, null when offline */
  tell(message) {
    if (!this.ready) return null;
    const full = { ...message, id: this.out.id() };
    this.socket.send(JSON.stringify(full));
    return full.id;
  }

  /** Ask for the whole state, once until it comes. @returns {void} */
  sync() {
    if (!this.ready || this.timers.sync !== undefined) return;
    this.socket.send(JSON.stringify({ type: "sync" }));
    this.#set("sync", () => this.sync(), RESYNC);
  }

  #put(message) {
    if (!this.ready) return;
    this.socket.send(JSON.stringify(message));
    if (this.timers.answer === undefined) this.#set("answer", () => this.#dead(), ANSWER);
  }

  #receive(data) {
    this.#watch();
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return this.sync();
    }
    const { type, version } = message;
    if (type === "table") {
      this.#clear("sync");
      this.have = version;
      this.html = message.html ?? null;
      this.tries = 0;
      const first = !this.ready;
      this.ready = true;
      this.handlers.onState?.(message);
      if (first) for (const kept of this.pending.values()) this.#put(kept);
      this.#become("open");
    } else if (type === "update") {
      if (version <= this.have) return;
      if (version !== this.have + 1) return this.sync();
      if (message.edits) message.html = edited(this.html, message.edits);
      if (message.html === null) return this.sync();
      this.have = version;
      if (message.html) this.html = message.html;
      this.handlers.onUpdate?.(message);
    } else if (type === "heartbeat") {
      if (version > this.have) this.sync();
    } else if (type === "accepted" || type === "refused") {
      const sent = this.pending.get(message.id);
      this.pending.delete(message.id);
      this.#clear("answer");
      if (this.pending.size) this.#set("answer", () => this.#dead(), ANSWER);
      this.handlers.onReply?.(message, sent);
      if (type === "refused" && sent && message.reason !== "busy") this.sync();
    } else {
      this.handlers.onOther?.(message);
    }
  }

  #closed(code) {
    this.socket = null;
    this.ready = false;
    for (const name of Object.keys(this.timers)) this.#clear(name);
    const { again, wait = 0, state = "lost", drop = false } = CLOSE[code] ?? { again: true };
    if (drop) {
      for (const sent of this.pending.values()) this.handlers.onReply?.({ type: "refused", id: sent.id, reason: "closed", detail: "" }, sent);
      this.pending.clear();
    }
    this.#become(/** @type {any} */ (state));
    if (!again) return;
    const pause = wait + Math.min(LAST, FIRST * 2 ** this.tries++) * (0.5 + this.out.random() / 2);
    this.#set("retry", () => this.open(), pause * 1000);
  }

  /** The socket is silent: give it up without waiting for its close. */
  #dead() {
    const socket = this.socket;
    if (!socket) return;
    this.#closed(1006);
    socket.close();
  }

  #watch() {
    this.heard = this.out.now();
    this.#clear("probe");
    this.#clear("silence");
    this.#set("silence", () => this.#dead(), SILENCE);
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#tell();
  }

  #tell() {
    this.handlers.onConnection?.(/** @type {any} */ (this.state), this.pending.size);
  }

  #set(name, act, ms) {
    this.timers[name] = this.out.later(() => {
      delete this.timers[name];
      act();
    }, ms);
  }

  #clear(name) {
    if (this.timers[name] === undefined) return;
    this.out.never(this.timers[name]);
    delete this.timers[name];
  }
}
