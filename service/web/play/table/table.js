// @ts-check
// The page of a game: its lobby, its table, or its result.
import { effect, html, useEffect, useRef, useState } from "../vendor/preact.js";
import { catalogue, get, online, playerName, post } from "../api.js";
import { listenForKeys, say } from "../a11y.js";
import { Bar, Page } from "../frame.js";
import { Icon, Symbols } from "../icons.js";
import { chime, notify } from "../sound.js";
import { me, seen, settings } from "../store.js";
import { duration, language, loadTexts, t } from "../texts.js";
import { Card } from "./card.js";
import { makeForm } from "./form.js";
import { Hand } from "./hand.js";
import { makeLive } from "./live.js";
import { Log } from "./log.js";
import { Players, timeLeft } from "./players.js";
import { Prompt } from "./prompt.js";
import { makeState } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {{state: State, form: import("./form.js").Form, live: import("./live.js").Live, end: AbortController}} Opened */

/** With more entries than this since the last visit, the table shows the present at once. */
const MOST_MISSED = 12;

/** @param {Record<string, string>} parts */
export default function TablePage({ game = "" }) {
  const [opened, setOpened] = useState(/** @type {Opened | null} */ (null));
  const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
  const spoken = language.value;
  useEffect(() => {
    const end = new AbortController();
    open(game, end).then(setOpened, (error) => end.signal.aborted || setProblem(error));
    return () => end.abort();
  }, [game, spoken]);
  if (problem) return html`<${Page} title=${t("table.none")}><p class="problem">${problem.message}</p><a class="button" href="/">${t("app.home")}</a></${Page}>`;
  if (!opened) return html`<${Bar} /><main class="page loading" aria-busy="true"></main>`;
  return html`<${Opened} ...${opened} />`;
}

/**
 * @param {string} id
 * @param {AbortController} end
 * @returns {Promise<Opened>}
 */
async function open(id, end) {
  const now = await get(`/v1/games/${id}`, {}, { signal: end.signal });
  const folders = (document.documentElement.dataset.games ?? "").split(" ");
  const isDrawn = folders.includes(now.ruleset);
  const [rules, folder, from] = await Promise.all([
    catalogue(now.ruleset),
    isDrawn ? import(`../${now.ruleset}/index.js`) : import("./plain.js"),
    lastSeen(now),
    isDrawn ? loadTexts(now.ruleset) : null,
  ]);
  if (folder.default.style) await addStyle(folder.default.style);
  const state = makeState(rules, folder.default, from);
  state.you.value = ownSeat(now);
  state.shownSeat.value = state.you.peek() ?? 0;
  state.tab.value = folder.default.tabs[0]?.id ?? "log";
  const [form, live] = [makeForm(state), makeLive(state)];
  state.source.value = form.targets;
  state.onChoose = (kind, id) => void (form.choose(kind, id) || state.table.show(kind, id));
  state.onPlayed = (done) => live.played(done);
  state.onSettled = () => settled(state, form);
  effect(() => nameSeats(state));
  void live.start(end.signal);
  if (from.version === now.version) void settled(state, form);
  if (from === now) seen.value = { ...seen.peek(), [id]: now.version };
  return { state, form, live, end };
}

/**
 * The game as it was when this browser showed it last, if that is not long ago: what was missed is then told.
 * @param {any} now
 */
async function lastSeen(now) {
  const before = seen.peek()[now.id] ?? 0;
  if (now.status === "lobby" || before < 1 || before >= now.version || now.version - before > MOST_MISSED) return now;
  const then = await get(`/v1/games/${now.id}`, { at: before }).catch(() => now);
  return then.view ? then : now;
}

/** @param {any} game */
function ownSeat(game) {
  if (Array.isArray(game.you)) return game.you[0] ?? null;
  const found = game.seats.find((/** @type {any} */ seat) => seat.player && seat.player === me.peek()?.player);
  return found?.seat ?? null;
}

/** @param {State} state */
function nameSeats(state) {
  for (const seat of /** @type {any[]} */ (state.game.value.seats)) {
    for (const player of [seat.player, seat.reserved]) {
      if (!player || seat.name || player in state.names.peek()) continue;
      state.names.value = { ...state.names.peek(), [player]: "…" };
      void playerName(player).then((name) => {
        state.names.value = { ...state.names.peek(), [player]: name };
      }, () => {});
    }
  }
}

