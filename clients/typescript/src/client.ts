// The client: every call of the API as a method, requests that are repeated, pages and streams as iterators.

import { Calls, type Sent } from "./calls.js";
import type * as api from "./types.js";

const BUSY = new Set([429, 503]);
const NEWS = new Set(["invited", "started", "turn_due", "finished", "cancelled"]);
const LONGEST_PAUSE = 8000;

/** A refusal: `code` is for programs, the message for people, `rule` names the rule that says no. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  readonly rule: string | null;
  readonly details: api.Problem["details"];

  constructor(readonly status: number, told: Partial<api.Problem>) {
    super(`${told.detail ?? "no problem+json"} (${status} ${told.code})`);
    this.code = told.code ?? "";
    this.rule = told.rule ?? null;
    this.details = told.details ?? {};
  }
}

export interface Settings {
  /** The player's token; without one, the client is a spectator. */
  token?: string;
  /** The language of all texts. */
  language?: string;
  /** How often a request is sent until it is given up. */
  tries?: number;
}

export interface Following {
  /** Only entries after this version. */
  after?: number;
  /** With the JSON Patch of the view. */
  patch?: boolean;
  /** With sentences. */
  text?: boolean;
  /** Ends the stream. */
  signal?: AbortSignal;
}

/** A player of one server. */
export class Client extends Calls {
  token: string | undefined;
  readonly #url: string;
  readonly #language: string;
  readonly #tries: number;

  constructor(url: string, { token, language = "en", tries = 8 }: Settings = {}) {
    super();
    this.token = token;
    this.#url = url.replace(/\/$/, "");
    this.#language = language;
    this.#tries = tries;
  }

  /** Create a player; this client acts as that player from now on. Keep the token to come back. */
  override async signUp(body: api.NewPlayer): Promise<api.SignedUp> {
    const made = await super.signUp(body);
    this.token = made.token;
    return made;
  }

  /** Play a move; with a version, only while the game still asks the same as then. */
  async play(gameId: string, move: api.Move, more: { version?: number; key?: string } = {}): Promise<api.Played> {
    return (await this.playMove(gameId, move, more)) as api.Played;
  }

  /** What a move would cause; nothing is stored. */
  async dryRun(gameId: string, move: api.Move): Promise<api.DryRun> {
    return (await this.playMove(gameId, move, { dryRun: true })) as api.DryRun;
  }

  /** All listed games, newest first, page by page. */
  async *games(filter: { status?: api.GameStatus; ruleset?: string; player?: string } = {}): AsyncGenerator<api.ListedGame> {
    for (let after: string | undefined; ; ) {
      const page = await this.listGames({ ...filter, first: 100, ...(after === undefined ? {} : { after }) });
      yield* page.items;
      if (page.next === null) return;
      after = String(page.next);
    }
  }

  /** All entries after a version, page by page. */
  async *events(gameId: string, { after = 0, patch, text }: Following = {}): AsyncGenerator<api.Entry> {
    for (let following: number | null = after; following !== null; ) {
      const page: api.EntryPage = await this.listEvents(gameId, { first: 100, after: following, patch, text });
      yield* page.items;
      following = page.next === null ? null : Number(page.next);
    }
  }

  /** The entries after a version and those to come, each once, until the game is over. */
  async *stream(gameId: string, { after = 0, patch, text, signal }: Following = {}): AsyncGenerator<api.Entry> {
    const path = `/v1/games/${encodeURIComponent(gameId)}/stream`;
    for (;;) {
      const headers = { "Last-Event-ID": String(after) };
      for await (const told of this.#told(path, { patch, text }, headers, signal)) {
        if (told.name === "message") {
          const entry = JSON.parse(told.data) as api.Entry;
          after = entry.seq;
          yield entry;
        } else if (told.name === "reset") after = Number(told.id ?? 0);
        else if (told.name === "end") return;
      }
    }
  }

  /** Where the caller's games stand, then each that starts, ends or waits for the caller; for ever. */
  async *news(signal?: AbortSignal): AsyncGenerator<api.OwnGame> {
    let known = new Set<string>();
    for (;;) {
      for await (const told of this.#told("/v1/me/stream", {}, {}, signal)) {
        if (told.name === "games") {
          const listed = JSON.parse(told.data) as api.OwnGame[];
          const now = new Set(listed.map(({ game }) => game));
          for (const game of known) if (!now.has(game)) yield await this.#over(game);
          yield* listed;
          known = now;
        } else if (NEWS.has(told.name)) {
          const news = JSON.parse(told.data) as api.OwnGame;
          if (isOver(news.status)) known.delete(news.game);
          else known.add(news.game);
          yield news;
        }
      }
    }
  }

