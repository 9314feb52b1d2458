// @ts-check
// Small drawings that several areas share: symbols, numbers, task cards, ships, guardians, path tiles, portals.
// All are plain functions of what they draw; coordinates are those of the layout.
import { html } from "../vendor/preact.js";
import { EMBLEM, condition, guardian, ink, mark, resource, seatLook } from "./look.js";

/** @typedef {import("../table/contract.d.ts").Spot} Spot */
/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Progress} Progress */
/** @typedef {import("./look.js").Look} Look */

/** A symbol by its centre. @param {Look | string} look @param {number} x @param {number} y @param {number} size */
export function symbol(look, x, y, size) {
  const { icon, color = undefined } = typeof look === "string" ? { icon: look } : look;
  return html`<use href=${`#${icon}`} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} style=${color ? { color } : undefined} />`;
}

/** Text by the middle of its line. @param {unknown} what @param {number} x @param {number} y @param {number} size @param {string} [more] */
export function words(what, x, y, size, more = "") {
  return html`<text class=${`bf-text ${more}`} x=${x} y=${y + size * 0.35} font-size=${size}>${what}</text>`;
}

/** @param {Spot} box @param {string} [look] @param {number} [round] */
export function plate(box, look = "bf-plate", round) {
  return html`<rect class=${look} x=${box.x} y=${box.y} width=${box.w} height=${box.h} rx=${round ?? Math.min(box.w, box.h) * 0.14} />`;
}

/** Symbols side by side, centred. @param {Look[]} looks @param {number} x @param {number} y @param {number} size @param {number} [step] */
export function symbols(looks, x, y, size, step = size * 1.05) {
  const first = x - ((looks.length - 1) * step) / 2;
  return looks.map((look, number) => symbol(look, first + number * step, y, size));
}

/**
 * The face of a task: colour and its mark, points, condition, and how far a city is with it.
 * @param {Spot} box @param {any} facts @param {boolean} [lit] @param {Progress | null} [progress]
 */
export function taskFace(box, facts, lit = false, progress = null) {
  const { x, y, w, h } = box;
  const band = h * 0.42;
  const corner = w * 0.12;
  const middle = y + band + (h - band) / 2;
  return html`<rect class="bf-card" x=${x} y=${y} width=${w} height=${h} rx=${corner} />
    <path d=${`M${x} ${y + band}V${y + corner}q0 ${-corner} ${corner} ${-corner}h${w - 2 * corner}q${corner} 0 ${corner} ${corner}V${y + band}z`} fill=${ink(`color-${facts.color}`)} />
    ${symbol({ ...mark(facts.color), color: "#fff" }, x + w * 0.27, y + band / 2, band * 0.62)}
    ${words(facts.points, x + w * 0.68, y + band / 2, band * 0.92, "bf-points")}
    ${lit ? symbol("bf-fire", x + w / 2, middle, h * 0.56) : conditionSign({ x, y: y + band, w, h: (h - band) * (progress ? 0.86 : 1) }, facts.needs)}
    ${!lit && progress ? progressBar({ x: x + w * 0.08, y: y + h * 0.89, w: w * 0.84, h: h * 0.07 }, progress) : null}`;
}

/** How much of what is needed is there; whole and green once it is met. @param {Spot} box @param {Progress} progress */
function progressBar(box, { have, need, met }) {
  const full = need ? Math.min(1, have / need) : 1;
  return html`<rect class="bf-lacks" x=${box.x} y=${box.y} width=${box.w} height=${box.h} rx=${box.h / 2} />
    ${full > 0 ? html`<rect class=${met ? "bf-met" : "bf-has"} x=${box.x} y=${box.y} width=${box.w * full} height=${box.h} rx=${box.h / 2} />` : null}`;
}