/**
 * Everything is shown: read what can be done now.
 * @param {State} state
 * @param {import("./form.js").Form} form
 */
async function settled(state, form) {
  const game = state.game.peek();
  if (state.you.peek() === null) state.you.value = ownSeat(game);
  if (game.status !== "active" || state.you.peek() === null) return;
  const before = form.offered.peek();
  if (before?.version === game.version) return;
  const wasMine = Boolean(before?.moves.length);
  await form.refresh().catch(() => {});
  if (form.steps.peek().length) await form.again().catch(() => {});
  const isMine = Boolean(form.offered.peek()?.moves.length);
  if (isMine && !wasMine && before) announce();
}

function announce() {
  say(t("prompt.your_turn"));
  chime();
  notify(t("prompt.your_turn"));
}

/** @param {string} address */
function addStyle(address) {
  if (document.querySelector(`link[href="${address}"]`)) return;
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}

/** @param {Opened} opened */
function Opened({ state, form, live }) {
  const { game, folder } = state;
  const status = game.value.status;
  const isMine = Boolean(form.offered.value?.moves.length) && status === "active";
  useEffect(() => {
    document.title = `${isMine && settings.peek().title ? `● ${t("prompt.your_turn")} – ` : ""}${state.catalogue.title}`;
  }, [isMine]);
  useEffect(() => listenForKeys(keys(state, form, live)), [state]);
  const [Own, setOwn] = useState(/** @type {any} */ (null));
  const wanted = status === "lobby" ? "room" : status === "active" ? "" : "result";
  useEffect(() => {
    if (wanted) (wanted === "room" ? import("./room.js") : import("./result.js")).then((found) => setOwn(() => found.default));
    else setOwn(null);
  }, [wanted]);
  return html`<${Symbols}>${folder.symbols}</${Symbols}>
    <${Bar}><span class="game-title">${state.catalogue.title}</span><${Lost} />
      <span class="spring"></span>
      ${status !== "lobby" && html`<a class="button bare" href=${`/g/${game.value.id}/replay`} title=${t("table.replay")}><${Icon} id="history" label=${t("table.replay")} /></a>`}
      <a class="button bare" href=${`/how/${state.catalogue.name}`} title=${t("table.how")}><${Icon} id="book" label=${t("table.how")} /></a>
      ${status === "active" && state.you.value !== null && html`<${More} state=${state} />`}
    </${Bar}>
    ${wanted && Own ? html`<${Own} state=${state} live=${live} />` : null}
    ${game.value.view ? html`<${Shell} state=${state} form=${form} live=${live} />` : null}
    <${Card} state=${state} />`;
}

function Lost() {
  return online.value ? null : html`<span class="lost" role="status"><${Icon} id="offline" /> ${t("app.offline")}</span>`;
}

/** @param {{state: State}} props */
function More({ state }) {
  const [sure, setSure] = useState(false);
  const id = state.game.value.id;
  if (!sure) return html`<button type="button" class="button bare" title=${t("table.resign")} onClick=${() => setSure(true)}><${Icon} id="flag" label=${t("table.resign")} /></button>`;
  return html`<span class="sure">${t("table.resign_sure")}
    <button type="button" class="button" onClick=${() => setSure(false)}>${t("dialog.no")}</button>
    <button type="button" class="button main" onClick=${() => post(`/v1/games/${id}/resign`).then(() => setSure(false), () => setSure(false))}>${t("table.resign")}</button></span>`;
}

/**
 * @param {State} state
 * @param {import("./form.js").Form} form
 * @param {import("./live.js").Live} live
 */
function keys(state, form, live) {
  const position = () => {
    const due = state.seats.value.filter((seat) => seat.due).map((seat) => seat.name);
    const points = state.seats.value.map((seat) => `${seat.name} ${state.folder.points(state.table.view, seat.seat) ?? ""}`);
    say([due.length ? t("prompt.waiting", { names: due.join(", ") }) : "", ...points].join(". "));
  };
  const clock = () => {
    const left = timeLeft(state.game.value);
    say(left === null ? t("keys.no_clock") : duration(left / 1000));
  };
  return {
    l: () => say((live.log.value.find((entry) => entry.text?.length)?.text ?? []).join(" ")),
    o: position,
    c: clock,
    Escape: () => (form.current.peek() || form.filter.peek()) && form.back(),
  };
}

