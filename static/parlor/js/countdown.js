// Counts down to the moment from which no new tables are opened; the server's words stay until the last hour.

const MINUTE = 60_000;

/** @param {HTMLElement} el */
function tick(el) {
  const left = new Date(el.dataset.countdown ?? "").getTime() - Date.now();
  if (left <= 0) {
    el.closest("p")?.setAttribute("data-begun", "");
    el.textContent = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(0, "second");
  } else if (left <= 60 * MINUTE) {
    const unit = left < 2 * MINUTE ? "second" : "minute";
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
    el.textContent = words.format(Math.ceil(left / (unit === "second" ? 1000 : MINUTE)), unit);
  }
  if (left > 0) setTimeout(() => tick(el), Math.min(left < 2 * MINUTE ? 1000 : 15_000, left));
}

for (const el of document.querySelectorAll("[data-countdown]")) {
  if (el instanceof HTMLElement) tick(el);
}
