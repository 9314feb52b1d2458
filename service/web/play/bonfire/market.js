// @ts-check
// Path tiles with their piles, and the gnomes that can be recruited.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { Icon } from "../icons.js";
import { GnomeCard } from "./cards.js";
import { ink } from "./look.js";
import { pathFace, plate, spotOf, symbol, words } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Layout} Layout */

/** The path tiles of the display and the two piles. @param {{table: Table, layout: Layout}} props */
export function Paths({ table, layout }) {
  const { path_display: display, path_pile_sizes: sizes } = table.view.board;
  return html`<g>
    ${display.map((/** @type {string | null} */ id, /** @type {number} */ number) => html`<${Shown} key=${number} table=${table} layout=${layout} slot=${number + 1} id=${id} />`)}
    ${sizes.map((/** @type {number} */ size, /** @type {number} */ number) => html`<${Pile} key=${number} table=${table} layout=${layout} pile=${number + 1} size=${size} />`)}
  </g>`;
}

/** @param {{table: Table, layout: Layout, slot: number, id: string | null}} props */
function Shown({ table, layout, slot, id }) {
  const box = spotOf(layout.spots, `path_display:${slot}`);
  const path = id ? table.thing("path_tile", id) : undefined;
  return html`<${Piece} table=${table} kind="source" id=${`display:${slot}`} value=${id} box=${box} label=${path?.name} also=${id ? [["path_tile", id]] : undefined} open=${id ? () => table.show("path_tile", id) : undefined}>
    ${path ? pathFace(box, path.facts) : plate(box, "bf-empty")}
  </${Piece}>`;
}

/** @param {{table: Table, layout: Layout, pile: number, size: number}} props */
function Pile({ table, layout, pile, size }) {
  const box = spotOf(layout.spots, `path_pile:${pile}`);
  const { x, y, w, h } = box;
  const sheet = (/** @type {number} */ off) => plate({ x: x + w * 0.08 - off, y: y + h * 0.1 - off, w: w * 0.86, h: h * 0.84 }, "bf-back");
  return html`<${Piece} table=${table} kind="source" id=${`pile:${pile}`} value=${size} box=${box} label=${`${table.name("choice", `pile:${pile}`)}: ${size}`} open=${() => table.show("term", "draw_pile")}>
    ${size > 2 ? sheet(-w * 0.05) : null}${size > 1 ? sheet(0) : null}${size ? sheet(w * 0.05) : plate(box, "bf-empty")}
    ${size ? symbol({ icon: "bf-path", color: ink("back-ink") }, x + w * 0.46, y + h * 0.38, h * 0.42) : null}
    ${words(size, x + w * 0.46, y + h * 0.74, h * 0.26, "bf-number")}
  </${Piece}>`;
}

/** The gnomes of the display and the elders as cards. @param {{table: Table}} props */
export function Gnomes({ table }) {
  const { specialists, elders, gnome_pile_size: left } = table.view.board;
  return html`<div class="bf-gnomes">
    <h3><${Icon} id="bf-gnome" color=${ink("tile-gnome")} /> ${table.name("gnome_role", "specialist")} <span class="bf-left" data-kind="gnome_pile" data-id="gnome_pile" data-value=${left} title=${table.name("term", "gnome_pile")}><${Icon} id="bf-pile" label=${table.name("term", "gnome_pile")} /> ${left}</span></h3>
    <div class="bf-cards">${specialists.map((/** @type {string | null} */ id, /** @type {number} */ number) =>
      id ? html`<${GnomeCard} key=${id} table=${table} id=${id} value=${`specialist_display:${number + 1}`} />` : html`<div key=${number} class="bf-gone" />`,
    )}</div>
    <h3><${Icon} id="bf-elder" color=${ink("elder")} /> ${table.name("gnome_role", "elder")}</h3>
    <div class="bf-cards">${elders.map((/** @type {string} */ id) => html`<${GnomeCard} key=${id} table=${table} id=${id} value="elder" />`)}</div>
  </div>`;
}

/** The market on a phone: path tiles above the gnomes. @param {{table: Table}} props */
export function Market({ table }) {
  const layout = table.layout("market");
  if (!layout) return null;
  const pile = spotOf(layout.spots, "gnome_pile");
  return html`<div class="bf-market">
    <svg viewBox=${`0 0 ${layout.width} ${pile.y - 4}`} class="bf-board"><rect class="bf-sea" width=${layout.width} height=${pile.y - 4} rx="6" /><${Paths} table=${table} layout=${layout} /></svg>
    <${Gnomes} table=${table} />
  </div>`;
}
