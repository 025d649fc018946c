// A soft sound when it becomes my turn: made by Web Audio, only after the first touch of the page, off by a switch kept with the account, else in this browser.

const KEY = "parlor.sound";
/** @type {AudioContext|null} */
let audio = null;

/** What the account says ("on", "off"); without an account there is nothing. */
const kept = () => document.documentElement.dataset.sound;

/** @returns {boolean} */
export const isSoundOn = () => (kept() ?? store("get")) !== "off";

/** Remember the switch. @param {boolean} on @returns {void} */
export function setSound(on) {
  const value = on ? "on" : "off";
  if (kept() === undefined) return void store("set", value);
  document.documentElement.dataset.sound = value;
  const token = /** @type {HTMLInputElement|null} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  const body = new URLSearchParams({ on: value, csrfmiddlewaretoken: token?.value ?? "" });
  fetch("/accounts/preferences/sound/", { method: "POST", body }).catch(() => {}); // then it lasts as long as the page
}

/** Get ready with the first gesture, and serve buttons with [data-sound-switch] (aria-pressed: on). @returns {void} */
export function initSound() {
  const wake = () => {
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    audio.resume();
  };
  document.addEventListener("pointerdown", wake, { once: true });
  document.addEventListener("keydown", wake, { once: true });
  const show = () => {
    for (const el of document.querySelectorAll("[data-sound-switch]")) el.setAttribute("aria-pressed", String(isSoundOn()));
  };
  document.addEventListener("click", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("[data-sound-switch]"))) return;
    setSound(!isSoundOn());
    show();
    chime();
  });
  show();
}

/** Two soft notes. Silent before the first gesture and when switched off. @returns {boolean} whether it sounds */
export function chime() {
  if (!audio || audio.state !== "running" || !isSoundOn()) return false;
  [523.25, 783.99].forEach((pitch, i) => {
    const begin = audio.currentTime + i * 0.14;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.08, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.55);
  });
  return true;
}

/** Storage may be forbidden; then the switch lasts as long as the page. */
let fallback = "on";
function store(what, value = "") {
  try {
    if (what === "set") localStorage.setItem(KEY, value);
    return localStorage.getItem(KEY);
  } catch {
    if (what === "set") fallback = value;
    return fallback;
  }
}
