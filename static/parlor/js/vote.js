// Buttons with data-vote: what one asks of the others at a table, answers or gives them, or says that one is back.

import { toast } from "./toast.js";
import { say } from "./texts.js";

/**
 * Send presses of `[data-vote]` to the table's calls. The socket then shows what came of it.
 * @param {Document|Element} root
 * @param {string} table its id
 */
export function initVotes(root, table) {
  root.addEventListener("click", async (event) => {
    const button = /** @type {Element} */ (event.target).closest("[data-vote]");
    if (!(button instanceof HTMLButtonElement) || event.defaultPrevented || button.disabled) return;
    /** @type {any} */ (button.closest("[popover]"))?.hidePopover?.();
    const kind = button.dataset.vote;
    button.disabled = true;
    try {
      if (kind === "back") await send(`/api/tables/${table}/back/`, {});
      else if (kind === "more-time") await send(`/api/tables/${table}/more-time/`, { seat: button.dataset.seat });
      else await send(`/api/tables/${table}/vote/`, { kind, agree: button.dataset.agree === "yes" });
    } catch (error) {
      toast(error instanceof Error && error.message ? error.message : say("refused"));
    } finally {
      button.disabled = false;
    }
  });
}

/** @param {string} address @param {object} body */
async function send(address, body) {
  const token = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token?.value ?? "" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!answer) throw new Error(say("offline"));
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).detail);
}
