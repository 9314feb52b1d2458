// @ts-check
// Phoenix Palace on the table: its areas, tabs, seats and tokens.
import { Board, Cards, Houses, Ring } from "./board.js";
import { Clan } from "./clan.js";
import { RESOURCES, SHARDS, CLANS, seatLook, token } from "./look.js";
import { symbols } from "./symbols.js";

/** @typedef {import("../table/contract.d.ts").GameFolder} GameFolder */
/** @typedef {import("../table/contract.d.ts").Table} Table */

const RING = ["spot", "sector"];
const CARDS = ["event_card", "discard_slot", "enemy_card"];
const HOUSES = ["village", "slot", "collect"];

/** @type {GameFolder} */
const folder = {
  style: new URL("./style.css", import.meta.url).href,
  symbols,
  tabs: [
    { id: "ring", title: "phoenix.tab.ring", icon: "pp-palace" },
    { id: "cards", title: "phoenix.tab.cards", icon: "pp-moon" },
    { id: "houses", title: "phoenix.tab.houses", icon: "pp-village" },
    { id: "clan", title: "phoenix.tab.clan", icon: "pp-apprentice" },
  ],
  zones: [
    { id: "board", title: "phoenix.zone.board", Draw: Board, layout: "wide", on: "wide", place: "board", tab: "ring", kinds: [...RING, ...CARDS, ...HOUSES] },
    { id: "ring", title: "phoenix.zone.ring", Draw: Ring, layout: "ring", on: "phone", place: "board", tab: "ring", kinds: RING },
    { id: "cards", title: "phoenix.zone.cards", Draw: Cards, layout: "cards", on: "phone", place: "board", tab: "cards", kinds: CARDS },
    { id: "houses", title: "phoenix.zone.houses", Draw: Houses, layout: "houses", on: "phone", place: "board", tab: "houses", kinds: HOUSES },
    { id: "clan", title: "phoenix.zone.clan", Draw: Clan, place: "side", tab: "clan", perSeat: true, kinds: ["kin", "revelation"] },
  ],
  look: (view, seat) => seatLook(view?.seats?.[seat]?.clan ?? CLANS[seat] ?? "red"),
  points: (view, seat) => view?.seats?.[seat]?.fp ?? null,
  facts: (table, seat) => {
    const own = table.view.seats[seat];
    if (!own) return [];
    return [
      { icon: "pp-apprentice", title: table.t("phoenix.hand"), value: own.hand.length },
      { icon: "pp-coin", title: table.t("phoenix.resources"), value: total(table, seat, RESOURCES) },
      { icon: "pp-jade", title: table.t("phoenix.shards"), value: total(table, seat, SHARDS) },
    ];
  },
  status: (table) => {
    const { round, phase } = table.view;
    return [{ icon: phase === "nighttime" ? "pp-moon" : "pp-sun", title: table.t(`phoenix.phase.${phase}`), value: round }];
  },
  hand: (table, seat) => [
    ...RESOURCES.map((id) => ({ kind: "resource", id, count: held(table, seat, id) })),
    ...SHARDS.map((id) => ({ kind: "shard", id, count: held(table, seat, id) })),
  ],
  token,
  endsTurn: ["end_turn"],
};
export default folder;

/** @param {Table} table @param {number} seat @param {string} id @returns {number} */
const held = (table, seat, id) => table.view.pools[table.view.seats[seat]?.pool]?.[id] ?? 0;
/** @param {Table} table @param {number} seat @param {string[]} ids */
const total = (table, seat, ids) => ids.reduce((sum, id) => sum + held(table, seat, id), 0);
