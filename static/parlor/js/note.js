// One's own notes beside the board: they save themselves shortly after the last letter, and when the field is left.

import { say } from "./texts.js";

const REST = 800;
const AGAIN = 5000;

/**
 * @param {HTMLFormElement|null} form with data-note, the address that takes the text
 * @returns {void}
 */
export function initNote(form) {
  const field = /** @type {HTMLTextAreaElement|null} */ (form?.querySelector("textarea") ?? null);
  if (!form || !field) return;
  const state = form.querySelector("[role=status]");
  let kept = field.value;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  const tell = (text) => {
    if (state) state.textContent = text;
  };
  const later = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  };

  /** One at a time, so that no older text comes in last. */
  async function save() {
    clearTimeout(timer);
    const text = field.value;
    if (busy || text === kept) return;
    busy = true;
    const done = await put(text);
    busy = false;
    if (done) kept = text;
    tell(say(done ? "noteSaved" : "noteUnsaved"));
    if (!done) later(AGAIN);
    else if (field.value !== kept) later(REST);
  }

  /** @param {string} text @returns {Promise<boolean>} */
  async function put(text) {
    const token = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=csrfmiddlewaretoken]"));
    const answer = await fetch(form.dataset.note, {
      method: "PUT",
      keepalive: true,
      headers: { "Content-Type": "application/json", "X-CSRFToken": token?.value ?? "" },
      body: JSON.stringify({ text }),
    }).catch(() => null);
    return !!answer?.ok;
  }

  field.addEventListener("input", () => {
    tell("");
    later(REST);
  });
  field.addEventListener("blur", save);
  addEventListener("pagehide", save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void save();
  });
}
