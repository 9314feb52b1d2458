// @ts-check
// A move is built here, in the page: each answer is tried by a dry run, which tells the next question. Nothing is stored
// before it is confirmed. idle → steps → complete → sent → idle.
import { batch, computed, signal } from "../vendor/preact.js";
import { NoAnswer, Problem, get, newKey, post } from "../api.js";
import { applied } from "../patch.js";
import { settings } from "../store.js";

/** @typedef {import("./contract.d.ts").Move} Move */
/** @typedef {import("./contract.d.ts").Target} Target */
/** @typedef {import("./contract.d.ts").Tokens} Tokens */
/** @typedef {ReturnType<typeof import("./state.js").makeState>} State */
/** @typedef {{move: Move, value: any, label: string, price: Tokens[], places: string[]}} Answer */
/** @typedef {{move: Move, run: any, key: string}} Step */
/** @typedef {ReturnType<typeof makeForm>} Form */

/**
 * @param {any} value
 * @returns {string}
 */
export function textOf(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? Object.values(value).map(textOf).join(",") : String(value);
}

/**
 * @param {any[]} moves
 * @param {any[]} about
 * @param {Move | null} base what is answered already
 * @returns {Answer[]}
 */
function answersOf(moves, about, base) {
  const known = new Set(base ? Object.values(base).map(textOf) : []);
  return moves.map((move, i) => {
    const told = about?.[i] ?? { label: move.type, targets: [], price: [] };
    const fields = Object.keys(move).filter((name) => name !== "type" && !(base && name in base && textOf(base[name]) === textOf(move[name])));
    const targets = told.targets.filter((/** @type {any} */ each) => !known.has(each.id));
    const places = [
      ...targets.map((/** @type {any} */ each) => `${each.kind}:${each.id}`),
      ...fields.map((name) => `${name}:${textOf(move[name])}`),
    ];
    return { move, value: fields.length ? move[fields[fields.length - 1] ?? ""] : undefined, label: told.label, price: told.price, places };
  });
}

/** @param {State} state */
export function makeForm(state) {
  const path = `/v1/games/${state.game.peek().id}/moves`;
  const offered = signal(/** @type {any} */ (null));
  const steps = signal(/** @type {Step[]} */ ([]));
  const filter = signal("");
  const busy = signal(false);
  const problem = signal(/** @type {Error | null} */ (null));
  const notice = signal("");
  let turn = 0;

  const current = computed(() => steps.value[steps.value.length - 1] ?? null);
  const open = computed(() => {
    const step = current.value;
    if (step) return answersOf(step.run.moves, step.run.about, step.move);
    return offered.value ? answersOf(offered.value.moves, offered.value.about ?? [], null) : [];
  });
  const answers = computed(() => (filter.value ? open.value.filter((each) => each.places.includes(filter.value)) : open.value));
  const ready = computed(() => (current.value?.run.complete && !filter.value ? current.value : null));

  /** Read what can be done now. */
  async function refresh() {
    const mine = ++turn;
    const found = await get(path, { about: true });
    if (mine !== turn) return;
    batch(() => {
      offered.value = found;
      if (found.seat !== null) state.you.value = found.seat;
    });
  }

  /** @param {Step[]} next */
  function show(next) {
    batch(() => {
      steps.value = next;
      filter.value = "";
      problem.value = null;
      const last = next[next.length - 1];
      const isShown = last && (last.run.complete || last.run.patch?.length);
      state.preview.value = isShown ? applied(state.game.peek(), last.run.patch ?? []).view : null;
    });
  }

  /** @param {Move} move */
  async function tried(move) {
    const query = { dry_run: true, text: true, about: true, patch: true };
    return post(path, move, { query });
  }

  /**
   * Answer the open question, or begin a move.
   * @param {Move} move
   */
  async function pick(move) {
    if (busy.peek()) return;
    busy.value = true;
    notice.value = "";
    try {
      const run = await tried(move);
      show([...steps.peek(), { move, run, key: newKey() }]);
    } catch (error) {
      problem.value = /** @type {Error} */ (error);
    } finally {
      busy.value = false;
    }
    if (ready.peek() && !current.peek()?.run.asks && !needsConfirmation(ready.peek())) await send();
  }

  /** @param {string} type */
  function begin(type) {
    const own = offered.peek()?.moves.filter((/** @type {Move} */ move) => move.type === type) ?? [];
    return pick(own.length === 1 ? own[0] : { type });
  }

  /** @param {Step | null} step */
  function needsConfirmation(step) {
    const wish = settings.peek().confirm;
    if (!step || wish === "never") return false;
    const own = step.run.score.find((/** @type {any} */ each) => each.seat === state.you.peek());
    return wish === "always" || step.run.stopped || (own?.change ?? 0) < 0;
  }

  /** Store the move. Without an answer, the same request is sent again with the same key. */
  async function send() {
    const step = ready.peek();
    if (!step || busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      const version = offered.peek()?.since ?? state.game.peek().version;
      finish(await post(path, step.move, { key: step.key, version, query: { next: true, text: true } }));
    } catch (error) {
      await refused(/** @type {Error} */ (error));
    } finally {
      busy.value = false;
    }
  }

  /** @param {Error} error */
  async function refused(error) {
    if (error instanceof Problem && error.status === 412) {
      await refresh();
      await again();
    } else problem.value = error;
  }

  /** Try the steps of the form again on what the game is now; keep those that are still offered. */
  async function again() {
    /** @type {Step[]} */
    const kept = [];
    for (const step of steps.peek()) {
      try {
        kept.push({ move: step.move, run: await tried(step.move), key: newKey() });
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        break;
      }
    }
    const isWhole = kept.length === steps.peek().length;
    show(kept);
    notice.value = isWhole ? "prompt.changed" : "prompt.gone";
  }

  /** @param {any} done the answer, with the patch and the next moves */
  function finish(done) {
    batch(() => {
      show([]);
      offered.value = done.next?.version === done.version ? done.next : null;
      state.onPlayed(done);
    });
  }

  /**
   * Take entries back: the last one, or all after `to`.
   * @param {number} [to]
   */
  async function undo(to) {
    if (busy.peek()) return;
    busy.value = true;
    problem.value = null;
    try {
      finish(await post(`/v1/games/${state.game.peek().id}/undo`, to === undefined ? {} : { to }, { query: { next: true } }));
    } catch (error) {
      problem.value = /** @type {Error} */ (error);
    } finally {
      busy.value = false;
    }
  }

  function back() {
    if (filter.peek()) filter.value = "";
    else if (problem.peek() && !steps.peek().length) problem.value = null;
    else show(steps.peek().slice(0, -1));
    notice.value = "";
  }

  /**
   * @param {string} kind
   * @param {string} id
   */
  function choose(kind, id) {
    const found = targets.peek().get(`${kind}:${id}`);
    if (!found) return false;
    if (found.moves.length === 1 && found.moves[0]) void pick(found.moves[0]);
    else filter.value = `${kind}:${id}`;
    return true;
  }

  /** What can be chosen at each place, from the same answers as the buttons. */
  const targets = computed(() => {
    /** @type {Map<string, Target>} */
    const found = new Map();
    for (const answer of answers.value) {
      for (const place of answer.places) {
        const there = found.get(place);
        if (there) there.moves.push(answer.move);
        else found.set(place, { moves: [answer.move], label: answer.label, price: answer.price });
      }
    }
    return found;
  });

  return { offered, steps, filter, busy, problem, notice, current, open, answers, ready, targets, refresh, again, pick, begin, send, undo, back, choose };
}
