// @ts-check
// Shapes that are computed: shores of islands, routes around whatever lies between, the middle of a box.

/** @typedef {import("../table/contract.d.ts").Layout} Layout */
/** @typedef {import("../table/contract.d.ts").Spot} Spot */
/** @typedef {{x: number, y: number}} Point */

/** A number from 0 to 1 that looks random and is always the same. @param {string} text @param {number} salt */
export function scatter(text, salt) {
  let mixed = salt * 7919 + 17;
  for (const letter of text) mixed = (mixed * 31 + letter.charCodeAt(0)) % 9973;
  return mixed / 9973;
}

/** @param {Spot} box @returns {Point} */
export const middle = (box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** @param {...Point} points */
const at = (...points) => points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");

/** The outline of an island around its box, `grow` wider. @param {string} id @param {Spot} box @param {number} grow */
export function shore(id, box, grow) {
  const count = 14;
  const centre = middle(box);
  const points = Array.from({ length: count }, (_, number) => {
    const turn = (number / count) * 2 * Math.PI;
    const reach = 0.9 + 0.16 * scatter(id, number);
    // A superellipse hugs the rectangle of the slots better than an ellipse.
    const along = (/** @type {number} */ part, /** @type {number} */ half) => Math.sign(part) * Math.abs(part) ** 0.62 * (half + grow) * reach;
    return { x: centre.x + along(Math.cos(turn), box.w / 2), y: centre.y + along(Math.sin(turn), box.h / 2) };
  });
  const point = (/** @type {number} */ index) => /** @type {Point} */ (points[(index + count) % count]);
  const curves = points.map((from, index) => {
    const [before, to, after] = [point(index - 1), point(index + 1), point(index + 2)];
    const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${at(out, into, to)}`;
  });
  return `M${at(point(0))}${curves.join("")}z`;
}

/** How much a route may bend away from the fire, the straightest first. */
const BENDS = [0.06, 0.17, -0.1, 0.12, 0.25, 0.4, 0.6, 0.85];

/**
 * A route between two boxes: the straightest that runs through no other box.
 * @param {Layout} layout @param {Point} fire @param {string} one @param {string} other
 */
export function route(layout, fire, one, other) {
  const [from, to] = [one, other].map((id) => middle(layout.spots[id] ?? { x: 0, y: 0, w: 0, h: 0 })).concat([fire, fire]);
  const [a, b] = [/** @type {Point} */ (from), /** @type {Point} */ (to)];
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const others = Object.entries(layout.spots).filter(([id]) => !id.includes("/") && id !== one && id !== other);
  const bent = BENDS.map((bend) => ({ x: half.x + (half.x - fire.x) * bend, y: half.y + (half.y - fire.y) * bend }));
  const by = bent.find((each) => !others.some(([, box]) => crosses(a, each, b, box))) ?? half;
  return `M${at(a)}Q${at(by, b)}`;
}

/** Whether a curve runs through a box. @param {Point} a @param {Point} by @param {Point} b @param {Spot} box */
function crosses(a, by, b, box) {
  for (let t = 0; t <= 1; t += 0.05) {
    const x = (1 - t) ** 2 * a.x + 2 * t * (1 - t) * by.x + t ** 2 * b.x;
    const y = (1 - t) ** 2 * a.y + 2 * t * (1 - t) * by.y + t ** 2 * b.y;
    if (x > box.x - 4 && x < box.x + box.w + 4 && y > box.y - 4 && y < box.y + box.h + 4) return true;
  }
  return false;
}
