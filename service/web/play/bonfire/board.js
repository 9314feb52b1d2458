// @ts-check
// The whole board on a wide screen: islands around the fire. The gnomes are cards below it (market.js).
import { html } from "../vendor/preact.js";
import { Fire, Flames } from "./fire.js";
import { Paths } from "./market.js";
import { Islands, Water, seaHeight } from "./sea.js";

/** @param {{table: import("../table/contract.d.ts").Table}} props */
export function Board({ table }) {
  const layout = table.layout("wide");
  if (!layout) return null;
  const height = seaHeight(layout);
  return html`<div class="bf-lit"><svg viewBox=${`0 0 ${layout.width} ${height}`} class="bf-board bf-wide">
    <${Water} layout=${layout} id="wide" />
    <${Islands} table=${table} layout=${layout} />
    <${Paths} table=${table} layout=${layout} />
    <${Fire} table=${table} layout=${layout} />
  </svg><${Flames} layout=${layout} height=${height} /></div>`;
}
