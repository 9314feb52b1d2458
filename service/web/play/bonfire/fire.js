// @ts-check
// The Great Bonfire with its spaces and portals, the High Council around it, common tasks and the countdown.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { middle } from "./geometry.js";
import { COMMON, COUNCIL, counted, ink, resource, seatLook, tile } from "./look.js";
import { novice, plate, portal, spotOf, symbol, symbols, words } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Layout} Layout */

/** @param {Table} table @param {string} kind */
const all = (table, kind) => table.catalogue.components.filter((each) => each.kind === kind);

/** Fire, spaces, council, common tasks and countdown. @param {{table: Table, layout: Layout}} props */
export function Fire({ table, layout }) {
  const { board } = table.view;
  return html`<g>
    <${Hearth} table=${table} layout=${layout} />
    ${all(table, "bonfire_space").map((space, number) => html`<${Space} key=${space.id} table=${table} layout=${layout} id=${space.id} portals=${board.portals[number] ?? []} />`)}
    ${board.council.map((/** @type {any} */ each) => html`<${Council} key=${each.space} table=${table} layout=${layout} id=${each.space} novices=${each.novices} />`)}
    ${all(table, "common_task").map((task) => html`<${Common} key=${task.id} table=${table} layout=${layout} id=${task.id} />`)}
    <${CountdownTile} table=${table} layout=${layout} />
  </g>`;
}

/** The burning fire; its pointer shows the space in use, arrows the direction. @param {{table: Table, layout: Layout}} props */
function Hearth({ table, layout }) {
  const box = spotOf(layout.spots, "great_bonfire");
  const { x, y } = middle(box);
  const now = table.view.board.great_bonfire;
  const later = table.preview?.board.great_bonfire;
  const turn = (/** @type {string} */ id) => {
    const to = middle(spotOf(layout.spots, id));
    return (Math.atan2(to.x - x, y - to.y) * 180) / Math.PI;
  };
  const r = box.w * 0.62;
  const beam = (/** @type {string} */ id, /** @type {string} */ more) =>
    html`<path class=${`bf-beam ${more}`} transform=${`rotate(${turn(id)} ${x} ${y})`} d=${`M${x - r * 0.26} ${y - r * 0.62}L${x} ${y - r * 1.12}L${x + r * 0.26} ${y - r * 0.62}z`} />`;
  const arc = (/** @type {number} */ from) => {
    const [a, b] = [from, from + 0.7].map((t) => `${x + r * 0.92 * Math.sin(t)} ${y - r * 0.92 * Math.cos(t)}`);
    return `M${a}A${r * 0.92} ${r * 0.92} 0 0 1 ${b}`;
  };
  return html`<g class="bf-hearth" data-kind="great_bonfire" data-id="great_bonfire" data-value=${now}>
    <title>${table.name("term", "great_bonfire")}</title>
    <circle class="bf-halo" cx=${x} cy=${y} r=${r * 1.15} />
    <circle class="bf-stones" cx=${x} cy=${y} r=${r * 0.72} />
    <path class="bf-turns" d=${[0.5, 2.6, 4.7].map(arc).join("")} />
    ${beam(now, "")}
    ${later && later !== now ? beam(later, "ghost") : null}
  </g>`;
}

/** @param {{table: Table, layout: Layout, id: string, portals: string[]}} props */
function Space({ table, layout, id, portals }) {
  const space = table.thing("bonfire_space", id);
  const facts = /** @type {any} */ (space?.facts);
  const box = spotOf(layout.spots, id);
  const size = box.w * 0.36;
  const y = box.y + box.h * 0.31;
  return html`<${Piece} table=${table} kind="bonfire_space" id=${id} value=${portals.join(",")} box=${box} label=${`${space?.name}. ${space?.text}`} class=${table.view.board.great_bonfire === id ? "bf-here" : ""}>
    ${plate(box, "bf-plate bf-hot")}
    ${symbol(tile(facts.tile), box.x + box.w * 0.29, y, size)}
    ${facts.resource ? symbol(resource(facts.resource), box.x + box.w * 0.71, y, size) : [symbol({ icon: "bf-point", color: ink("point") }, box.x + box.w * 0.71, y, size * 1.1), words(facts.points, box.x + box.w * 0.71, y, size * 0.58, "bf-dark")]}
    ${portals.map((shape, number) => portal(spotOf(layout.spots, `${id}/portal:${number + 1}`), shape))}
  </${Piece}>`;
}

/** @param {{table: Table, layout: Layout, id: string, novices: {seat: number | null, flat: boolean}[]}} props */
function Council({ table, layout, id, novices }) {
  const space = table.thing("council_space", id);
  const facts = /** @type {any} */ (space?.facts);
  const box = spotOf(layout.spots, id);
  const looks = COUNCIL[id] ?? [];
  const size = Math.min(box.h * 0.54, (box.w * 0.8) / looks.length);
  const value = novices.map((each) => `${each.flat ? "~" : ""}${each.seat ?? "-"}`).join(",");
  const y = box.y + box.h * 0.33;
  const point = box.h * 0.36;
  return html`<${Piece} table=${table} kind="council_space" id=${id} value=${value} box=${box} label=${`${space?.name}. ${space?.text}`}>
    ${plate(box, "bf-plate bf-council")}
    ${symbols(looks, box.x + box.w * (facts.or_a_point ? 0.38 : 0.5), y, size)}
    ${facts.or_a_point ? [symbol({ icon: "bf-point", color: ink("point") }, box.x + box.w * 0.79, y, point), words(1, box.x + box.w * 0.79, y, point * 0.58, "bf-dark")] : null}
    ${novices.map((each, number) => novice(spotOf(layout.spots, `${id}/novice:${Math.min(number + 1, 6)}`), each.seat === null ? null : table.view.cities[each.seat].color, each.flat))}
  </${Piece}>`;
}

