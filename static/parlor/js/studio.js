// The bench of game authors: what happens in the frames of the seats shows in the panel, and saved styles in the frames.

const frames = () => /** @type {HTMLIFrameElement[]} */ ([...document.querySelectorAll(".studio-frame iframe")]);

/** Hear in this frame what its table hears. @param {HTMLIFrameElement} frame */
function listen(frame) {
  frame.contentDocument?.addEventListener("parlor:changed", () => document.body.dispatchEvent(new Event("studio:changed")));
}

for (const frame of frames()) {
  frame.addEventListener("load", () => listen(frame));
  listen(frame);
}

document.body.addEventListener("studio:looks", () => frames().forEach((frame) => frame.contentWindow?.location.reload()));

// While somebody writes in the panel or reads an opened part, it is not taken from under their hands.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const asked = /** @type {any} */ (event).detail;
  const panel = document.getElementById("panel");
  if (asked.requestConfig?.verb === "get" && asked.elt === panel && panel?.querySelector("textarea:focus, select:focus")) event.preventDefault();
});

/** Parts that were open stay open, and lists where they were scrolled to; each part has its name among those around it. */
const name = (part) => (part ? `${name(part.parentElement?.closest("[data-part]"))}/${part.dataset.part}` : "");
const parts = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#panel [data-part]")]);
/** @type {Map<string, {open: boolean, top: number}>} */
let before = new Map();
const list = (part) => part.querySelector(":scope > ol, :scope > form") ?? part;
document.body.addEventListener("htmx:beforeSwap", () => {
  before = new Map(parts().map((part) => [name(part), { open: /** @type {HTMLDetailsElement} */ (part).open, top: list(part).scrollTop }]));
});
document.body.addEventListener("htmx:afterSwap", () => {
  for (const part of parts()) {
    const was = before.get(name(part));
    if (!was) continue;
    /** @type {HTMLDetailsElement} */ (part).open = was.open;
    list(part).scrollTop = was.top;
  }
});
