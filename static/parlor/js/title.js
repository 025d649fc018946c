// The mark in the page's title while it is my turn.

import { say } from "./texts.js";

const plain = document.title;

/** @param {boolean} mine @returns {void} */
export function markTitle(mine) {
  const title = mine ? say("turn", { title: plain }) : plain;
  if (document.title !== title) document.title = title;
}
