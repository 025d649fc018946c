// The sentences that modules say; the page may give translations as JSON in data-texts on its html element.

const ENGLISH = {
  choose: "Choose: {what}",
  more: "Choose at least {count} more: {what}",
  places: "You can choose on the board: {count}",
  or: " or ",
  "field-card": "a card",
  "field-cell": "a place",
  "field-seat": "a player",
  "field-to": "where to",
  done: "Done",
  confirm: "Confirm",
  change: "Change",
  sure: "{move}?",
  next: "Next",
  back: "Back",
  yes: "Yes",
  no: "No",
  withdraw: "Change my choice",
  would: "This would happen:",
  unseen: "What follows nobody can tell yet.",
  sealed: "Your choice is kept until all are ready.",
  lost: "Connection lost. Trying again… your last move is kept.",
  lostIdle: "Connection lost. Trying again…",
  forbidden: "You may not follow this table any more.",
  missing: "This table does not exist any more.",
  broken: "The connection was closed. Reload the page to go on.",
  offline: "You are not connected, so this was not sent.",
  refused: "That was not possible.",
  turn: "● Your turn – {title}",
  sinceYours: "Since your last move",
  concede: "Give up this game?",
  little: "Little of your time is left.",
  days: "{days} d {hours} h",
  hours: "{hours} h {minutes} min",
  handover: "Pass the device to {name}.",
  handoverTaken: "I am {name}",
  ok: "Yes, do it",
  cancel: "Cancel",
  close: "Close",
  watching: "watching",
  mute: "Mute",
  muteOf: "Mute {name}",
  muteAsk: "Hide what {name} says at this table, from you alone?",
  muted: "Muted:",
  unmute: "Hear {name} again",
  noteSaved: "Saved",
  noteUnsaved: "Not saved yet. Trying again…",
  copied: "Copied",
  uncopied: "Copying is not possible here; select the text instead.",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Show all",
  shuffleBusy: "Dealing again…",
  shuffleGood: "It was dealt fairly: the seed has the digest that was shown at the start, and all draws of the set-up ({n}) come out of it again just as they were used.",
  shuffleNoted: "The digest compared is the one that this browser noted while the game was running.",
  shuffleSeed: "This seed does not have the digest that was shown at the start: the game was not dealt from the seed that was announced.",
  shuffleDraw: "Draw {n} of the set-up (“{stream}”) comes out differently from this seed: the game was not dealt as the seed says.",
  shuffleGiven: "The seed has the digest that was shown at the start. But the set-up cannot be dealt again from it: the deal was given by hand, or the rules have changed since.",
  shuffleInsecure: "This browser checks digests only on pages that come over https or from this machine itself, so it cannot check here. Seed and digest stand above, to be checked by other means.",
  shuffleUnknown: "This page does not know the algorithm {name}.",
  shuffleFailed: "The draws could not be fetched. Try again.",
  shuffleDraws: "All draws of the set-up",
  shuffleBelow: "{stream}: {outcome} (from 0 to below {n})",
};

/** @type {Record<string, string>|null} */
let given = null;

/**
 * A sentence in the page's language.
 * @param {string} key a key of ENGLISH
 * @param {Record<string, string|number>} [values] for the {names} in it
 * @returns {string}
 */
export function say(key, values = {}) {
  if (!given) {
    try {
      given = JSON.parse(document.documentElement.dataset.texts || "{}");
    } catch {
      given = {};
    }
  }
  const text = given[key] ?? ENGLISH[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}
