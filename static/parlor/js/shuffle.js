// "Check the shuffle": deals again, in this browser, what a finished game was dealt from its seed. Algorithm parlor-1, as
// documented in parlor/engine/chance.py: block i of a stream is SHA-256(seed + name in UTF-8 + a zero byte + i as eight bytes,
// big-endian), eight big-endian words of 32 bits; a draw below n takes the next word w, skips it while
// w >= 2**32 - 2**32 % n, and is w % n; a shuffle exchanges, for i from the last place down to 1, i and a draw below i + 1.

import { say } from "./texts.js";

const WORDS = 2 ** 32;
const KEY = "parlor.digests";
const KEPT = 60;

/**
 * @typedef {{stream: string, kind: "below"|"shuffle", n: number, outcome: any, of?: any[]}} Draw
 * @typedef {{algorithm: string, commitment: string, seed: string, same: boolean, draws: Draw[]}} Dealt
 * @typedef {{good: boolean|null, text: string}} Verdict
 */

/** @param {string} hex @returns {Uint8Array} */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {ArrayBuffer} digest @returns {string} */
const hex = (digest) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {Uint8Array} data @returns {Promise<ArrayBuffer>} */
const sha256 = (data) => crypto.subtle.digest("SHA-256", data);

/** The draws of one seed. */
export class Chance {
  /** @param {Uint8Array} seed */
  constructor(seed) {
    this.seed = seed;
    /** @type {Map<string, {used: number, block: number, words: DataView|null}>} */
    this.streams = new Map();
  }

  /** A number from 0 to n - 1. @param {string} name of the stream @param {number} n @returns {Promise<number>} */
  async below(name, n) {
    const stream = this.streams.get(name) ?? { used: 0, block: -1, words: null };
    this.streams.set(name, stream);
    for (;;) {
      const block = Math.floor(stream.used / 8);
      if (block !== stream.block) {
        const text = new TextEncoder().encode(name);
        const data = new Uint8Array(this.seed.length + text.length + 9);
        data.set(this.seed);
        data.set(text, this.seed.length);
        new DataView(data.buffer).setBigUint64(data.length - 8, BigInt(block));
        stream.words = new DataView(await sha256(data));
        stream.block = block;
      }
      const word = stream.words.getUint32((stream.used++ % 8) * 4);
      if (word < WORDS - (WORDS % n)) return word % n;
    }
  }

  /** The things in the order that the stream gives. @param {string} name @param {any[]} things @returns {Promise<any[]>} */
  async shuffled(name, things) {
    const order = [...things];
    for (let i = order.length - 1; i > 0; i--) {
      const j = await this.below(name, i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

/**
 * Deal again and compare.
 * @param {Dealt} dealt what the server says
 * @param {string} shown the digest that was shown when the game began
 * @returns {Promise<Verdict>}
 */
export async function check(dealt, shown) {
  if (!globalThis.crypto?.subtle) return { good: null, text: say("shuffleInsecure") };
  if (dealt.algorithm !== "parlor-1") return { good: null, text: say("shuffleUnknown", { name: dealt.algorithm }) };
  const seed = bytes(dealt.seed);
  if (hex(await sha256(seed)) !== shown) return { good: false, text: say("shuffleSeed") };
  if (!dealt.same) return { good: null, text: say("shuffleGiven") };
  const chance = new Chance(seed);
  for (const [i, draw] of dealt.draws.entries()) {
    const outcome = draw.kind === "below" ? await chance.below(draw.stream, draw.n) : await chance.shuffled(draw.stream, draw.of ?? []);
    if (JSON.stringify(outcome) !== JSON.stringify(draw.outcome)) {
      return { good: false, text: say("shuffleDraw", { n: i + 1, stream: draw.stream }) };
    }
  }
  return { good: true, text: say("shuffleGood", { n: dealt.draws.length }) };
}

/** The digests that this browser was shown while games ran, by table. @returns {Record<string, string>} */
function noted() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Note the digest of a running table, once: a later one would be another. @param {string} table @param {string} digest */
function note(table, digest) {
  const known = noted();
  if (Object.hasOwn(known, table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(known), [table, digest]].slice(-KEPT))));
  } catch {
    // storage is forbidden: then the digest on the page has to do
  }
}

/** Serve the button of a table's page. @param {HTMLElement} main */
export function initShuffle(main) {
  const table = main.dataset.table;
  const digest = () => document.querySelector("[data-commitment]")?.getAttribute("data-commitment") ?? "";
  if (main.dataset.status === "running" && digest()) note(table, digest());
  document.addEventListener("click", async (event) => {
    const button = /** @type {HTMLButtonElement|null} */ (/** @type {Element} */ (event.target).closest("[data-shuffle]"));
    const box = document.getElementById("shuffle-said");
    if (!button || !box) return;
    button.disabled = true;
    box.textContent = say("shuffleBusy");
    delete box.dataset.good;
    try {
      const answer = await fetch(button.dataset.shuffle);
      if (!answer.ok) throw new Error(String(answer.status));
      /** @type {Dealt} */
      const dealt = await answer.json();
      const own = noted()[table];
      const verdict = await check(dealt, own ?? digest());
      const parts = [paragraph(verdict.text)];
      if (own && verdict.good) parts.push(paragraph(say("shuffleNoted")));
      if (dealt.draws.length) parts.push(listed(dealt.draws));
      box.dataset.good = String(verdict.good);
      box.replaceChildren(...parts);
    } catch {
      box.replaceChildren(paragraph(say("shuffleFailed")));
    }
    button.disabled = false;
  });
}

const paragraph = (text) => Object.assign(document.createElement("p"), { textContent: text });

/** The draws, for who wants to see them. @param {Draw[]} draws */
function listed(draws) {
  const details = document.createElement("details");
  details.append(Object.assign(document.createElement("summary"), { textContent: say("shuffleDraws") }));
  const list = details.appendChild(document.createElement("ol"));
  for (const { stream, kind, n, outcome } of draws) {
    const text = kind === "below" ? say("shuffleBelow", { stream, n, outcome }) : `${stream}: ${outcome.join(", ")}`;
    list.append(Object.assign(document.createElement("li"), { textContent: text }));
  }
  return details;
}

const page = /** @type {HTMLElement|null} */ (document.querySelector("main[data-table][data-status]"));
if (page) initShuffle(page);
