// @ts-check
// The fate area of a city with its tiles, the rim for tiles that hang over the edge, and the supply.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { ink, resource, tile } from "./look.js";
import { plate, spotOf, symbol } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Seat} Seat */
/** @typedef {import("../table/contract.d.ts").Spot} Spot */

/** Where the symbols of a tile run, by rotation. @type {Record<number, [number, number]>} */
const STEP = { 0: [0, 1], 90: [1, 0], 180: [0, -1], 270: [-1, 0] };

/** The cells that a placed tile covers. @param {{row: number, column: number, rotation: number}} placed @returns {[number, number][]} */
export function covered({ row, column, rotation }) {
  const [down, right] = STEP[rotation] ?? [0, 1];
  return [0, 1, 2].map((n) => [row + n * down, column + n * right]);
}

/** @param {{table: Table, seat?: Seat}} props */
export function Fate({ table, seat }) {
  const layout = table.layout("fate");
  const city = table.view.cities[seat?.seat ?? table.you ?? 0];
  if (!layout || !city) return null;
  const mine = city.seat === table.you;
  const printed = /** @type {any} */ (table.catalogue.printed);
  const later = table.preview?.cities[city.seat].fate ?? [];
  const fresh = later.slice(city.fate.length);
  const symbolsAt = symbolsOf(table, city.fate);
  const isOver = needsRim(table, city, printed) || fresh.some((/** @type {any} */ placed) => hangsOver(placed, printed));
  const { spots, height } = isOver ? layout : closer(layout, printed);
  const rows = range(-1, printed.fate_rows + 2);
  const columns = range(-1, printed.fate_columns + 2);
  const inside = frame(spotOf(spots, "fate/cell:1,1"), spotOf(spots, `fate/cell:${printed.fate_rows},${printed.fate_columns}`), 3);
  // Without tiles to come, the picture begins at the area.
  const from = city.fate_supply.length || city.fate_reserve ? 0 : spotOf(layout.spots, "fate/cell:-1,-1").y - 8;
  return html`<svg viewBox=${`0 ${from} ${layout.width} ${height - from}`} class="bf-board bf-fate" data-kind="fate" data-id=${`fate:${city.seat}`} data-seat=${city.seat} data-value=${city.fate.length}>
    ${plate({ x: 0, y: from, w: layout.width, h: height - from }, "bf-ground", 8)}
    <${Supply} table=${table} city=${city} spots=${spots} mine=${mine} />
    ${plate(inside, "bf-area", 6)}
    ${rows.flatMap((row) => columns.map((column) => html`<${Cell} key=${`${row},${column}`} table=${table} city=${city} mine=${mine} row=${row} column=${column} printed=${printed} box=${spotOf(spots, `fate/cell:${row},${column}`)} taken=${symbolsAt.get(`${row},${column}`)} />`))}
    ${city.fate.map((/** @type {any} */ placed) => html`<${Placed} key=${placed.tile} table=${table} spots=${spots} placed=${placed} />`)}
    ${fresh.map((/** @type {any} */ placed) => html`<g key=${`new ${placed.tile}`} class="ghost"><${Placed} table=${table} spots=${spots} placed=${placed} /></g>`)}
  </svg>`;
}

/** The gnome that lets tiles hang over the edge. */
const OVERHANG = "overhang";

/** Whether a tile hangs over the edge of the area. @param {any} placed @param {any} printed */
const hangsOver = (placed, printed) => covered(placed).some(([row, column]) => row < 1 || column < 1 || row > printed.fate_rows || column > printed.fate_columns);

/** Whether the rim is needed: for tiles that hang over the edge, or a gnome who allows it. @param {Table} table @param {any} city @param {any} printed */
function needsRim(table, city, printed) {
  const allowed = city.gnomes.some((/** @type {string} */ id) => /** @type {any} */ (table.thing("gnome", id)?.facts)?.slug === OVERHANG);
  return allowed || city.fate.some((/** @type {any} */ placed) => hangsOver(placed, printed));
}

/** @type {WeakMap<import("../table/contract.d.ts").Layout, {spots: Record<string, Spot>, height: number}>} */
const enlarged = new WeakMap();

/** The layout without its rim: the cells of the area take the whole width. @param {import("../table/contract.d.ts").Layout} layout @param {any} printed */
function closer(layout, printed) {
  const known = enlarged.get(layout);
  if (known) return known;
  const first = spotOf(layout.spots, "fate/cell:1,1");
  const last = spotOf(layout.spots, `fate/cell:${printed.fate_rows},${printed.fate_columns}`);
  const top = spotOf(layout.spots, "fate/cell:-1,-1").y + 2;
  const by = (layout.width - 16) / (last.x + last.w - first.x);
  const grown = Object.entries(layout.spots).map(([id, box]) =>
    id.startsWith("fate/cell:") ? [id, { x: 8 + (box.x - first.x) * by, y: top + (box.y - first.y) * by, w: box.w * by, h: box.h * by }] : [id, box],
  );
  const made = { spots: Object.fromEntries(grown), height: top + (last.y + last.h - first.y) * by + 8 };
  enlarged.set(layout, made);
  return made;
}

/** @param {number} from @param {number} to */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, number) => from + number);

/** @param {Spot} first @param {Spot} last @param {number} by */
function frame(first, last, by) {
  return { x: first.x - by, y: first.y - by, w: last.x + last.w - first.x + 2 * by, h: last.y + last.h - first.y + 2 * by };
}