/** The symbols and the number of a condition, as large as fits. @param {Spot} box @param {{kind: string}} needs */
function conditionSign(box, needs) {
  const { icons, count } = condition(needs);
  const font = box.h * (count.length > 1 ? 0.46 : 0.6);
  const wide = count.length * font * 0.66;
  const size = Math.min(box.h * 0.82, (box.w * 0.9 - wide) / icons.length);
  const [left, y] = [box.x + (box.w - size * icons.length - wide) / 2, box.y + box.h / 2];
  return html`${icons.map((look, number) => symbol(look, left + size * (number + 0.5), y, size * 0.96))}
    ${count ? words(count, left + size * icons.length + wide / 2, y, font, "bf-dark") : null}`;
}

/** A ship in the colour of its seat, with the seat's shape on the sail. @param {Spot} box @param {string} color */
export function ship(box, color) {
  const size = Math.min(box.w, box.h * 1.35);
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  const { color: paint, shape } = seatLook(color);
  const at = (/** @type {number} */ dx, /** @type {number} */ dy) => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`;
  return html`<path d=${`M${at(-0.5, 0.1)}L${at(0.5, 0.1)}L${at(0.34, 0.37)}L${at(-0.34, 0.37)}z`} fill=${paint} class="bf-outlined" />
    <path d=${`M${at(-0.28, 0.06)}Q${at(-0.2, -0.3)} ${at(0.02, -0.38)}Q${at(0.3, -0.24)} ${at(0.3, 0.06)}z`} class="bf-sail" />
    ${symbol({ icon: shape, color: paint }, x + size * 0.03, y - size * 0.11, size * 0.26)}`;
}

/** A guardian: robe in her colour, with her sign. @param {Spot} box @param {string} name @param {string} color of the seat */
export function guardianFigure(box, name, color) {
  const size = Math.min(box.w, box.h);
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  const look = name === "own" ? { icon: "bf-guardian", color: ink(`seat-${color}`) } : guardian(name);
  const emblem = name === "own" ? seatLook(color).shape : EMBLEM[name] ?? "bf-drop";
  return html`<g class="bf-figure">${symbol(look, x, y, size)}</g>${symbol({ icon: emblem, color: "#fff" }, x, y + size * 0.24, size * 0.32)}`;
}

/** A novice, in the colour of a seat or neutral. @param {Spot} box @param {string | null} color @param {boolean} [flat] */
export function novice(box, color, flat = false) {
  const size = Math.min(box.w * 1.25, box.h);
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  const paint = color ? ink(`seat-${color}`) : ink("neutral");
  return html`<g class="bf-figure" transform=${flat ? `rotate(90 ${x} ${y})` : undefined}>${symbol({ icon: "bf-novice", color: paint }, x, y, size)}</g>
    ${color ? symbol({ icon: seatLook(color).shape, color: "#fff" }, x, y + size * 0.22, size * 0.26) : null}`;
}

/** A path tile: its crystal and its resource. @param {Spot} box @param {any} facts */
export function pathFace(box, facts) {
  const { x, y, w, h } = box;
  const small = Math.min(w, h);
  return html`${plate(box, "bf-path")}
    <path class="bf-cobbles" d=${`M${x + w * 0.08} ${y + h * 0.68}q${w * 0.2} ${-h * 0.14} ${w * 0.42} 0t${w * 0.42} 0M${x + w * 0.08} ${y + h * 0.84}q${w * 0.2} ${-h * 0.14} ${w * 0.42} 0t${w * 0.42} 0`} />
    <g class="bf-figure">${symbol(mark(facts.crystal), x + w * 0.27, y + h * 0.36, small * 0.44)}</g>
    ${symbol(resource(facts.resource), x + w * 0.67, y + h * 0.48, small * 0.66)}`;
}

/** A portal: a ring of its shape. @param {Spot} box @param {string} shape */
export function portal(box, shape) {
  const size = Math.min(box.w, box.h);
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  return html`${symbol({ icon: `bf-${shape}`, color: ink("portal-rim") }, x, y, size)}${symbol({ icon: `bf-${shape}`, color: ink("portal") }, x, y, size * 0.72)}`;
}

/** @param {Record<string, Spot>} spots @param {string} id */
export const spotOf = (spots, id) => spots[id] ?? { x: 0, y: 0, w: 0, h: 0 };
