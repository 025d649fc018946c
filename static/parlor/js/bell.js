// The bell of every page: counts what is new, says it when it comes, and tells the site which table is looked at.

import { chime, initSound } from "./sound.js";
import { say } from "./texts.js";
import { countInTitle } from "./title.js";
import { toast } from "./toast.js";

const IDLE = 10 * 60_000; // whoever has not touched the page for so long is not looking at it
const FIRST = 1000;
const LAST = 30_000;
const STAY_AWAY = [4403, 4400]; // close codes after which there is nothing to come back for

/** Ring from now on, if the page has a bell. @param {HTMLElement|null} bell @returns {void} */
export function initBell(bell) {
  if (!bell?.dataset.bell) return;
  const url = new URL(bell.dataset.bell, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const table = document.getElementById("table")?.dataset.table ?? "";
  if (!table) initSound(); // a table page has done so
  let tries = 0;
  let touched = Date.now();
  let told = "";
  /** @type {WebSocket|null} */
  let socket = null;

  const tell = () => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    const looking = document.visibilityState === "visible" && Date.now() - touched < IDLE;
    const now = JSON.stringify(table && looking ? { type: "here", table } : { type: "away" });
    if (now !== told) socket.send(now);
    told = now;
  };
  const touch = () => {
    const idle = Date.now() - touched > IDLE;
    touched = Date.now();
    if (idle) tell();
  };
  const connect = () => {
    if (document.visibilityState === "hidden" && tries > 5) return void setTimeout(connect, LAST); // nobody waits for it
    socket = new WebSocket(url);
    told = "";
    socket.onopen = tell;
    socket.onmessage = ({ data }) => {
      tries = 0;
      heard(bell, JSON.parse(data), table);
    };
    socket.onclose = ({ code }) => {
      if (STAY_AWAY.includes(code)) return;
      setTimeout(connect, Math.min(LAST, FIRST * 2 ** tries++) * (0.5 + Math.random()));
    };
  };
  document.addEventListener("visibilitychange", () => (touch(), tell()));
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) addEventListener(kind, touch, { passive: true, capture: true });
  setInterval(tell, 30_000);
  addEventListener("pagehide", () => socket?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());
  connect();
}

/** Show how things stand, and say what is new. @param {HTMLElement} bell @param {any} message @param {string} table */
function heard(bell, message, table) {
  if (message.type !== "notices") return;
  const badge = /** @type {HTMLElement} */ (bell.querySelector(".badge"));
  badge.hidden = !message.unread;
  badge.textContent = String(message.unread);
  bell.setAttribute("aria-label", message.unread ? say("bellNew", { count: message.unread }) : say("bell"));
  countTurns(message.turns);
  if (!table) countInTitle(message.turns); // a table's page counts the others only, and marks its own turn
  const fresh = message.new.filter((line) => !line.read && !line.over && line.table !== table);
  if (!fresh.length || document.visibilityState === "hidden") return void (fresh.length && chime());
  chime();
  for (const line of fresh.slice(-3)) show(line);
}

/** @param {{title: string, line: string, url: string}} line */
function show(line) {
  const el = toast(line.title, "status");
  const link = document.createElement("a");
  link.href = line.url;
  link.className = "toast-link";
  link.textContent = say("look");
  el.querySelector("span")?.after(link);
}

/** The number beside "My tables". @param {number} turns */
function countTurns(turns) {
  const link = document.getElementById("nav-tables");
  if (!link) return;
  const badge = link.querySelector(".badge");
  if (!turns) return void badge?.remove();
  if (badge) return void (badge.lastChild.textContent = String(turns));
  const made = document.createElement("span");
  made.className = "badge";
  const words = document.createElement("span");
  words.className = "visually-hidden";
  words.textContent = say("turnAt");
  made.append(words, String(turns));
  link.append(" ", made);
}
