// @ts-check
// The first page: a name, one click to a game against the automa, your games, and games to join or to watch.
import { html, useEffect, useState } from "../vendor/preact.js";
import { catalogue, get, playerName } from "../api.js";
import { Bar, Dialog, NameForm, RecoveryCode } from "../frame.js";
import { Icon } from "../icons.js";
import { me } from "../store.js";
import { followNews, news } from "../stream.js";
import { language, moment, t } from "../texts.js";
import { NewGame, playSolo, soloOptions } from "./newgame.js";

/** @typedef {import("../table/contract.d.ts").Catalogue} Catalogue */

const ASK_EVERY = 8000;

export default function Lobby() {
  const [games, setGames] = useState(/** @type {Catalogue[]} */ ([]));
  const [asked, setAsked] = useState(/** @type {{run: () => void} | null} */ (null));
  const [making, setMaking] = useState(/** @type {Catalogue | null} */ (null));
  const [problem, setProblem] = useState("");
  const spoken = language.value;
  useEffect(() => {
    document.title = t("app.title");
    get("/v1/rulesets")
      .then((found) => Promise.all(found.items.map((/** @type {any} */ each) => catalogue(each.name))))
      .then(setGames, (error) => setProblem(error.message));
  }, [spoken]);
  /** Do it at once, or after the name is known. @param {() => void} run */
  const named = (run) => (me.peek() ? run() : setAsked({ run }));
  const solo = (/** @type {Catalogue} */ rules) => named(() => void playSolo(rules).catch((error) => setProblem(error.message)));
  return html`<${Bar} />
    <main class="page lobby">
      <section class="hero">
        <${Embers} />
        <div><h1>${me.value ? t("lobby.hello", { name: me.value.name }) : t("lobby.title")}</h1><p class="lead">${t("lobby.lead")}</p></div>
      </section>
      <${RecoveryCode} />
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      <div class="games">${games.map((rules) => html`<${GameCard} key=${rules.name} rules=${rules} solo=${() => solo(rules)} make=${() => named(() => setMaking(rules))} />`)}</div>
      <${Lists} games=${games} />
      <footer class="foot">${t("lobby.open")} <a href="/docs">${t("lobby.docs")}</a> · <a href="/graphql">GraphQL</a> · <a href="/openapi.json">OpenAPI</a></footer>
    </main>
    ${asked && html`<${Dialog} label=${t("name.title")} close=${() => setAsked(null)}><p class="quiet">${t("name.text")}</p>
      <${NameForm} then=${() => {
        setAsked(null);
        asked.run();
      }} /></${Dialog}>`}
    ${making && html`<${NewGame} catalogue=${making} close=${() => setMaking(null)} />`}`;
}

/** @param {{rules: Catalogue, solo: () => void, make: () => void}} props */
function GameCard({ rules, solo, make }) {
  const automa = rules.automas[0] ?? "";
  const opponent = automa.charAt(0).toUpperCase() + automa.slice(1);
  return html`<article class="game-card" data-game=${rules.name}>
    <h2>${rules.title}</h2><p>${rules.text}</p>
    <p class="quiet"><${Icon} id="people" /> ${t("lobby.players", { from: Math.min(...rules.players), to: Math.max(...rules.players) })}</p>
    <div class="ways">
      ${soloOptions(rules) && html`<button type="button" class="button main big" data-way="solo" onClick=${solo}><${Icon} id="play" /> ${t("lobby.solo", { automa: opponent })}</button>`}
      <button type="button" class="button" data-way="new" onClick=${make}><${Icon} id="people" /> ${t("lobby.new")}</button>
      <a class="button bare" href=${`/how/${rules.name}`}><${Icon} id="book" /> ${t("table.how")}</a>
      <a class="button bare" href=${`/top/${rules.name}`}><${Icon} id="cup" /> ${t("lobby.top")}</a>
    </div>
  </article>`;
}

