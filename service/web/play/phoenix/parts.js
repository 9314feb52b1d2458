// @ts-check
// Small drawings that several areas share: kin, cards, piles, prices. Coordinates are those of the layout.
import { html } from "../vendor/preact.js";
import { lineAt, nameIn, plateAt, shrunk, symbolAt } from "../table/svg.js";
import { drawn, ink, kinOf, look, seatLook } from "./look.js";

/** @typedef {import("../table/contract.d.ts").Spot} Spot */
/** @typedef {import("../table/contract.d.ts").Table} Table */

/** A kin tile: the colour and shape of its clan, and the symbol of its type. @param {Spot} box @param {string} id @param {boolean} [cloaked] */
export function kinFace(box, id, cloaked = false) {
  const { clan, type } = kinOf(id);
  const { shape } = seatLook(clan);
  const size = Math.min(box.w, box.h);
  const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
  const tile = { x: x - size * 0.46, y: y - size * 0.46, w: size * 0.92, h: size * 0.92 };
  return html`<g class=${cloaked ? "pp-kin pp-cloaked" : "pp-kin"}>
    <rect x=${tile.x} y=${tile.y} width=${tile.w} height=${tile.h} rx=${size * 0.2} fill=${ink(`clan-${clan}`)} class="pp-tile" />
    ${symbolAt({ icon: `pp-${cloaked ? "cloak" : type}`, color: "#fff" }, x, y + size * 0.06, size * 0.58)}
    <g class="pp-clan-mark"><circle cx=${tile.x + size * 0.16} cy=${tile.y + size * 0.16} r=${size * 0.155} />${symbolAt({ icon: shape, color: ink(`clan-${clan}`) }, tile.x + size * 0.16, tile.y + size * 0.16, size * 0.21)}</g>
  </g>`;
}

/** @param {Table} table @param {string} id @param {boolean} [cloaked] */
export function kinName(table, id, cloaked = false) {
  const name = table.name("kin", id);
  return cloaked ? `${name} (${table.t("phoenix.cloaked")})` : name;
}

/** Prices in a row: tokens with their counts. @param {{icon: string, count: number}[]} prices @param {number} x @param {number} y @param {number} size */
export function priceRow(prices, x, y, size) {
  const step = size * 1.7;
  const first = x - ((prices.length - 1) * step) / 2;
  return prices.map(({ icon, count }, number) => html`<g key=${icon}>
    ${symbolAt(look(icon), first + number * step + size * 0.3, y, size)}
    ${lineAt(count, first + number * step - size * 0.45, y, size * 0.86, "pp-figure")}
  </g>`);
}

/** A card with its name; `corner` is what stands above it. @param {Spot} box @param {string} name @param {string} kind @param {unknown} [corner] */
export function cardFace(box, name, kind, corner = null) {
  return html`${plateAt(box, `pp-card pp-${kind}`)}${corner}
    ${nameIn(name, { x: box.x + box.w * 0.06, y: box.y + box.h * 0.3, w: box.w * 0.88, h: box.h * 0.64 }, Math.min(15, box.h * 0.15), "pp-name")}`;
}

/** A pile with its size. @param {Spot} box @param {number} size @param {string} icon */
export function pileFace(box, size, icon) {
  if (!size) return html`${plateAt(box, "pp-empty")}${lineAt(0, box.x + box.w / 2, box.y + box.h / 2, box.h * 0.2, "pp-quiet")}`;
  const off = Math.min(box.w, box.h) * 0.05;
  const [back, front] = [{ ...shrunk(box, off), x: box.x + 2 * off }, { ...shrunk(box, off), x: box.x }];
  return html`${size > 1 ? plateAt(back, "pp-back") : null}${plateAt(front, "pp-back")}
    ${symbolAt(drawn(icon, "back-ink"), front.x + front.w / 2, front.y + front.h * 0.38, Math.min(front.w, front.h) * 0.44)}
    ${lineAt(size, front.x + front.w / 2, front.y + front.h * 0.78, Math.min(20, front.h * 0.24), "pp-figure")}`;
}

/** Marks of seats side by side. @param {Table} table @param {number[]} seats @param {number} x @param {number} y @param {number} size */
export function seatMarks(table, seats, x, y, size) {
  const first = x - ((seats.length - 1) * size * 1.05) / 2;
  return seats.map((seat, number) => {
    const { color, shape } = seatLook(table.view.seats[seat].clan);
    return html`<g class="pp-mark" key=${seat}>${symbolAt({ icon: shape, color }, first + number * size * 1.05, y, size)}</g>`;
  });
}
