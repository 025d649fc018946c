// Several people at one device: when the table is somebody else's to look at, it is covered until they have it in hand.

import { say } from "./texts.js";

/** The cover over a table, for a device at which several people play. */
export class Handover {
  /**
   * @param {HTMLElement} main the table: `data-shared` while several play here, `data-cover` while nobody may look
   * @param {() => string} name what the one is called whose table is shown
   */
  constructor(main, name) {
    this.main = main;
    this.name = name;
    /** @type {HTMLDialogElement|null} */
    this.dialog = null;
  }

  /** Covers the table before another's is put on the page. */
  cover() {
    if (this.main.hasAttribute("data-shared")) this.main.setAttribute("data-cover", "");
  }

  /**
   * After another's table is on the page: asks for the one whose it is, or shows it where there is nothing to hide.
   * @param {boolean} secret whether these people see different things
   */
  pass(secret) {
    if (!secret) return this.show();
    this.dialog?.remove();
    const dialog = (this.dialog = document.createElement("dialog"));
    dialog.className = "ask handover";
    const text = document.createElement("p");
    text.id = "handover-text";
    text.textContent = say("handover", { name: this.name() });
    dialog.setAttribute("aria-labelledby", text.id);
    const button = document.createElement("button");
    button.className = "button button-primary button-large";
    button.textContent = say("handoverTaken", { name: this.name() });
    button.addEventListener("click", () => this.show());
    dialog.addEventListener("cancel", (event) => event.preventDefault()); // Escape is pressed by whoever holds the device
    dialog.append(text, button);
    document.body.append(dialog);
    dialog.showModal();
  }

  show() {
    this.main.removeAttribute("data-cover");
    this.dialog?.remove();
    this.dialog = null;
  }
}
