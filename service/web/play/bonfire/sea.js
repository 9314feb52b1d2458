// @ts-check
// The sea: islands with tasks, guardians, ships and offerings; routes; the landing stage.
import { html, useSignal } from "../vendor/preact.js";
import { Piece, PriceTag, SeatMark } from "../table/pieces.js";
import { Icon } from "../icons.js";
import { route, scatter, shore } from "./geometry.js";
import { ink, resource } from "./look.js";
import { guardianFigure, plate, ship, spotOf, symbol, taskFace, words } from "./parts.js";
import { TaskCard } from "./cards.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Layout} Layout */
/** @typedef {import("../table/contract.d.ts").Spot} Spot */

const LANDING_STAGE = "landing_stage";

/** @param {Table} table */
export const islands = (table) => table.catalogue.components.filter((each) => each.kind === "island");

/** @type {WeakMap<Layout, {id: string, d: string}[]>} */
const drawnRoutes = new WeakMap();

/** The routes of a layout; they are computed once. @param {Table} table @param {Layout} layout */
function routes(table, layout) {
  const known = drawnRoutes.get(layout);
  if (known) return known;
  const fire = { x: layout.width / 2, y: seaHeight(layout) / 2 };
  const made = islands(table).flatMap(({ id, facts }) =>
    /** @type {{routes: string[]}} */ (facts).routes.filter((other) => id < other).map((other) => ({ id: `${id}-${other}`, d: route(layout, fire, id, other) })),
  );
  drawnRoutes.set(layout, made);
  return made;
}

/** How far down the sea goes: to below the landing stage. @param {Layout} layout */
export function seaHeight(layout) {
  const stage = spotOf(layout.spots, LANDING_STAGE);
  return stage.y + stage.h + 6;
}