  /** The answer to a request; it is repeated if it gets none and would take effect only once. */
  override async send<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const headers = this.#headers();
    if (sent.takesKey) headers.set("Idempotency-Key", sent.key ?? randomKey());
    if (sent.version !== undefined) headers.set("If-Match", `"${sent.version}"`);
    if (sent.body !== undefined) headers.set("Content-Type", "application/json");
    const body = sent.body === undefined ? null : JSON.stringify(sent.body);
    const isRepeatable = method !== "POST" || sent.takesKey === true;
    for (let tried = 1; ; tried++) {
      let answer: Response;
      try {
        answer = await fetch(this.#address(path, sent.query), { method, headers, body });
      } catch (failure) {
        if (tried >= this.#tries || !isRepeatable) throw failure;
        await pause(backoff(tried));
        continue;
      }
      if (BUSY.has(answer.status) && tried < this.#tries) {
        await answer.body?.cancel();
        await pause(retryAfter(answer) ?? backoff(tried));
        continue;
      }
      if (!answer.ok) throw await problem(answer);
      const text = await answer.text();
      return (text === "" ? undefined : JSON.parse(text)) as T;
    }
  }

  /** What the news would have said of a game that ended while nobody listened. */
  async #over(gameId: string): Promise<api.OwnGame> {
    const { version, status } = await this.showGame(gameId);
    return { game: gameId, version, status, due: false } as api.OwnGame;
  }

  /** The events of a stream until it breaks, then a pause. */
  async *#told(
    path: string,
    query: Sent["query"],
    more: Record<string, string>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Told> {
    let wait = 1000;
    try {
      const headers = this.#headers();
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      const answer = await fetch(this.#address(path, query), { headers, signal: signal ?? null });
      if (BUSY.has(answer.status)) wait = retryAfter(answer) ?? wait;
      else if (!answer.ok) throw await problem(answer);
      else
        for await (const told of eventsOf(answer)) {
          if (told.name !== "dropped") yield told;
          else if (codeOf(told) !== "too_slow") throw new Problem(401, { detail: "The server ended the stream." });
        }
    } catch (failure) {
      if (failure instanceof Problem || signal?.aborted) throw failure;
    }
    await pause(wait);
  }

  #headers(): Headers {
    const headers = new Headers({ "Accept-Language": this.#language });
    if (this.token !== undefined) headers.set("Authorization", `Bearer ${this.token}`);
    return headers;
  }

  #address(path: string, query: Sent["query"] = {}): string {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return `${this.#url}${path}${given.length ? `?${written}` : ""}`;
  }
}

/** Whether a game with this status is over. */
export function isOver(status: api.GameStatus): boolean {
  return status === "finished" || status === "cancelled";
}

/** The `nonce_hash` that commits a player to a nonce before it is revealed. Needs a secure context in browsers. */
export async function commitment(nonce: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(nonce));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Told {
  name: string;
  id: string | undefined;
  data: string;
}

/** Server-sent events: an empty line ends an event, a colon begins a comment. */
async function* eventsOf(answer: Response): AsyncGenerator<Told> {
  if (answer.body === null) return;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let waiting = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (waiting + value).split("\n\n");
      waiting = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(block.split("\n").map((line) => splitAt(line, ": ")));
        const data = fields.get("data");
        if (data !== undefined) yield { name: fields.get("event") ?? "message", id: fields.get("id"), data };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function splitAt(line: string, mark: string): [string, string] {
  const at = line.indexOf(mark);
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + mark.length)];
}

function codeOf(told: Told): string {
  return (JSON.parse(told.data) as { code: string }).code;
}

async function problem(answer: Response): Promise<Problem> {
  const isProblem = answer.headers.get("content-type") === "application/problem+json";
  return new Problem(answer.status, isProblem ? ((await answer.json()) as api.Problem) : {});
}

function retryAfter(answer: Response): number | undefined {
  const seconds = answer.headers.get("Retry-After");
  return seconds === null ? undefined : Number(seconds) * 1000;
}

/** Longer after each try, and not the same for all clients. */
function backoff(tried: number): number {
  return (0.5 + Math.random() / 2) * Math.min(LONGEST_PAUSE, 250 * 2 ** tried);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Also where there is no `crypto.randomUUID`: on plain http. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
