// @ts-check
// Entries come as they happen and are shown one by one: what others and automas do must be seen. Own entries do not wait.
import { signal } from "../vendor/preact.js";
import { get, pause } from "../api.js";
import { say } from "../a11y.js";
import { applied } from "../patch.js";
import { seen, settings } from "../store.js";
import { follow } from "../stream.js";

/** @typedef {ReturnType<typeof import("./state.js").makeState>} State */
/** @typedef {ReturnType<typeof makeLive>} Live */

/** With more entries than this waiting, the board jumps and the log tells. */
const MOST_WAITING = 12;

/** @param {State} state */
export function makeLive(state) {
  const id = state.game.peek().id;
  /** @type {any[]} */
  const queue = [];
  const waiting = signal(0);
  /** The newest entries that were shown, newest first. */
  const log = signal(/** @type {any[]} */ ([]));
  /** Entries up to this one were seen on an earlier visit. */
  const lookedAt = signal(seen.peek()[id] ?? 0);
  let last = state.game.peek().version;
  let isRunning = false;
  let isSkipping = false;
  let wake = () => {};

  /** @param {any} entry */
  function add(entry) {
    if (entry.seq <= last) return;
    last = entry.seq;
    queue.push(entry);
    waiting.value = queue.length;
    void run();
  }

  async function run() {
    if (isRunning) return;
    isRunning = true;
    while (queue.length) {
      const entry = queue.shift();
      waiting.value = queue.length;
      const isTold = show(entry);
      if (queue.length && isTold && isWorthWaiting(entry)) await rest();
    }
    isRunning = false;
    isSkipping = false;
    await state.onSettled();
  }

  /** @param {any} entry */
  function isWorthWaiting(entry) {
    const isOwn = entry.actor === `seat:${state.you.peek()}`;
    return !isOwn && !isSkipping && !document.hidden && queue.length <= MOST_WAITING;
  }

  /** @returns {Promise<void>} */
  function rest() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, settings.peek().pace);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /**
   * @param {any} entry
   * @returns {boolean} whether there was anything to see
   */
  function show(entry) {
    try {
      state.game.value = applied(state.game.peek(), entry.patch);
    } catch {
      void reload();
      return false;
    }
    const isBegun = entry.events.every((/** @type {any} */ event) => event.type === "move_begun");
    if (!isBegun) state.changed.value = named(entry.events);
    log.value = [entry, ...log.peek()].slice(0, 400);
    if (entry.actor !== `seat:${state.you.peek()}`) say((entry.text ?? []).join(" "));
    seen.value = { ...seen.peek(), [id]: entry.seq };
    return !isBegun;
  }

  /** Read the whole game again: after a reset, or when a patch does not fit. */
  async function reload() {
    const now = await get(`/v1/games/${id}`);
    queue.length = 0;
    waiting.value = 0;
    last = now.version;
    state.game.value = now;
    await state.onSettled();
  }

  function skip() {
    isSkipping = true;
    wake();
  }

  /** @param {AbortSignal} end */
  async function start(end) {
    const from = Math.max(0, last - 60);
    void get(`/v1/games/${id}/events`, { after: from, first: 100, text: true }, { signal: end }).then((found) => {
      const known = new Set(log.peek().map((entry) => entry.seq));
      const older = found.items.filter((/** @type {any} */ entry) => !known.has(entry.seq) && entry.seq <= state.game.peek().version);
      log.value = [...log.peek(), ...older.reverse()].sort((a, b) => b.seq - a.seq);
    }, () => {});
    await follow(id, { entry: add, reset: () => void reload(), version: () => last }, end);
  }

  /**
   * Show an own entry at once, from the answer to the move. If others came before it, the stream tells them all.
   * @param {any} done
   */
  function played(done) {
    skip();
    if (done.patch && done.version === last + 1 && !queue.length) add({ ...done, seq: done.version, actor: `seat:${state.you.peek()}` });
    else void expect(done.version);
  }

  /**
   * Wait until an entry has come; if the stream is slow, read the game instead.
   * @param {number} version
   */
  async function expect(version) {
    for (let tries = 0; tries < 40 && last < version; tries++) await pause(100);
    if (last < version) await reload();
    else if (!queue.length) await state.onSettled();
  }

  return { waiting, log, lookedAt, start, skip, reload, played };
}

/**
 * Every id that events name: what the last entry changed.
 * @param {any} value
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
export function named(value, found = new Set()) {
  if (typeof value === "string") found.add(value);
  else if (value && typeof value === "object") {
    const inner = Object.values(value);
    if (!Array.isArray(value) && inner.length > 1 && inner.every((each) => typeof each === "number")) found.add(inner.join(","));
    for (const each of inner) named(each, found);
  }
  return found;
}
