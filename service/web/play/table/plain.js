// @ts-check
// A game without a folder of its own can be played all the same: its view as a tree, and every move as a button.
import { html } from "../vendor/preact.js";

/** @param {{value: any, name: string}} props */
function Tree({ value, name }) {
  if (value === null || typeof value !== "object") return html`<div class="leaf"><b>${name}</b> ${String(value)}</div>`;
  const inner = Object.entries(value);
  return html`<details><summary>${name} <span class="quiet">${inner.length}</span></summary>
    ${inner.map(([key, each]) => html`<${Tree} key=${key} name=${key} value=${each} />`)}
  </details>`;
}

/** @param {import("./contract.d.ts").ZoneProps} props */
const View = ({ table }) => html`<div class="tree"><${Tree} name=${table.catalogue.title} value=${table.view} /></div>`;

const SHAPES = ["disc", "square", "triangle", "diamond", "hexagon", "pentagon"];

/** @type {import("./contract.d.ts").GameFolder} */
export default {
  zones: [{ id: "view", title: "plain.view", Draw: View, place: "board", tab: "view", kinds: [] }],
  tabs: [{ id: "view", title: "plain.view", icon: "eye" }],
  look: (_view, seat) => ({ color: `var(--seat-${seat % 6})`, shape: SHAPES[seat % 6] ?? "disc" }),
  points: () => null,
  facts: () => [],
  status: () => [],
  hand: () => [],
  token: () => ({ icon: "disc" }),
  endsTurn: ["end_turn"],
};
