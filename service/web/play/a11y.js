// @ts-check
// For everyone who does not use a mouse: the live region, arrows inside a group of buttons, and keys.

/** @type {string[]} */
let waiting = [];

/**
 * Say something to a screen reader; several sentences are said as one.
 * @param {string} text
 */
export function say(text) {
  if (!text) return;
  if (!waiting.length) setTimeout(flush, 120);
  waiting.push(text);
}
function flush() {
  const place = document.getElementById("live");
  if (place) place.textContent = waiting.join(" ");
  waiting = [];
}

/**
 * Arrows move the focus between the buttons of a group.
 * @param {KeyboardEvent} event
 */
export function roving(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [...group.querySelectorAll("button:not([disabled]), a[href], [tabindex='0']")];
  const here = document.activeElement ? all.indexOf(document.activeElement) : -1;
  if (here < 0) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (all[(here + step + all.length) % all.length]).focus();
}

/**
 * Single keys, unless somebody is typing or a dialog is open.
 * @param {Record<string, () => void>} keys
 * @returns {() => void} takes them away again
 */
export function listenForKeys(keys) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || at?.closest("input, select, textarea, dialog")) return;
    const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