/** @param {{state: State, form: import("./form.js").Form, live: import("./live.js").Live}} props */
function Shell({ state, form, live }) {
  const isWide = state.table.screen === "wide";
  return html`<div class=${`table ${isWide ? "wide" : "phone"}`} data-version=${state.game.value.version} data-status=${state.game.value.status}>
    <${Players} state=${state} />
    ${isWide ? html`<${Wide} state=${state} live=${live} />` : html`<${Phone} state=${state} form=${form} live=${live} />`}
    <div class="below">
      <${Hand} state=${state} />
      <${Prompt} state=${state} form=${form} live=${live} />
    </div>
  </div>`;
}

/** @param {{state: State, zone: import("./contract.d.ts").Zone}} props */
function Zone({ state, zone }) {
  const seat = zone.perSeat ? state.table.seats[state.shownSeat.value ?? 0] : undefined;
  const layout = zone.layout ? state.table.layout(zone.layout) : null;
  const title = seat && !seat.you ? `${t(zone.title)} · ${seat.name}` : t(zone.title);
  return html`<section class="zone" data-zone=${zone.id} data-zone-seat=${seat?.seat} aria-label=${title}
    style=${layout ? { "--ratio": `${layout.width} / ${layout.height}` } : undefined}>
    <h2 class="zone-title">${title}</h2>
    <${zone.Draw} table=${state.table} seat=${seat} />
  </section>`;
}

/** @param {{state: State, live: import("./live.js").Live}} props */
function Wide({ state, live }) {
  const zones = state.folder.zones.filter((zone) => !zone.on || zone.on === "wide");
  const at = (/** @type {string} */ place) => zones.filter((zone) => zone.place === place);
  return html`<main class="boards">
    <div class="column board">${at("board").map((zone) => html`<${Zone} key=${zone.id} state=${state} zone=${zone} />`)}</div>
    <div class="column side">${at("side").map((zone) => html`<${Zone} key=${zone.id} state=${state} zone=${zone} />`)}
      <section class="zone" data-zone="log"><h2 class="zone-title">${t("log.title")}</h2><${Log} state=${state} live=${live} /></section></div>
  </main>`;
}

/** @param {{state: State, form: import("./form.js").Form, live: import("./live.js").Live}} props */
function Phone({ state, form, live }) {
  const zones = state.folder.zones.filter((zone) => !zone.on || zone.on === "phone");
  const tabs = [...state.folder.tabs, { id: "log", title: "log.title", icon: "log" }];
  const kinds = new Set([...form.targets.value.keys()].map((place) => place.split(":")[0] ?? ""));
  const hasTarget = (/** @type {string} */ tab) => zones.some((zone) => zone.tab === tab && zone.kinds.some((kind) => kinds.has(kind)));
  const asked = form.current.value;
  const asking = useRef(asked);
  useEffect(() => {
    if (asked === asking.current) return;
    asking.current = asked;
    const there = asked && !hasTarget(state.tab.peek()) ? tabs.find((tab) => hasTarget(tab.id)) : null;
    if (there) state.tab.value = there.id;
  }, [asked]);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = tabs.findIndex((tab) => tab.id === state.tab.peek());
    if (!step) return;
    const next = tabs[(here + step + tabs.length) % tabs.length];
    if (next) state.tab.value = next.id;
    requestAnimationFrame(() => document.getElementById(`tab-${state.tab.peek()}`)?.focus());
  };
  return html`<div class="tabs" role="tablist" onKeyDown=${move}>
      ${tabs.map((tab) => html`<button type="button" role="tab" key=${tab.id} id=${`tab-${tab.id}`} aria-selected=${state.tab.value === tab.id} tabIndex=${state.tab.value === tab.id ? 0 : -1}
        aria-controls="tab-panel" class=${hasTarget(tab.id) ? "dot" : ""} onClick=${() => {
          state.tab.value = tab.id;
        }}><${Icon} id=${tab.icon} /><span>${t(tab.title)}</span></button>`)}
    </div>
    <main class="panel" role="tabpanel" id="tab-panel" aria-labelledby=${`tab-${state.tab.value}`}>
      ${state.tab.value === "log" ? html`<${Log} state=${state} live=${live} />` : zones.filter((zone) => zone.tab === state.tab.value).map((zone) => html`<${Zone} key=${zone.id} state=${state} zone=${zone} />`)}
    </main>`;
}
