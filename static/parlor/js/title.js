// The mark in the page's title while it is my turn.

import { say } from "./texts.js";

const plain = document.title;

/** How many tables wait, before the title. @param {number} count @returns {void} */
export function countInTitle(count) {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const title = count ? `(${count}) ${bare}` : bare;
  if (document.title !== title) document.title = title;
}

/** @param {boolean} mine @returns {void} */
export function markTitle(mine) {
  const title = mine ? say("turn", { title: plain }) : plain;
  if (document.title !== title) document.title = title;
}
