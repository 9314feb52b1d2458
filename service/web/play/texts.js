// @ts-check
// What the page says itself, in the reader's language. Names of things come from the catalogue.
import { computed, signal } from "./vendor/preact.js";
import { settings } from "./store.js";

export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch", nl: "Nederlands", fr: "Français" });
const FALLBACK = "en";

/** The language in use: the one that was chosen, or the first of the browser's that we have. */
export const language = computed(() => {
  const wished = [settings.value.language, ...(navigator.languages ?? [navigator.language])];
  const known = wished.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in LANGUAGES);
  return known ?? FALLBACK;
});

/** @type {import("./vendor/preact.js").Signal<Record<string, string>>} */
const texts = signal({});
/** @type {Map<string, Promise<Record<string, string>>>} */
const files = new Map();
/** @type {Set<string>} */
const folders = new Set([""]);

/**
 * Load the texts of the client, or of its drawings of a game, in the language in use.
 * @param {string} [game]
 */
export async function loadTexts(game = "") {
  if (game) folders.add(`${game}/`);
  const wanted = language.peek();
  const found = await Promise.all([...folders].map((folder) => file(`${folder}${wanted}`)));
  if (wanted !== language.peek()) return loadTexts();
  texts.value = Object.assign({}, ...found);
  document.documentElement.lang = wanted;
}

/** @param {string} name */
function file(name) {
  const known = files.get(name);
  if (known) return known;
  const made = fetch(new URL(`./texts/${name}.json`, import.meta.url)).then((answer) => (answer.ok ? answer.json() : {}));
  files.set(name, made);
  return made;
}

/**
 * The sentence of a key, its placeholders filled in: `{name}`, or `{n:one|many}` by number.
 * @param {string} key
 * @param {Record<string, unknown>} [details]
 * @returns {string}
 */
export function t(key, details = {}) {
  const pattern = texts.value[key];
  if (pattern === undefined) return key;
  return pattern.replace(/\{(\w+)(?::([^}|]*)\|([^}]*))?\}/g, (_all, name, one, many) => {
    const value = details[name];
    if (one === undefined) return String(value ?? "");
    return isOne(Number(value)) ? one : many;
  });
}

/** @param {string} key */
export function hasText(key) {
  return key in texts.value;
}

/** @param {number} n */
function isOne(n) {
  return n === 1 || (n === 0 && language.value === "fr");
}

/** @param {string} at */
export function moment(at) {
  return new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}

/** @param {number} seconds */
export function duration(seconds) {
  const left = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (left >= 86400) return t("time.days", { n: Math.floor(left / 86400), hours: Math.floor((left % 86400) / 3600) });
  const [h, m, s] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60), left % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
