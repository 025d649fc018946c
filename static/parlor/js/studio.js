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

/** Parts that were open stay open. @type {Set<string>} */
let open = new Set();
const key = (part) => part.closest("section, li")?.querySelector("h2, code")?.textContent + "|" + part.querySelector("summary")?.firstElementChild?.textContent + part.querySelector("summary")?.textContent?.slice(0, 12);
document.body.addEventListener("htmx:beforeSwap", () => {
  open = new Set([...document.querySelectorAll("#panel details[open]")].map(key));
});
document.body.addEventListener("htmx:afterSwap", () => {
  for (const part of document.querySelectorAll("#panel details")) if (open.has(key(part))) /** @type {HTMLDetailsElement} */ (part).open = true;
});
