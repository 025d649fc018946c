// A question in a modal dialog, answered yes or no.

import { say } from "./texts.js";

/**
 * Ask before something that cannot be taken back. Escape means no; focus goes back to where it was.
 * @param {string} question
 * @param {{yes?: string, no?: string}} [labels]
 * @returns {Promise<boolean>}
 */
export function ask(question, { yes = say("ok"), no = say("cancel") } = {}) {
  const dialog = document.createElement("dialog");
  dialog.className = "ask";
  const text = document.createElement("p");
  text.id = "ask-text";
  text.textContent = question;
  dialog.setAttribute("aria-labelledby", text.id);
  const form = document.createElement("form");
  form.method = "dialog";
  form.className = "buttons";
  for (const [label, value, look] of [[no, "no", "button"], [yes, "yes", "button button-primary"]]) {
    const button = document.createElement("button");
    button.className = look;
    button.value = value;
    button.textContent = label;
    form.append(button);
  }
  dialog.append(text, form);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
