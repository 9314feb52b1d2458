// @ts-check
// The sectors with their spots, and the palace in the middle of them.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { lineAt, plateAt, shrunk, spotAt, symbolAt } from "../table/svg.js";
import { CLANS, SECTORS, drawn, ink, look, standing } from "./look.js";
import { kinFace, kinName, seatMarks } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Layout} Layout */
/** @typedef {import("../table/contract.d.ts").Spot} Spot */
/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {{kin: string, at: string, cloaked: boolean, seat: number}} Standing */

/** @param {{table: Table, layout: Layout}} props */
export function Sectors({ table, layout }) {
  return html`<g>${SECTORS.map((id) => html`<${Sector} key=${id} table=${table} layout=${layout} id=${id} />`)}</g>`;
}

/** @param {{table: Table, layout: Layout, id: string}} props */
function Sector({ table, layout, id }) {
  const box = spotAt(layout.spots, id);
  const { highlighted, dragon_sectors: dragons, guards, side } = table.view.board;
  const facts = /** @type {any} */ (table.thing("sector", id)?.facts);
  const lit = highlighted.includes(id);
  const spots = side === "small" ? [1, 2, 3] : [1, 2, 3, 4];
  const guarding = guards.filter((/** @type {any} */ guard) => guard.sector === id).map((/** @type {any} */ guard) => guard.seat);
  const head = { y: box.y + box.h * 0.2, size: box.h * 0.26 };
  const signs = [lit ? "moon" : null, dragons.includes(id) ? "dragon" : null].filter((each) => each !== null);
  return html`<g>
    <${Piece} table=${table} kind="sector" id=${id} value=${signs.join(" ")} box=${box} label=${table.name("sector", id)}>
      ${plateAt(box, `pp-sector${lit ? " pp-lit" : ""}`)}
      <path class="pp-band" d=${`M${box.x + 6} ${box.y + box.h - 3}h${box.w - 12}`} style=${{ stroke: ink(facts?.shard ?? "coral") }} />
      ${symbolAt(drawn(id), box.x + head.size * 0.85, head.y, head.size)}
      <text class="line pp-title" x=${box.x + head.size * 1.6} y=${head.y + head.size * 0.27} font-size=${head.size * 0.78}>${table.name("sector", id)}</text>
      ${symbolAt(look(facts?.shard ?? "coral"), box.x + box.w - head.size * 0.8, head.y, head.size * 0.82)}
      ${signs.map((sign, number) => html`<g key=${sign}>${symbolAt(drawn(sign, sign), box.x + box.w - head.size * (1.9 + number), head.y, head.size * 0.86)}</g>`)}
      ${guarding.length ? html`<g>${symbolAt(drawn("guard"), box.x + box.w * 0.56, head.y, head.size)}${seatMarks(table, guarding, box.x + box.w * 0.56, head.y, head.size * 0.45)}</g>` : null}
    </${Piece}>
    ${spots.map((number) => html`<${SectorSpot} key=${number} table=${table} box=${spotAt(layout.spots, `${id}/spot:${number}`)} id=${`${id}.${number}`} side=${side} />`)}
  </g>`;
}

/** @param {{table: Table, box: Spot, id: string, side?: string}} props */
function SectorSpot({ table, box, id, side = "" }) {
  const here = standing(table.view).filter((tile) => tile.at === id);
  const soon = table.preview ? standing(table.preview).find((tile) => tile.at === id && !here.some((now) => now.kin === tile.kin)) : undefined;
  const facts = /** @type {any} */ (table.thing("spot", id)?.facts);
  const price = facts?.[`${side}_price`];
  return html`<${Occupied} table=${table} box=${box} id=${id} tiles=${here}>
    ${plateAt(box, "pp-spot", box.w * 0.24)}
    ${price ? symbolAt(look(price), box.x + box.w / 2, box.y + box.h / 2, box.w * 0.5) : null}
    ${soon ? html`<g class="ghost">${kinFace(shrunk(box, 2), soon.kin, soon.cloaked)}</g>` : null}
  </${Occupied}>`;
}