/** Water, waves and the glow of the fire. @param {{layout: Layout, id: string}} props */
export function Water({ layout, id }) {
  const height = seaHeight(layout);
  const waves = Array.from({ length: 46 }, (_, number) => {
    const [x, y] = [scatter(`x${number}`, 3) * layout.width, scatter(`y${number}`, 5) * height];
    const size = layout.width / 130;
    return `M${x.toFixed(0)} ${y.toFixed(0)}q${size} ${-size * 0.7} ${size * 2} 0t${size * 2} 0`;
  });
  return html`<defs>
      <radialGradient id=${`${id}-glow`} cx="50%" cy="50%" r="62%">
        <stop offset="0" class="bf-glow-in" /><stop offset=".35" class="bf-glow-mid" /><stop offset="1" class="bf-glow-out" />
      </radialGradient>
    </defs>
    <rect class="bf-sea" width=${layout.width} height=${height} rx=${layout.width * 0.014} />
    <path class="bf-waves" d=${waves.join("")} />
    <rect width=${layout.width} height=${height} fill=${`url(#${id}-glow)`} rx=${layout.width * 0.014} />`;
}

/**
 * Routes, islands, ships and the landing stage.
 * @param {{table: Table, layout: Layout, open?: (island: string) => void, shown?: string}} props
 */
export function Islands({ table, layout, open, shown }) {
  const { cities } = table.view;
  return html`<g>
    <g class="bf-routes">${routes(table, layout).map(({ id, d }) => html`<path key=${id} d=${d} />`)}</g>
    <${LandingStage} layout=${layout} />
    ${islands(table).map((island) => html`<${Island} key=${island.id} table=${table} layout=${layout} id=${island.id} open=${open} shown=${shown === island.id} />`)}
    ${cities.map((/** @type {any} */ city) => html`<${Ship} key=${city.seat} table=${table} layout=${layout} city=${city} />`)}
  </g>`;
}

/** @param {{layout: Layout}} props */
function LandingStage({ layout }) {
  const box = spotOf(layout.spots, LANDING_STAGE);
  const step = box.w / 7;
  const planks = [1, 2, 3, 4, 5, 6].map((n) => `M${box.x + n * step} ${box.y}v${box.h}`).join("");
  return html`<g class="bf-stage">${plate(box, "bf-wood", 4)}<path d=${planks} class="bf-planks" /></g>`;
}

/** @param {{table: Table, layout: Layout, id: string, open?: (island: string) => void, shown: boolean}} props */
function Island({ table, layout, id, open, shown }) {
  const island = table.thing("island", id);
  const facts = /** @type {any} */ (island?.facts);
  const box = spotOf(layout.spots, id);
  const unit = spotOf(layout.spots, "t01/task:1").w;
  const { board, cities } = table.view;
  const tasks = board.tasks.find((/** @type {any} */ each) => each.island === id)?.tasks ?? [];
  const left = board.guardians.find((/** @type {any} */ each) => each.guardian === facts.guardian)?.left;
  const acting = cities[table.view.turn.seat];
  const lacks = facts.guardian && !acting?.guardians.some((/** @type {any} */ each) => each.guardian === facts.guardian);
  const badge = unit * 0.62;
  const edge = { x: box.x - unit * 0.1, y: box.y - unit * 0.1, w: box.w + unit * 0.2, h: box.h + unit * 0.2 };
  // On a phone the islands lie side by side: their shores are narrower there.
  const grow = table.screen === "phone" ? unit * 0.45 : unit;
  const corner = { x: Math.max(box.x + 1, badge * 0.7), y: Math.max(box.y + 1, badge * 0.7) };
  return html`<g>
    <${Piece} table=${table} kind="island" id=${id} value=${facts.guardian ? left : tasks.join(",")} box=${edge} tag=${0} label=${island?.name}
      also=${lacks ? [["guardian", facts.guardian]] : undefined} open=${open ? () => open(id) : undefined} class=${shown ? "bf-shown" : ""}>
      <path class="bf-shallow" d=${shore(id, box, grow * 0.5)} />
      <path class="bf-beach" d=${shore(id, box, grow * 0.26)} />
      <path class=${facts.guardian ? "bf-rock" : "bf-grass"} d=${shore(id, box, grow * 0.1)} style=${facts.guardian ? { fill: `color-mix(in srgb, ${ink(`guardian-${facts.guardian}`)} 42%, #4d5648)` } : undefined} />
      ${facts.guardian ? html`<${Guardians} layout=${layout} id=${id} guardian=${facts.guardian} left=${left} />` : null}
    </${Piece}>
    ${facts.resource
      ? html`<circle class="bf-badge" cx=${corner.x} cy=${corner.y} r=${badge * 0.62} />${symbol(resource(facts.resource), corner.x, corner.y, badge)}`
      : null}
    ${tasks.map((/** @type {string} */ task, /** @type {number} */ number) => {
      const slot = spotOf(layout.spots, `${id}/task:${number + 1}`);
      const thing = table.thing("task", task);
      return html`<${Piece} key=${task} table=${table} kind="task" id=${task} value=${id} box=${slot} label=${`${thing?.name}. ${thing?.text}`} open=${open ? () => open(id) : undefined}>
        ${taskFace(slot, thing?.facts, false, table.progress?.("task", task))}
      </${Piece}>`;
    })}
    <${Fare} table=${table} id=${id} box=${{ ...edge, y: edge.y + edge.h - unit * 0.3 }} size=${unit * 0.5} />
    ${cities.map((/** @type {any} */ city) => html`<${Offerings} key=${city.seat} layout=${layout} city=${city} island=${id} />`)}
  </g>`;
}

/** What sailing to an island costs, at its lower edge. @param {{table: Table, id: string, box: Spot, size: number}} props */
function Fare({ table, id, box, size }) {
  const target = table.target("island", id);
  return target?.price.length ? html`<${PriceTag} table=${table} box=${box} size=${size} tokens=${target.price} />` : null;
}

/** @param {{layout: Layout, id: string, guardian: string, left: number}} props */
function Guardians({ layout, id, guardian, left }) {
  const box = spotOf(layout.spots, `${id}/guardians`);
  const each = Math.min(box.h, box.w * 0.36);
  const step = (box.w - each) / 3;
  return html`<g>${Array.from({ length: left }, (_, number) => guardianFigure({ x: box.x + number * step, y: box.y, w: each, h: box.h }, guardian, ""))}</g>`;
}

/** How many offerings of a city lie on an island. @param {{layout: Layout, city: any, island: string}} props */
function Offerings({ layout, city, island }) {
  const count = city.offerings.filter((/** @type {any} */ each) => each.island === island).length;
  const box = layout.spots[`${island}/offering:${city.seat}`];
  if (!count || !box) return null;
  const size = box.h * 1.15;
  return html`<g data-kind="offering" data-id=${`${island}/offering:${city.seat}`} data-seat=${city.seat} data-value=${count}>
    <rect class="bf-pill" x=${box.x} y=${box.y - box.h * 0.1} width=${box.w} height=${box.h * 1.2} rx=${box.h * 0.6} />
    ${symbol({ icon: "bf-bowl", color: `color-mix(in srgb, ${ink(`seat-${city.color}`)} 80%, #fff)` }, box.x + box.w * 0.34, box.y + box.h / 2, size)}
    ${words(count, box.x + box.w * 0.76, box.y + box.h / 2, box.h * 0.95, "bf-number")}
  </g>`;
}

/** @param {{table: Table, layout: Layout, city: any}} props */
function Ship({ table, layout, city }) {
  const later = table.preview?.cities[city.seat].ship;
  const draw = (/** @type {string} */ at, /** @type {string} */ more) => {
    const box = spotOf(layout.spots, `${at}/ship:${city.seat}`);
    return html`<g class=${`bf-ship ${more}`}>${ship({ x: box.x - 2, y: box.y - box.h * 0.1, w: box.w + 4, h: box.h * 1.2 }, city.color)}</g>`;
  };
  return html`<g data-kind="ship" data-id=${`ship:${city.seat}`} data-seat=${city.seat} data-value=${city.ship}>
    ${draw(city.ship, later && later !== city.ship ? "bf-leaving" : "")}
    ${later && later !== city.ship ? draw(later, "ghost") : null}
  </g>`;
}

/** The sea on a phone, with the island that was tapped below it. @param {{table: Table}} props */
export function Sea({ table }) {
  const layout = table.layout("sea");
  const chosen = useSignal("");
  if (!layout) return null;
  const own = table.view.cities[table.you ?? table.view.turn.seat]?.ship;
  const shown = chosen.value || (own === LANDING_STAGE ? "t02" : own);
  return html`<div class="bf-sea-phone">
    <svg viewBox=${`0 0 ${layout.width} ${layout.height}`} class="bf-board">
      <${Water} layout=${layout} id="sea" />
      <${Islands} table=${table} layout=${layout} shown=${shown} open=${(/** @type {string} */ island) => (chosen.value = island)} />
    </svg>
    <${IslandDetail} table=${table} id=${shown} />
  </div>`;
}

/** An island in words: its tasks as readable cards, and who is there. @param {{table: Table, id: string}} props */
function IslandDetail({ table, id }) {
  const island = table.thing("island", id);
  if (!island) return null;
  const facts = /** @type {any} */ (island.facts);
  const { board, cities } = table.view;
  const tasks = board.tasks.find((/** @type {any} */ each) => each.island === id)?.tasks ?? [];
  const there = cities.filter((/** @type {any} */ city) => city.ship === id);
  return html`<section class="bf-detail" aria-label=${island.name}>
    <h3>${facts.resource ? html`<${Icon} id=${`bf-${facts.resource}`} color=${ink(facts.resource)} />` : html`<${Icon} id="bf-guardian" color=${ink(`guardian-${facts.guardian}`)} />`} ${island.name}
      <span class="bf-there">${there.map((/** @type {any} */ city) => html`<${SeatMark} key=${city.seat} seat=${table.seats[city.seat]} />`)}</span></h3>
    <p class="quiet">${island.text}</p>
    ${tasks.map((/** @type {string} */ task) => html`<${TaskCard} key=${task} table=${table} id=${task} value=${id} />`)}
    <p class="bf-offered">${cities.flatMap((/** @type {any} */ city) =>
      city.offerings.filter((/** @type {any} */ each) => each.island === id).map((/** @type {any} */ each) => html`<span key=${each.offering} class="token"><${Icon} id="bf-bowl" color=${ink(`seat-${city.color}`)} label=${table.name("offering", each.offering)} /> ${table.seats[city.seat]?.name}</span>`),
    )}</p>
  </section>`;
}
