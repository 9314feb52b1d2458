// @ts-check
// One live stream for each tab, read by `fetch`. A browser opens only six connections to a server, so that only
// the tabs that were looked at last hold a stream; the others ask from time to time.
import { signal } from "./vendor/preact.js";
import { address, get, headers, online, pause } from "./api.js";
import { me } from "./store.js";

const MOST_STREAMS = 3;
const SILENCE = 45000;
const ASK_EVERY = 4000;

const own = Math.random().toString(36).slice(2);
/** The tabs of this browser, the one that was looked at last first. */
let tabs = [own];
const isHolder = signal(true);
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("emberlog.tabs");

/** @param {string} tab */
function toFront(tab) {
  tabs = [tab, ...tabs.filter((each) => each !== tab)].slice(0, 32);
  isHolder.value = tabs.indexOf(own) < MOST_STREAMS;
}
function claim() {
  toFront(own);
  channel?.postMessage({ claim: own });
}
channel?.addEventListener("message", ({ data }) => {
  if (data.claim) toFront(data.claim);
  if (data.gone) {
    tabs = tabs.filter((each) => each !== data.gone);
    isHolder.value = tabs.indexOf(own) < MOST_STREAMS;
  }
});
addEventListener("focus", claim);
addEventListener("pagehide", () => channel?.postMessage({ gone: own }));
document.addEventListener("visibilitychange", () => document.hidden || claim());
claim();

/** News of the player's own games, counted: something about one of them changed. */
export const news = signal(0);
/** The player's games in which it is their turn. */
export const dueGames = signal(/** @type {ReadonlySet<string>} */ (new Set()));

/**
 * @param {string} event
 * @param {any} data
 */
function hear(event, data) {
  const rows = event === "games" ? data : [data];
  const now = new Set(event === "games" ? [] : dueGames.peek());
  for (const row of rows) row.due ? now.add(row.game) : now.delete(row.game);
  dueGames.value = now;
  if (event !== "games") news.value++;
}

/**
 * @typedef {object} Told
 * @property {(entry: any) => void} entry
 * @property {() => void} reset the log lost entries: read the game again
 * @property {() => number} version the last entry that the page has
 * @property {() => void} [end]
 */

/**
 * Follow a game until `end` is aborted. Entries come in order, each once. A player's own stream carries the news of
 * all their games too; without a game, only these.
 * @param {string} game
 * @param {Told} told
 * @param {AbortSignal} end
 */
export async function follow(game, told, end) {
  for (let failed = 0; !end.aborted; ) {
    const turn = new AbortController();
    const stop = () => turn.abort();
    end.addEventListener("abort", stop);
    const unwatch = isHolder.subscribe((holds) => {
      if (!holds && !turn.signal.aborted && isHolder.peek() === holds) turn.abort();
    });
    try {
      if (isHolder.peek()) {
        const isOver = await listen(game, told, turn.signal);
        failed = 0;
        if (isOver) return;
      } else {
        await ask(game, told, end);
      }
    } catch (error) {
      if (end.aborted) return;
      if (!turn.signal.aborted) {
        online.value = false;
        failed++;
      }
    } finally {
      unwatch();
      end.removeEventListener("abort", stop);
    }
    await pause(isHolder.peek() ? Math.min(500 * 2 ** failed, 5000) : ASK_EVERY, end).catch(() => {});
  }
}

/**
 * Follow only the news of the player's games.
 * @param {AbortSignal} end
 */
export const followNews = (end) => follow("", { entry: () => {}, reset: () => {}, version: () => 0 }, end);

/**
 * @param {string} game
 * @param {Told} told
 * @param {AbortSignal} end
 */
async function ask(game, told, end) {
  if (!game) return;
  const query = { after: told.version(), patch: true, text: true, first: 100 };
  const found = await get(`/v1/games/${game}/events`, query, { signal: end, repeats: 0 });
  for (const entry of found.items) told.entry(entry);
}

/**
 * Read the stream to its end. Answers whether the game is over.
 * @param {string} game
 * @param {Told} told
 * @param {AbortSignal} end
 */
async function listen(game, told, end) {
  const mine = new AbortController();
  const stop = () => mine.abort();
  end.addEventListener("abort", stop);
  let timer = setTimeout(stop, SILENCE);
  try {
    const sent = { ...headers(), Accept: "text/event-stream", ...(game ? { "Last-Event-ID": String(told.version()) } : {}) };
    const path = me.peek() ? "/v1/me/stream" : `/v1/games/${game}/stream`;
    const query = { game: me.peek() && game ? game : null, patch: Boolean(game), text: Boolean(game) };
    const answer = await fetch(address(path, query), { headers: sent, signal: mine.signal });
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    online.value = true;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return false;
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE);
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) if (tell(block, told)) return true;
    }
  } finally {
    clearTimeout(timer);
    end.removeEventListener("abort", stop);
    mine.abort();
  }
}

/**
 * @param {string} block
 * @param {Told} told
 */
function tell(block, told) {
  let event = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data += line.slice(5).trimStart();
  }
  if (event === "reset") told.reset();
  else if (event === "end") {
    told.end?.();
    return !me.peek();
  } else if (event === "dropped") throw new Error(data);
  else if (event && data) hear(event, JSON.parse(data));
  else if (data) told.entry(JSON.parse(data));
  return false;
}
