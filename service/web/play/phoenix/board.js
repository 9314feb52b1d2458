// @ts-check
// The board as a whole on a wide screen, and in three parts on a phone.
import { html } from "../vendor/preact.js";
import { Clanhouse, Enemy, Foreseen, Heralds, Revelations, Round, Villages } from "./displays.js";
import { Palace, Sectors } from "./ring.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {(props: {table: Table, layout: import("../table/contract.d.ts").Layout}) => import("../vendor/preact.js").VNode | null} Part */

/** @param {Table} table @param {string} name @param {Part[]} parts */
function picture(table, name, parts) {
  const layout = table.layout(name);
  if (!layout) return null;
  const night = table.view.phase === "nighttime" ? "pp-by-night" : "";
  return html`<svg viewBox=${`0 0 ${layout.width} ${layout.height}`} class=${`pp-board pp-on-${name} ${night}`}>
    <rect class="pp-ground" width=${layout.width} height=${layout.height} rx="8" />
    ${parts.map((Part, number) => html`<${Part} key=${number} table=${table} layout=${layout} />`)}
  </svg>`;
}

/** @param {{table: Table}} props */
export const Board = ({ table }) => picture(table, "wide", [Foreseen, Round, Revelations, Sectors, Palace, Heralds, Enemy, Clanhouse, Villages]);
/** @param {{table: Table}} props */
export const Ring = ({ table }) => picture(table, "ring", [Sectors, Palace, Heralds, Round]);
/** @param {{table: Table}} props */
export const Cards = ({ table }) => picture(table, "cards", [Foreseen, Revelations, Enemy]);
/** @param {{table: Table}} props */
export const Houses = ({ table }) => picture(table, "houses", [Clanhouse, Villages]);