/** @param {Table} table @param {any[]} fate @returns {Map<string, string>} */
function symbolsOf(table, fate) {
  return new Map(
    fate.flatMap((placed) => {
      const { symbols } = /** @type {any} */ (table.thing("fate_tile", placed.tile)?.facts);
      return covered(placed).map(([row, column], number) => /** @type {[string, string]} */ ([`${row},${column}`, symbols[number]]));
    }),
  );
}

/**
 * A cell: what is printed on it while it is empty. Cells of the rim are drawn only while they can be chosen.
 * @param {{table: Table, city: any, mine: boolean, row: number, column: number, printed: any, box: Spot, taken?: string}} props
 */
function Cell({ table, city, mine, row, column, printed, box, taken }) {
  const id = `${row},${column}`;
  const isInside = row >= 1 && row <= printed.fate_rows && column >= 1 && column <= printed.fate_columns;
  const isTarget = mine && table.target("anchor", id);
  if (!isInside && !isTarget) return null;
  const has = (/** @type {[number, number][]} */ cells) => cells.some(([r, c]) => r === row && c === column);
  const sign = has(printed.gold_cells) ? "gold" : has(printed.yellow_cells) ? "yellow" : "";
  const look = ["bf-cell", has(printed.highlighted_cells) && "bf-lighter", has(printed.start_cells) && "bf-centre", !isInside && "bf-rim"].filter(Boolean).join(" ");
  return html`<${Piece} table=${table} kind=${mine ? "anchor" : "cell"} id=${id} value=${taken ?? sign} seat=${city.seat} box=${box} round=${4} label=${sign ? table.name(sign === "gold" ? "resource" : "tile", sign) : undefined}>
    ${plate(box, look, 4)}
    ${!taken && sign ? symbol(sign === "gold" ? resource("gold") : tile("yellow"), box.x + box.w / 2, box.y + box.h / 2, box.w * 0.56) : null}
  </${Piece}>`;
}

/** A tile in the area. @param {{table: Table, spots: Record<string, Spot>, placed: any}} props */
function Placed({ table, spots, placed }) {
  const { symbols } = /** @type {any} */ (table.thing("fate_tile", placed.tile)?.facts);
  const boxes = covered(placed).map(([row, column]) => spotOf(spots, `fate/cell:${row},${column}`));
  const [first, , last] = boxes;
  if (!first || !last) return null;
  const [a, b] = first.x + first.y <= last.x + last.y ? [first, last] : [last, first];
  return html`<g data-kind="fate_tile" data-id=${placed.tile} data-value=${`${placed.row},${placed.column} ${placed.rotation}`} class="bf-placed">
    <title>${table.name("fate_tile", placed.tile)}</title>
    ${plate(frame(a, b, 0), "bf-strip", 5)}
    ${boxes.map((box, number) => symbolOn(box, symbols[number]))}
  </g>`;
}

/** A symbol on its field. @param {Spot} box @param {string} id */
function symbolOn(box, id) {
  const size = Math.min(box.w, box.h);
  return html`<rect x=${box.x + 2} y=${box.y + 2} width=${box.w - 4} height=${box.h - 4} rx="4" fill=${ink(`tile-${id}`)} />${symbol({ icon: `bf-${id}`, color: id === "guardian" ? "#333a45" : "#fff" }, box.x + box.w / 2, box.y + box.h / 2, size * 0.66)}`;
}

/** The tiles that are still to come: only the top and the bottom one can be taken. @param {{table: Table, city: any, spots: Record<string, Spot>, mine: boolean}} props */
function Supply({ table, city, spots, mine }) {
  const { fate_supply: supply, fate_reserve: reserve } = city;
  return html`<g>
    ${supply.map((/** @type {string} */ id, /** @type {number} */ number) => {
      const end = number === 0 ? "top" : number === supply.length - 1 ? "bottom" : "";
      return html`<${Strip} key=${id} table=${table} city=${city} box=${spotOf(spots, `fate/supply:${number + 1}`)} id=${id} kind=${mine && end ? "end" : "fate_supply"} key_=${end || id} value=${number + 1} faint=${!end} also=${mine && number === 0 && supply.length === 1 ? [["end", "bottom"]] : undefined} />`;
    })}
    ${reserve ? html`<${Strip} table=${table} city=${city} box=${spotOf(spots, "fate/reserve")} id=${reserve} kind="fate_reserve" key_=${reserve} value="reserve" faint=${false} />` : null}
  </g>`;
}

/** @param {{table: Table, city: any, box: Spot, id: string, kind: string, key_: string, value: number | string, faint: boolean, also?: [string, string][]}} props */
function Strip({ table, city, box, id, kind, key_, value, faint, also }) {
  const { symbols } = /** @type {any} */ (table.thing("fate_tile", id)?.facts);
  const side = Math.min(box.w - 8, (box.h - 8) / 3);
  const strip = { x: box.x + (box.w - side - 4) / 2, y: box.y + (box.h - 3 * side - 4) / 2, w: side + 4, h: 3 * side + 4 };
  return html`<${Piece} table=${table} kind=${kind} id=${key_} value=${`${id} ${value}`} seat=${city.seat} box=${strip} also=${also} label=${table.name("fate_tile", id)} open=${() => table.show("fate_tile", id)} class=${faint ? "bf-waits" : ""}>
    ${plate(strip, "bf-strip", 5)}
    ${symbols.map((/** @type {string} */ symbolId, /** @type {number} */ number) => symbolOn({ x: strip.x + 2, y: strip.y + 2 + number * side, w: side, h: side }, symbolId))}
  </${Piece}>`;
}

