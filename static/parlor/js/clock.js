// The clocks of a table: what each seat has left, counted on by the server's time between its messages.

import { say } from "./texts.js";

/** @typedef {{seat: number, bank: number, due: number|null, running: boolean, reminded?: boolean}} SeatClock */
/** @typedef {{now: number, paused: boolean, seats: SeatClock[]}} Clocks as the server sends them, in milliseconds */

const URGENT = 10_000;
const TICK = 200;
const JUMP = 2_000;

/**
 * A time as it is shown: "1 d 3 h", "5 h 20 min", "1:05"; "0:00" when nothing is left.
 * @param {number} ms
 * @returns {string}
 */
export function spoken(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return say("days", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours) return say("hours", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Shows the clocks: every seat's in `[data-clock]`, one's own or that of whoever is asked in `#clock`. */
export class Clock {
  /**
   * @param {number|null} me one's own seat
   * @param {() => void} onLittle called once for each time of one's own that runs low
   * @param {() => number} now milliseconds of Unix time by this machine's clock
   */
  constructor(me, onLittle, now = () => Date.now()) {
    this.me = me;
    this.onLittle = onLittle;
    this.now = now;
    /** @type {Clocks|null} */
    this.clocks = null;
    /** How far the server's time is ahead of this machine's: a late message tells too little, so the most counts. */
    this.offset = -Infinity;
    this.warned = 0;
    this.timer = 0;
  }

  /** @param {Clocks|null} clocks what the newest message says; null where there is no clock */
  set(clocks) {
    this.clocks = clocks;
    clearInterval(this.timer);
    if (clocks) {
      const ahead = clocks.now - this.now();
      if (ahead > this.offset || this.offset - ahead > JUMP) this.offset = ahead;
      const own = clocks.seats.find(({ seat }) => seat === this.me);
      if (own?.running && own.reminded && own.due !== this.warned) {
        this.warned = own.due ?? 0;
        this.onLittle();
      }
      if (clocks.seats.some(({ running }) => running)) this.timer = window.setInterval(() => this.draw(), TICK);
    }
    this.draw();
  }

  /** Milliseconds that a seat has left now. @param {SeatClock} clock @returns {number} */
  left({ due, bank, running }) {
    return running && due !== null ? due - (this.now() + this.offset) : bank;
  }

  draw() {
    const seats = this.clocks?.seats ?? [];
    for (const clock of seats) this.put(document.getElementById(`clock-${clock.seat}`), clock);
    const main = seats.find(({ seat, running }) => seat === this.me && running) ?? seats.find(({ running }) => running) ?? seats.find(({ seat }) => seat === this.me);
    this.put(document.getElementById("clock"), main);
  }

  /** @param {HTMLElement|null} el @param {SeatClock|undefined} clock */
  put(el, clock) {
    if (!el) return;
    const left = clock ? this.left(clock) : 0;
    const text = clock ? spoken(left) : "";
    if (el.textContent !== text) el.textContent = text;
    el.classList.toggle("is-urgent", Boolean(clock?.running) && left <= URGENT);
    el.classList.toggle("is-running", Boolean(clock?.running));
    el.classList.toggle("is-paused", Boolean(this.clocks?.paused));
  }
}
