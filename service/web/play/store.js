// @ts-check
// What the browser remembers: who you are, your settings, and what you have seen. Signals, kept in localStorage.
import { effect, signal } from "./vendor/preact.js";

/**
 * @template T
 * @param {string} name
 * @param {T} first
 * @returns {import("./vendor/preact.js").Signal<T>}
 */
export function kept(name, first) {
  const place = `emberlog.${name}`;
  const made = signal(read(place, first));
  let written = JSON.stringify(made.peek());
  effect(() => {
    const text = JSON.stringify(made.value);
    if (text === written) return;
    written = text;
    try {
      localStorage.setItem(place, text);
    } catch {
      // A browser that keeps nothing forgets it with the tab.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key !== place || event.newValue === null || event.newValue === written) return;
    written = event.newValue;
    made.value = JSON.parse(event.newValue);
  });
  return made;
}

/**
 * @template T
 * @param {string} place
 * @param {T} first
 * @returns {T}
 */
function read(place, first) {
  try {
    const text = localStorage.getItem(place);
    if (text === null) return first;
    const found = JSON.parse(text);
    const isRecord = typeof first === "object" && first !== null && !Array.isArray(first);
    return isRecord ? { ...first, ...found } : found;
  } catch {
    return first;
  }
}

/** @typedef {{token: string, player: string, name: string}} Identity */
/** The player of this browser, or null before the first game. */
export const me = kept("me", /** @type {Identity | null} */ (null));

/** The recovery code, until the player says that it is written down. */
export const recoveryCode = kept("recovery", /** @type {string | null} */ (null));

/**
 * @typedef {object} Settings
 * @property {string} language empty: the browser's
 * @property {"always" | "risky" | "never"} confirm
 * @property {boolean} title
 * @property {boolean} sound
 * @property {boolean} notify
 * @property {number} pace milliseconds for each entry that is shown
 */
/** @type {Settings} */
const FIRST = { language: "", confirm: "always", title: true, sound: true, notify: false, pace: 700 };
export const settings = kept("settings", FIRST);

/** The last entry that this browser has shown of each game. */
export const seen = kept("seen", /** @type {Record<string, number>} */ ({}));

/** @param {Partial<Settings>} change */
export function set(change) {
  settings.value = { ...settings.value, ...change };
}
