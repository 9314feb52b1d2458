// @ts-check
// Bonfire on the table: its areas, tabs, seats, tokens and questions.
import { Board } from "./board.js";
import { City } from "./city.js";
import { Fate } from "./fate.js";
import { Fireside } from "./fire.js";
import { RESOURCES, TILES, seatLook, token } from "./look.js";
import { Gnomes, Market } from "./market.js";
import { questions } from "./questions.js";
import { Sea } from "./sea.js";
import { symbols } from "./symbols.js";
import { Tom } from "./tom.js";

/** @typedef {import("../table/contract.d.ts").GameFolder} GameFolder */
/** @typedef {import("../table/contract.d.ts").Table} Table */

const SEAT_COLORS = ["red", "green", "violet", "orange"];
const FIRE = ["bonfire_space", "council_space", "common_task", "portal_shape"];
const MARKET = ["source", "path_tile", "gnome"];
const CITY = ["position", "destination", "pile", "guardian"];
const FATE = ["anchor", "end", "rotation"];

/** @type {GameFolder} */
const folder = {
  style: new URL("./style.css", import.meta.url).href,
  symbols,
  tabs: [
    { id: "sea", title: "bonfire.tab.sea", icon: "bf-ship" },
    { id: "fire", title: "bonfire.tab.fire", icon: "flame" },
    { id: "market", title: "bonfire.tab.market", icon: "bf-gnome" },
    { id: "city", title: "bonfire.tab.city", icon: "bf-council" },
    { id: "fate", title: "bonfire.tab.fate", icon: "bf-fate" },
  ],
  zones: [
    { id: "board", title: "bonfire.zone.board", Draw: Board, on: "wide", place: "board", tab: "sea", kinds: ["island", "task", ...FIRE, "source", "path_tile"] },
    { id: "gnomes", title: "bonfire.zone.gnomes", Draw: Gnomes, on: "wide", place: "board", tab: "market", kinds: ["gnome"] },
    { id: "sea", title: "bonfire.zone.sea", Draw: Sea, on: "phone", place: "board", tab: "sea", kinds: ["island", "task"] },
    { id: "fire", title: "bonfire.zone.fire", Draw: Fireside, layout: "fire", on: "phone", place: "board", tab: "fire", kinds: FIRE },
    { id: "market", title: "bonfire.zone.market", Draw: Market, on: "phone", place: "board", tab: "market", kinds: MARKET },
    { id: "city", title: "bonfire.zone.city", Draw: City, layout: "city", place: "side", tab: "city", perSeat: true, kinds: CITY },
    { id: "fate", title: "bonfire.zone.fate", Draw: Fate, layout: "fate", place: "side", tab: "fate", perSeat: true, kinds: FATE },
    { id: "tom", title: "bonfire.zone.tom", Draw: Tom, place: "side", tab: "city", kinds: ["tom_card"] },
  ],
  look: (view, seat) => seatLook(view?.cities?.[seat]?.color ?? SEAT_COLORS[seat] ?? "red"),
  points: (view, seat) => view?.cities?.[seat]?.points ?? null,
  facts: (table, seat) => {
    const city = table.view.cities[seat];
    if (!city) return [];
    const lit = city.spaces.filter((/** @type {any} */ space) => space.lit).length;
    return [
      { icon: "bf-fire", title: table.name("term", "bonfire"), value: lit },
      { icon: "bf-fate", title: table.name("term", "action_tile"), value: total(city.tiles) },
      { icon: "bf-bowl", title: table.name("term", "resource"), value: total(city.resources) },
    ];
  },
  status: (table) => {
    const { turn, phase, countdown } = table.view;
    const facts = [{ icon: "history", title: table.name("term", "round"), value: turn.round }];
    if (phase === "countdown" && countdown?.value) facts.push({ icon: "bf-hourglass", title: table.name("term", "countdown_tile"), value: countdown.value });
    return facts;
  },
  hand: (table, seat) => {
    const city = table.view.cities[seat];
    if (!city) return [];
    return [
      ...TILES.map((id) => ({ kind: "tile", id, count: city.tiles[id] })),
      ...RESOURCES.map((id) => ({ kind: "resource", id, count: city.resources[id] })),
    ];
  },
  token,
  endsTurn: ["end_turn"],
  questions,
};
export default folder;

/** @param {Record<string, number>} supply */
const total = (supply) => Object.values(supply).reduce((sum, count) => sum + count, 0);
