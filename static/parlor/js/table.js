// The page of one table: joins connection, board, motion, choices, log, chat and presence.

import { Arranger } from "./arrange.js";
import { Choice } from "./choice.js";
import { initChat, showChat } from "./chat.js";
import { Clock } from "./clock.js";
import { ask } from "./dialog.js";
import { Handover } from "./handover.js";
import { cutLog, showLog } from "./log.js";
import { morph } from "./morph.js";
import { move } from "./motion.js";
import { initNote } from "./note.js";
import { initPanzoom } from "./panzoom.js";
import { Preview } from "./preview.js";
import { Link } from "./socket.js";
import { chime, initSound } from "./sound.js";
import { say } from "./texts.js";
import { markTitle } from "./title.js";
import { toast } from "./toast.js";
import { initVotes } from "./vote.js";

const page = /** @type {HTMLElement|null} */ (document.querySelector("main[data-socket]"));
if (page) openTable(page);

/**
 * Bring the page of a table to life.
 * @param {HTMLElement} main the element with data-socket, data-seat, data-status
 * @returns {Link}
 */
export function openTable(main) {
  const live = document.getElementById("live");
  let me = main.dataset.seat ? Number(main.dataset.seat) : null;
  const isMine = () => live?.dataset.mine === "true";
  /** @type {{seats: number[], spectators: number}|null} */
  let present = null;
  /** @type {Set<number>} */
  let bots = new Set();
  let greeted = false;

  const choice = live && new Choice({
    root: live,
    box: () => document.getElementById("choices"),
    onMove: (chosen) => link.send({ type: "move", move: chosen }),
    onWithdraw: () => link.send({ type: "withdraw" }),
    onPreview: (pointed) => preview.of(pointed),
    confirm: main.hasAttribute("data-confirm-turn"),
  });
  const wonder = (asked) => link.tell({ type: "preview", version: link.have, move: asked });
  const preview = new Preview(document.getElementById("turnbar"), wonder);
  const arranger = live && new Arranger({ root: live, ask: wonder, onMove: (laid) => choice.make(laid), onChange: () => choice.drop() });

  const mine = () => live?.querySelector(`#player-${me} .player-name`)?.textContent?.trim() || "";
  const handover = new Handover(main, mine);
  const secret = () => live?.dataset.secret === "true";

  const clock = new Clock(me, () => {
    toast(say("little"));
    chime();
  });

  /** Put a state or an update on the page. */
  const show = (message) => {
    if (message.status && message.status !== main.dataset.status) {
      const waited = main.dataset.status === "waiting";
      main.dataset.status = message.status;
      if (waited || !live) return location.reload();
    }
    if (message.seats) bots = new Set(message.seats.filter(({ bot, left }) => bot || left).map(({ number }) => number));
    const passed = message.type === "table" && message.seat !== me && main.hasAttribute("data-shared");
    if (passed) {
      me = message.seat;
      main.dataset.seat = String(me ?? "");
      handover.cover();
    }
    if (live && message.html) {
      const was = isMine();
      const focused = live.contains(document.activeElement);
      let rest = message.choices;
      move(live, () => {
        morph(live, message.html);
        rest = arranger.set(message);
        initPanzoom(live); // pieces travel to where the map then shows their places
      });
      preview.forget();
      choice.set({ ...message, choices: rest });
      if (focused && (!document.activeElement || document.activeElement === document.body)) focusBar();
      if (!was && isMine() && greeted) chime();
      markTitle(isMine());
      presence();
      clock.set(message.clock ?? null);
      if (passed) handover.pass(secret());
      live.dispatchEvent(new CustomEvent("parlor:changed", { bubbles: true, detail: message })); // for modules of games
    } else if (!live && greeted) {
      refresh(main);
    }
    main.dataset.version = String(message.version);
    const log = document.getElementById("log-lines");
    if (log && message.type === "table") cutLog(log, message.version);
    if (log) showLog(log, message.log ?? [], me);
    greeted = true;
  };

  const presence = () => {
    if (!present) return;
    for (const el of document.querySelectorAll(".player[data-id]")) {
      const seat = Number(el.getAttribute("data-id").slice(5));
      el.classList.toggle("is-away", !bots.has(seat) && !present.seats.includes(seat));
    }
    for (const el of document.querySelectorAll("[data-spectators]")) el.textContent = String(present.spectators);
  };

  let chatted = false;
  const address = new URL(main.dataset.socket, location.href);
  address.searchParams.set("edits", "1");
  const link = new Link(address.href.replace(/^http/, "ws"), {
    onState: show,
    onUpdate: show,
    onReply: (reply, sent) => {
      if (arranger?.answer(reply) || preview.answer(reply)) return;
      if (reply.type === "accepted") {
        // a sealed choice steps no version: what the page then shows must be asked for
        if (choice?.sent && reply.version <= link.have) link.sync();
        return;
      }
      toast(reply.detail || say("refused"));
      if (sent?.type === "move") choice?.refused();
    },
    onOther: (message) => {
      if (arranger?.answer(message) || preview.answer(message)) return;
      if (message.type === "presence") {
        present = message;
        presence();
      } else if (message.type === "chat") {
        const list = document.getElementById("chat-lines");
        if (list) showChat(list, message.lines, !chatted, message);
        chatted = true;
      }
    },
    onConnection: (state, pending) => banner(state, pending),
  });

  link.have = Number(main.dataset.version) || 0;
  initChat(/** @type {any} */ (document.getElementById("chat-form")), document.getElementById("chat-lines"), (message) => link.tell(message));
  document.addEventListener("click", async (event) => {
    if (event.defaultPrevented) return;
    const button = /** @type {Element} */ (event.target).closest("[data-act]");
    const act = button?.getAttribute("data-act");
    if ([...link.pending.values()].some(({ type }) => type === act)) return; // a second click undoes no second move
    if (act === "undo") link.send({ type: "undo" });
    // where main.js has asked already (data-confirm), the click comes only after a yes
    if (act === "concede" && (button.hasAttribute("data-confirm") || (await ask(say("concede"))))) {
      /** @type {any} */ (button.closest("[popover]"))?.hidePopover?.();
      link.send({ type: "concede" });
    }
  });
  addEventListener("online", () => link.wake());
  addEventListener("pageshow", () => link.wake());
  document.addEventListener("visibilitychange", () => document.hidden || link.wake());
  if (live) initVotes(document, main.dataset.table);
  initNote(/** @type {any} */ (document.getElementById("note")));
  initSound();
  markTitle(isMine());
  if (main.hasAttribute("data-cover")) handover.pass(secret());
  if (live) initPanzoom(live);
  link.open();
  return link;
}

/** Where the focused thing is gone, the keyboard goes on from the turn bar. */
function focusBar() {
  const bar = document.getElementById("turnbar");
  if (!bar) return;
  bar.tabIndex = -1;
  bar.focus({ preventScroll: true });
}

/** @param {string} state @param {number} pending */
function banner(state, pending) {
  const el = document.getElementById("connection");
  if (!el) return;
  const calm = state === "open" || state === "connecting";
  const text = state === "lost" ? say(pending ? "lost" : "lostIdle") : say(state);
  el.dataset.state = state;
  el.hidden = calm;
  if (!calm) el.textContent = text;
}

/** The waiting room has no live part: fetch the page again and take over what changed. */
async function refresh(main) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main[data-socket]");
  if (!next || next.getAttribute("data-status") !== main.dataset.status) return location.reload();
  move(main, () => morph(main, /** @type {Element} */ (document.importNode(next, true))));
}
