// The sentences that modules say; the page may give translations as JSON in data-texts on its html element.
// parlor/site/browser_texts.py has the same, for translation: a new one goes there, too, and `make messages` finds it.

const ENGLISH = {
  choose: "Choose: {what}",
  more: "Choose at least {count} more: {what}",
  places: "You can choose on the board: {count}",
  or: " or ",
  "field-animal": "an animal",
  "field-card": "a card",
  "field-cell": "a place",
  "field-deck": "a deck",
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
  arrangeSo: "{word}: letters: {count}",
  arrangeNone: "No letter laid",
  arrangeTwice: "Use this letter a second time",
  arrangeAgain: "{name}, a second time",
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
  bell: "Notices",
  bellNew: "Notices: {count} new",
  turnAt: "Your turn at ",
  look: "Look",
  watching: "watching",
  mute: "Mute",
  muteOf: "Mute {name}",
  muteAsk: "Hide what {name} says at this table, from you alone?",
  muted: "Muted:",
  unmute: "Hear {name} again",
  report: "Report it",
  reportOf: "Report this line by {name}",
  "push-off": "Notices on this device are off.",
  "push-on": "This device tells you, even when no page is open.",
  "push-busy": "One moment…",
  "push-failed": "That did not work: this browser's push service could not be reached, or the site did not answer. Try again later.",
  "push-blocked": "This browser blocks notices from this site. Allow them in its settings for this page, then come back.",
  "push-unable": "This browser cannot show notices while no page is open. Current versions of Firefox, Chrome, Edge and Safari can.",
  "push-install": "iPhones and iPads show notices only from the home screen: choose Share, “Add to Home Screen”, and open Parlor from there.",
  "push-insecure": "Browsers take notices only from sites that come over https.",
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