/** A spot, and whoever stands on it. @param {{table: Table, box: Spot, id: string, tiles: Standing[], children?: import("../vendor/preact.js").Child}} props */
function Occupied({ table, box, id, tiles, children }) {
  const first = tiles[0];
  const label = [table.name("spot", id), ...tiles.map((tile) => kinName(table, tile.kin, tile.cloaked))].join(": ");
  const value = tiles.map((tile) => (tile.cloaked ? `${tile.kin} cloaked` : tile.kin)).join(",");
  return html`<${Piece} table=${table} kind="spot" id=${id} value=${value} box=${box} label=${label} also=${tiles.map((tile) => ["kin", tile.kin])} open=${first ? () => table.show("kin", first.kin) : undefined}>
    ${children}
    ${tiles.map((tile, number) => html`<g key=${tile.kin} transform=${number ? `translate(${number * 3} ${number * 3})` : undefined}>${kinFace(shrunk(box, 2), tile.kin, tile.cloaked)}</g>`)}
  </${Piece}>`;
}

/** @param {{table: Table, layout: Layout}} props */
export function Palace({ table, layout }) {
  const box = spotAt(layout.spots, "palace");
  const { palace_level: level, rotation } = table.view.board;
  const here = standing(table.view);
  const alternative = table.view.modes.includes("palace_alt");
  const inside = here.filter((tile) => tile.at === "palace");
  return html`<g>
    <${Piece} table=${table} kind="spot" id="palace" value=${inside.map((tile) => tile.kin).join(",")} box=${box} label=${`${table.name("spot", "palace")} ${level}`}>
      ${plateAt(box, "pp-palace")}
      <g transform=${`rotate(${rotation * 60} ${box.x + box.w / 2} ${box.y + box.h / 2})`}><path class="pp-needle" d=${needle(box)} /></g>
      ${symbolAt(drawn("palace", "palace-ink"), box.x + box.w / 2, box.y + box.h / 2 - box.h * 0.02, box.h * (alternative ? 0.16 : 0.24))}
      ${alternative ? null : lineAt(table.t("phoenix.level", { n: level }), box.x + box.w / 2, box.y + box.h * 0.655, box.h * 0.055, "pp-quiet")}
    </${Piece}>
    ${alternative
      ? Object.entries(layout.spots).filter(([id]) => /^palace\/(outer_ward|battlement|pinnacle)/.test(id)).map(([id, spot]) => {
          const name = id.slice("palace/".length);
          return html`<${Occupied} key=${name} table=${table} box=${spot} id=${name} tiles=${here.filter((tile) => tile.at === name)}>${plateAt(spot, `pp-spot pp-${name.split(".")[0]}`, spot.w * 0.2)}</${Occupied}>`;
        })
      : CLANS.map((clan) => html`<${Inside} key=${clan} table=${table} box=${spotAt(layout.spots, `palace/clan:${clan}`)} tiles=${inside.filter((tile) => tile.kin.startsWith(clan))} />`)}
  </g>`;
}

/** The pointer to the sectors that the palace highlights. @param {Spot} box */
function needle(box) {
  const [x, y, r] = [box.x + box.w / 2, box.y + box.h / 2, box.w * 0.46];
  return `M${x} ${y - r}l${r * 0.13} ${r * 0.26}h${-r * 0.26}z`;
}

/** The kin of one clan in the palace: two rows, and a number when they are more. @param {{table: Table, box: Spot, tiles: Standing[]}} props */
function Inside({ table, box, tiles }) {
  const size = box.w / 3;
  return html`<g>${tiles.slice(0, 9).map((tile, number) => {
    const place = { x: box.x + (number % 3) * size, y: box.y + Math.floor(number / 3) * size, w: size, h: size };
    return html`<${Piece} key=${tile.kin} table=${table} kind="kin" id=${tile.kin} value="palace" seat=${tile.seat} box=${place} label=${kinName(table, tile.kin)}>${kinFace(shrunk(place, 1), tile.kin, tile.cloaked)}</${Piece}>`;
  })}</g>`;
}
