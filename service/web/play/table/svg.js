// @ts-check
// Small parts of SVG drawings, in the units of a layout: symbols, lines of text, plates, stacks of cards.
import { html } from "../vendor/preact.js";

/** @typedef {import("./contract.d.ts").Spot} Spot */
/** @typedef {{icon: string, color?: string}} Look */

/** A symbol by its centre. @param {Look} look @param {number} x @param {number} y @param {number} size */
export function symbolAt({ icon, color }, x, y, size) {
  return html`<use href=${`#${icon}`} x=${x - size / 2} y=${y - size / 2} width=${size} height=${size} style=${color ? { color } : undefined} />`;
}

/** A line of text by its middle. @param {unknown} what @param {number} x @param {number} y @param {number} size @param {string} [look] */
export function lineAt(what, x, y, size, look = "") {
  return html`<text class=${`line ${look}`} text-anchor="middle" x=${x} y=${y + size * 0.35} font-size=${size}>${what}</text>`;
}

/** @param {Spot} box @param {string} look @param {number} [round] */
export function plateAt(box, look, round = Math.min(box.w, box.h) * 0.14) {
  return html`<rect class=${look} x=${box.x} y=${box.y} width=${box.w} height=${box.h} rx=${round} />`;
}

/** The widest letters are about this wide, in sizes of the font. */
const LETTER = 0.66;

/**
 * A name in as many lines as it needs; letters shrink until the longest word fits.
 * @param {string} name @param {Spot} box @param {number} size @param {string} [look]
 */
export function nameIn(name, box, size, look = "") {
  const words = name.split(/[\s-]+/);
  const longest = Math.max(...words.map((word) => word.length));
  const font = Math.min(size, box.w / (longest * LETTER));
  const most = Math.max(longest, Math.floor(box.w / (font * LETTER)));
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last !== undefined && `${last} ${word}`.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const step = Math.min(font * 1.15, box.h / lines.length);
  const top = box.y + box.h / 2 - ((lines.length - 1) * step) / 2;
  return lines.map((line, number) => lineAt(line, box.x + box.w / 2, top + number * step, Math.min(font, step), look));
}

/** @param {Record<string, Spot>} spots @param {string} id @returns {Spot} */
export const spotAt = (spots, id) => spots[id] ?? { x: 0, y: 0, w: 0, h: 0 };

/** @param {Spot} box @param {number} by @returns {Spot} */
export const shrunk = (box, by) => ({ x: box.x + by, y: box.y + by, w: box.w - 2 * by, h: box.h - 2 * by });
