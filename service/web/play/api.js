// @ts-check
// Calls of the public API: with the player's token and language, refusals as `Problem`, and repeats that are safe.
import { signal } from "./vendor/preact.js";
import { me } from "./store.js";
import { language } from "./texts.js";

/** @typedef {import("./openapi.d.ts").components["schemas"]} Schemas */
/** @typedef {Schemas["Game"]} Game */

const PAUSES = [300, 1000, 3000, 6000];

/** Whether the server answered the last call. */
export const online = signal(true);

/** A refusal: everything that the server said about it. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, detail?: string, title?: string, rule?: string | null, details?: Record<string, unknown>}} told
   */
  constructor(status, told) {
    super(told.detail ?? told.title ?? String(status));
    this.status = status;
    this.code = told.code ?? "";
    this.rule = told.rule ?? null;
    this.details = told.details ?? {};
  }
}

/** There was no answer at all. */
export class NoAnswer extends Error {}

/** A key under which the server does something only once. `crypto.randomUUID` is missing on plain http. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {object} Call
 * @property {unknown} [body]
 * @property {Record<string, string | number | boolean | undefined | null>} [query]
 * @property {number | string} [version] sent as `If-Match`
 * @property {string} [key] sent as `Idempotency-Key`; made up for POST, PUT and DELETE
 * @property {AbortSignal} [signal]
 * @property {boolean} [anonymous] without the token
 * @property {number} [repeats] how often to try again if there is no answer
 */

/**
 * @param {string} path
 * @param {Call["query"]} [query]
 */
export function address(path, query = {}) {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== false);
  const text = asked.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
  return text ? `${path}?${text}` : path;
}

/** @param {boolean} [anonymous] */
export function headers(anonymous = false) {
  /** @type {Record<string, string>} */
  const made = { Accept: "application/json", "Accept-Language": language.peek() };
  const who = me.peek();
  if (who && !anonymous) made.Authorization = `Bearer ${who.token}`;
  return made;
}

/**
 * Call the API. The same request is repeated with the same key if there is no answer, or a 429 or 503.
 * @param {string} method
 * @param {string} path
 * @param {Call} [call]
 * @returns {Promise<any>}
 */
export async function request(method, path, call = {}) {
  const sent = headers(call.anonymous);
  if (method !== "GET") sent["Idempotency-Key"] = call.key ?? newKey();
  if (call.version !== undefined) sent["If-Match"] = `"${call.version}"`;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const repeats = call.repeats ?? PAUSES.length;
  for (let tried = 0; ; tried++) {
    const answer = await fetch(address(path, call.query), { method, headers: sent, body, signal: call.signal }).catch(
      (error) => {
        if (error?.name === "AbortError") throw error;
        return null;
      },
    );
    const isBusy = answer === null || answer.status === 503 || answer.status === 429;
    if (isBusy && tried < repeats) {
      if (answer === null) online.value = false;
      const wait = Number(answer?.headers.get("Retry-After") ?? 0) * 1000;
      await pause(Math.min(10000, Math.max(wait, PAUSES[Math.min(tried, PAUSES.length - 1)] ?? 1000)), call.signal);
      continue;
    }
    if (answer === null) throw new NoAnswer();
    online.value = true;
    return read(answer);
  }
}

/** @param {Response} answer */
async function read(answer) {
  const text = await answer.text();
  const told = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
  if (answer.ok) return told;
  throw new Problem(answer.status, told ?? {});
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("", "AbortError"));
    });
  });
}

/**
 * @param {string} path
 * @param {Call["query"]} [query]
 * @param {Call} [call]
 */
export const get = (path, query, call) => request("GET", path, { ...call, query });
/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {Call} [call]
 */
export const post = (path, body, call) => request("POST", path, { ...call, body: body ?? {} });

/** @type {Map<string, Promise<any>>} */
const catalogues = new Map();

/**
 * The catalogue of a ruleset in the language in use; asked for once.
 * @param {string} name
 * @returns {Promise<import("./table/contract.d.ts").Catalogue>}
 */
export function catalogue(name) {
  const place = `${name}/${language.peek()}`;
  const known = catalogues.get(place) ?? get(`/v1/rulesets/${name}`, { lang: language.peek() });
  catalogues.set(place, known);
  known.catch(() => catalogues.delete(place));
  return known;
}

/** @type {Map<string, Promise<string>>} */
const names = new Map();

/**
 * The name of a player; asked for once.
 * @param {string} player
 */
export function playerName(player) {
  const known = names.get(player) ?? get(`/v1/players/${player}`).then((found) => found.player?.name ?? found.name);
  names.set(player, known);
  known.catch(() => names.delete(player));
  return known;
}