/** A common task: what it counts, its neutral novice, and how far each seat is. @param {{table: Table, layout: Layout, id: string}} props */
function Common({ table, layout, id }) {
  const task = table.thing("common_task", id);
  const needed = /** @type {any} */ (task?.facts)?.needed ?? 1;
  const box = spotOf(layout.spots, id);
  const { cities, board } = table.view;
  const counts = cities.map((/** @type {any} */ city) => counted(id, city));
  const isThere = board.neutral_novices.includes(id);
  return html`<${Piece} table=${table} kind="common_task" id=${id} value=${`${isThere ? "novice" : "none"} ${counts.join(",")}`} box=${box} label=${`${task?.name}. ${task?.text}`}>
    ${plate(box, "bf-plate bf-common")}
    ${symbol(COMMON[id] ?? tile("task"), box.x + box.w * 0.24, box.y + box.h * 0.32, box.h * 0.4)}
    ${words(needed, box.x + box.w * 0.5, box.y + box.h * 0.32, box.h * 0.34, "bf-number")}
    ${isThere ? novice(spotOf(layout.spots, `${id}/novice`), null) : null}
    ${cities.map((/** @type {any} */ city, /** @type {number} */ seat) => {
      const bar = spotOf(layout.spots, `${id}/progress:${seat}`);
      const full = Math.min(1, counts[seat] / needed);
      return html`<g key=${seat}>
        <rect class="bf-bar" x=${bar.x} y=${bar.y} width=${bar.w} height=${bar.h} rx="2" />
        <rect x=${bar.x} y=${bar.y + bar.h * (1 - full)} width=${bar.w} height=${bar.h * full} rx="2" fill=${ink(`seat-${city.color}`)} opacity=".75" />
        ${symbol({ icon: seatLook(city.color).shape, color: "#fff" }, bar.x + bar.w * 0.27, bar.y + bar.h / 2, Math.min(bar.w * 0.4, bar.h * 0.5))}
        ${words(counts[seat], bar.x + bar.w * 0.72, bar.y + bar.h / 2, bar.w * 0.62, "bf-number")}
      </g>`;
    })}
  </${Piece}>`;
}

/** Novices seated against the number that starts the countdown, then its tile. @param {{table: Table, layout: Layout}} props */
function CountdownTile({ table, layout }) {
  const box = spotOf(layout.spots, "countdown");
  const { x, y } = middle(box);
  const { countdown, board, players } = table.view;
  const seated = board.council.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.novices.length, 0);
  const threshold = /** @type {any} */ (table.catalogue.printed).countdown_thresholds[players - 1];
  const value = countdown?.value ?? null;
  return html`<g class="bf-countdown" data-kind="countdown" data-id="countdown" data-value=${value === null ? `${seated}/${threshold}` : value}>
    <title>${table.name("term", "countdown_tile")}</title>
    ${plate(box, value === null ? "bf-plate" : "bf-plate bf-hot")}
    ${symbol({ icon: "bf-hourglass", color: ink("plain-light") }, x, box.y + box.h * 0.32, box.h * 0.42)}
    ${value === null ? words(`${seated} / ${threshold}`, x, box.y + box.h * 0.74, box.h * 0.26, "bf-number") : words(value, x, box.y + box.h * 0.74, box.h * 0.42, "bf-number")}
  </g>`;
}

/** The flames above a picture of the board. @param {{layout: Layout, height: number}} props */
export function Flames({ layout, height }) {
  const box = spotOf(layout.spots, "great_bonfire");
  const { x, y } = middle(box);
  const part = (/** @type {number} */ value, /** @type {number} */ of) => `${((value / of) * 100).toFixed(2)}%`;
  const place = { left: part(x - box.w * 0.48, layout.width), top: part(y - box.w * 0.57, height), width: part(box.w * 0.96, layout.width) };
  return html`<svg class="bf-flames" viewBox="0 0 24 24" style=${place} aria-hidden="true"><use href="#bf-fire" width="24" height="24" /></svg>`;
}

/** The fire on a phone. @param {{table: Table}} props */
export function Fireside({ table }) {
  const layout = table.layout("fire");
  if (!layout) return null;
  return html`<div class="bf-lit"><svg viewBox=${`0 0 ${layout.width} ${layout.height}`} class="bf-board">
    <defs><radialGradient id="fire-glow" cx="50%" cy="42%" r="60%"><stop offset="0" class="bf-glow-in" /><stop offset=".4" class="bf-glow-mid" /><stop offset="1" class="bf-glow-out" /></radialGradient></defs>
    <rect class="bf-sea" width=${layout.width} height=${layout.height} rx="6" />
    <rect width=${layout.width} height=${layout.height} fill="url(#fire-glow)" rx="6" />
    <${Fire} table=${table} layout=${layout} />
  </svg><${Flames} layout=${layout} height=${layout.height} /></div>`;
}