/** @param {{games: Catalogue[]}} props */
function Lists({ games }) {
  const [rows, setRows] = useState(/** @type {any[] | null} */ (null));
  const own = me.value?.player;
  useEffect(() => {
    let isWanted = true;
    const ask = () => void lists(own).then((found) => isWanted && setRows(found), () => {});
    ask();
    const end = new AbortController();
    if (own) void followNews(end.signal);
    const unhear = news.subscribe((count) => void (count && ask()));
    const timer = setInterval(() => document.hidden || ask(), ASK_EVERY);
    return () => {
      isWanted = false;
      clearInterval(timer);
      unhear();
      end.abort();
    };
  }, [own]);
  if (!rows) return html`<p class="quiet" aria-busy="true">${t("lobby.loading")}</p>`;
  const isMine = (/** @type {any} */ row) => own && row.seats.some((/** @type {any} */ seat) => seat.player === own || seat.reserved === own);
  /** @type {[string, any[]][]} */
  const groups = [
    ["due", rows.filter((row) => isMine(row) && row.status === "active" && row.due)],
    ["running", rows.filter((row) => isMine(row) && row.status === "active" && !row.due)],
    ["invited", rows.filter((row) => row.status === "lobby" && row.seats.some((/** @type {any} */ seat) => seat.reserved && seat.reserved === own && !seat.player))],
    ["waiting", rows.filter((row) => row.status === "lobby" && !row.seats.some((/** @type {any} */ seat) => seat.reserved === own && own && !seat.player))],
    ["watch", rows.filter((row) => !isMine(row) && row.status === "active")],
    ["over", rows.filter((row) => isMine(row) && row.status === "finished").slice(0, 6)],
  ];
  const filled = groups.filter(([, list]) => list.length);
  return html`<div class="lists">${filled.map(
    ([id, list]) => html`<section key=${id} data-list=${id}><h2>${t(`list.${id}`)} <span class="badge">${list.length}</span></h2>
      <ul>${list.map((row) => html`<${Row} key=${row.id} row=${row} games=${games} own=${own} />`)}</ul></section>`,
  )}</div>`;
}

/** @param {string | undefined} own */
async function lists(own) {
  const [mine, active, open] = await Promise.all([
    own ? get("/v1/games", { player: own, first: 60 }) : { items: [] },
    get("/v1/games", { status: "active", first: 20 }),
    get("/v1/games", { status: "lobby", first: 20 }),
  ]);
  const found = new Map([...active.items, ...open.items, ...mine.items].map((row) => [row.id, row]));
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** @param {{row: any, games: Catalogue[], own?: string}} props */
function Row({ row, games, own }) {
  const rules = games.find((each) => each.name === row.ruleset);
  return html`<li><a class="game-row" href=${`/g/${row.id}`} data-game-id=${row.id}>
    <b>${rules?.title ?? row.ruleset}</b>
    <span class="quiet">${row.seats.map((/** @type {any} */ seat) => html`<${Who} key=${seat.seat} seat=${seat} own=${own} />`)}</span>
    <time class="quiet" datetime=${row.created_at}>${moment(row.created_at)}</time>
    <${Icon} id="next" /></a></li>`;
}

/** @param {{seat: any, own?: string}} props */
function Who({ seat, own }) {
  const [name, setName] = useState(seat.name ?? "");
  useEffect(() => {
    if (!seat.name && seat.player) playerName(seat.player).then(setName, () => {});
  }, [seat.player]);
  const automa = seat.automa ? seat.automa.charAt(0).toUpperCase() + seat.automa.slice(1) : "";
  const text = seat.player === own && own ? t("players.you") : name || (seat.bot ? t("seat.bot", { level: t(`bot.${seat.bot}`) }) : "") || automa || t("seat.open");
  return html`<span class="who-name"><${Icon} id=${seat.bot || seat.automa ? "robot" : "person"} /> ${text}</span>`;
}

/** Sparks above a fire, drawn. */
function Embers() {
  return html`<svg class="embers" viewBox="0 0 200 120" aria-hidden="true" preserveAspectRatio="xMidYMax meet">
    <path class="log-1" d="M38 104l124 10" /><path class="log-2" d="M162 104L38 114" />
    <path class="fire-1" d="M100 10c8 24 38 34 38 64 0 22-17 36-38 36s-38-14-38-36c0-16 9-26 16-38 5 10 9 14 14 15 4-14-2-28 8-41z" />
    <path class="fire-2" d="M101 48c5 14 19 20 19 36 0 12-9 20-20 20s-20-8-20-20c0-9 5-14 9-20 3 5 5 7 8 8 2-8-1-16 4-24z" />
    ${[[52, 40], [148, 34], [70, 18], [132, 62], [160, 72], [40, 74], [118, 12]].map(([x, y], i) => html`<circle key=${i} class=${`spark s${i % 3}`} cx=${x} cy=${y} r=${1.2 + (i % 3) * 0.6} />`)}
  </svg>`;
}
