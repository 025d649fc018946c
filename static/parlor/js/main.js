// What every page has: tooltips, copy buttons, and questions before what cannot be taken back.

import { initBell } from "./bell.js";
import { ask } from "./dialog.js";
import { forgetOnSignOut } from "./push.js";
import { say } from "./texts.js";
import { initTips } from "./tip.js";
import { toast } from "./toast.js";

initTips();
initBell(document.getElementById("bell"));
forgetOnSignOut(/** @type {HTMLFormElement|null} */ (document.getElementById("sign-out")));
tellZone();

/** Elements whose question was answered with yes: their next click passes. @type {WeakSet<Element>} */
const confirmed = new WeakSet();

document.addEventListener("click", async (event) => {
  const el = /** @type {Element} */ (event.target).closest("[data-confirm]");
  if (!(el instanceof HTMLElement) || el.localName === "form") return;
  if (confirmed.delete(el)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!(await ask(el.dataset.confirm)) || !el.isConnected) return;
  confirmed.add(el);
  el.click();
}, true);

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.confirm || confirmed.delete(form)) return;
  const by = /** @type {SubmitEvent} */ (event).submitter;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!(await ask(form.dataset.confirm)) || !form.isConnected) return;
  confirmed.add(form);
  form.requestSubmit(by);
}, true);

document.addEventListener("click", async (event) => {
  const el = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-copy]"));
  if (!el) return;
  const done = await copy(el.dataset.copy || location.href);
  toast(say(done ? "copied" : "uncopied"), "status");
});

/** Let the server know in which time zone this browser is; who has chosen another reads that one. */
function tellZone() {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone || "");
  if (!document.cookie.split("; ").includes(`timezone=${zone}`)) document.cookie = `timezone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

/** Copy a text; without https browsers give no clipboard, so a selection has to do. @param {string} text @returns {Promise<boolean>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    box.className = "visually-hidden";
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}
