// @ts-check
// A city: seven positions with task, novice, bonfire, notch and path; guardians, offerings and gnomes.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { POSITIONS, ink, mark, resource } from "./look.js";
import { guardianFigure, novice, pathFace, plate, portal, spotOf, symbol, taskFace, words } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {import("../table/contract.d.ts").Seat} Seat */
/** @typedef {import("../table/contract.d.ts").Spot} Spot */
/** @typedef {{table: Table, city: any, spots: Record<string, Spot>, mine: boolean}} Part */

/** @param {{table: Table, seat?: Seat}} props */
export function City({ table, seat }) {
  const layout = table.layout("city");
  const city = table.view.cities[seat?.seat ?? table.you ?? 0];
  if (!layout || !city) return null;
  const { spots } = layout;
  const part = { table, city, spots, mine: city.seat === table.you };
  return html`<svg viewBox=${`0 0 ${layout.width} ${layout.height}`} class="bf-board bf-city" data-kind="city" data-id=${`city:${city.seat}`} data-seat=${city.seat} data-value=${city.board}>
    ${plate(spotOf(spots, "city"), "bf-ground", 8)}
    <path class="bf-walls" d=${skyline(spotOf(spots, "city/space:1"), spotOf(spots, "city/space:7"))} />
    <${Offerings} ...${part} />
    <${StartArea} ...${part} />
    ${POSITIONS.map((position) => html`<${Column} key=${position} ...${part} position=${position} />`)}
    <${CityGnomes} ...${part} />
  </svg>`;
}

/** Roofs behind the task spaces. @param {Spot} first @param {Spot} last */
function skyline(first, last) {
  const parts = POSITIONS.map((position, number) => {
    const x = first.x + ((last.x - first.x) / 6) * number;
    const up = [10, 16, 8, 19, 9, 15, 11][number] ?? 10;
    return `L${x} ${first.y + 6}L${x + first.w / 2} ${first.y - up}L${x + first.w} ${first.y + 6}`;
  });
  return `M${first.x} ${last.y + last.h}${parts.join("")}V${last.y + last.h}z`;
}

/** The two piles of offerings. @param {Part} props */
function Offerings({ table, city, spots, mine }) {
  return html`<g>${["left", "right"].map((side) => {
    const pile = city[`${side}_pile`];
    const box = spotOf(spots, `city/offerings:${side}`);
    const top = pile.top && /** @type {any} */ (table.thing("offering", pile.top)?.facts);
    return html`<${Piece} key=${side} table=${table} kind=${mine ? "pile" : "offerings"} id=${side} value=${`${pile.top ?? ""} ${pile.size}`} seat=${city.seat} box=${box}
      label=${`${table.name("choice", side)}: ${pile.top ? table.name("offering", pile.top) : "0"} (${pile.size})`} open=${() => (pile.top ? table.show("offering", pile.top) : table.show("term", "offering"))}>
      ${plate(box, pile.size ? "bf-plate" : "bf-empty", 5)}
      ${symbol({ icon: "bf-bowl", color: ink(`seat-${city.color}`) }, box.x + 12, box.y + box.h / 2, 17)}
      ${top ? symbol(resource(top.resource), box.x + 27, box.y + box.h * 0.5, 13) : null}
      ${words(pile.size, box.x + 37, box.y + box.h * 0.5, 10, "bf-number")}
    </${Piece}>`;
  })}</g>`;
}

/** Guardians who have not set out yet. @param {Part} props */
function StartArea({ table, city, spots, mine }) {
  const box = spotOf(spots, "city/start_area");
  const here = city.guardians.filter((/** @type {any} */ each) => each.at === "start_area");
  return html`<g>
    ${plate(box, "bf-start", 6)}
    ${symbol({ icon: "bf-procession", color: ink("faint") }, box.x + box.w / 2, box.y + box.h - 20, 26)}
    ${here.map((/** @type {any} */ each, /** @type {number} */ number) => html`<${Guardian} key=${each.guardian} table=${table} city=${city} guardian=${each.guardian} at=${each.at} mine=${mine} box=${spotOf(spots, `city/start_area/guardian:${number + 1}`)} />`)}
  </g>`;
}

/** @param {{table: Table, city: any, guardian: string, at: string, mine: boolean, box: Spot}} props */
function Guardian({ table, city, guardian, at, mine, box }) {
  return html`<${Piece} table=${table} kind=${mine ? "guardian" : "guardian_of"} id=${guardian} value=${at} seat=${city.seat} box=${box} label=${table.name("guardian", guardian)} open=${() => table.show("guardian", guardian)}>
    ${guardianFigure(box, guardian, city.color)}
  </${Piece}>`;
}

/** One position from top to bottom. @param {Part & {position: number}} props */
function Column(props) {
  const { table, city, spots, position, mine } = props;
  const space = city.spaces[position - 1];
  const later = table.preview?.cities[city.seat].spaces[position - 1];
  const home = spotOf(spots, `city/novice:${position}`);
  const standing = city.guardians.filter((/** @type {any} */ each) => each.at === `bonfire:${position}`);
  const place = spotOf(spots, `city/bonfire:${position}`);
  const points = /** @type {any} */ (table.catalogue.printed).guardian_points[position - 1];
  return html`<g>
    ${space.lit ? null : novice(home, city.color)}
    <${Space} ...${props} space=${space} later=${later} />
    <${Piece} table=${table} kind=${mine ? "destination" : "place"} id=${`bonfire:${position}`} value=${standing.map((/** @type {any} */ each) => each.guardian).join(",")} seat=${city.seat} box=${place} label=${table.name("choice", `bonfire:${position}`)}>
      ${plate(place, space.lit ? "bf-ring bf-hot" : "bf-ring", 8)}
      ${standing.length ? null : [symbol({ icon: "bf-guardian", color: ink("faint") }, place.x + place.w * 0.32, place.y + place.h / 2, 20), words(points, place.x + place.w * 0.7, place.y + place.h / 2, 12, "bf-quiet")]}
    </${Piece}>
    ${standing.map((/** @type {any} */ each) => html`<${Guardian} key=${each.guardian} table=${table} city=${city} guardian=${each.guardian} at=${each.at} mine=${mine} box=${place} />`)}
    <${Notch} ...${props} />
    <${Path} ...${props} />
  </g>`;
}

/** @param {Part & {position: number, space: any, later: any}} props */
function Space({ table, city, spots, position, mine, space, later }) {
  const box = spotOf(spots, `city/space:${position}`);
  const coming = space.task ? null : later?.task;
  const id = space.task ?? coming;
  const task = id ? table.thing("task", id) : undefined;
  const lights = !space.lit && later?.lit;
  return html`<${Piece} table=${table} kind=${mine ? "position" : "space"} id=${String(position)} value=${`${space.task ?? ""}${space.lit ? " lit" : ""}`} seat=${city.seat} box=${box}
    label=${task ? `${task.name}. ${task.text}` : table.name("term", "task_space")} also=${mine && space.task ? [["task", space.task]] : undefined}
    open=${() => (space.task ? table.show("task", space.task) : table.show("term", "task_space"))}>
    ${plate(box, "bf-space", 6)}
    ${task ? html`<g class=${coming || lights ? "ghost" : ""}>${space.lit ? html`<circle class="bf-halo" cx=${box.x + box.w / 2} cy=${box.y + box.h * 0.68} r=${box.w * 0.5} />` : null}${taskFace({ x: box.x + 2, y: box.y + 2, w: box.w - 4, h: box.h - 4 }, task.facts, space.lit || lights, table.progress?.("task", id, city.seat))}</g>` : words(position, box.x + box.w / 2, box.y + box.h / 2, 18, "bf-faint")}
  </${Piece}>`;
}

/** @param {Part & {position: number}} props */
function Notch({ table, city, spots, position }) {
  const box = spotOf(spots, `city/notch:${position}`);
  const shape = city.notches[position - 1];
  const isFilled = city.portals.includes(position);
  const comes = !isFilled && table.preview?.cities[city.seat].portals.includes(position);
  const inner = { x: box.x + 7, y: box.y + 3, w: box.w - 14, h: box.h - 6 };
  return html`<${Piece} table=${table} kind="notch" id=${`notch:${position}`} value=${`${shape}${isFilled ? " portal" : ""}`} seat=${city.seat} box=${box} label=${`${table.name("term", isFilled ? "portal" : "notch")}: ${table.name("portal_shape", shape)}`} open=${() => table.show("portal_shape", shape)}>
    ${plate(box, "bf-notch", 6)}
    ${isFilled || comes ? html`<g class=${comes ? "ghost" : ""}>${portal(inner, shape)}</g>` : symbol({ icon: `bf-${shape}`, color: ink("notch") }, box.x + box.w / 2, box.y + box.h / 2, box.h - 10)}
  </${Piece}>`;
}

/** @param {Part & {position: number}} props */
function Path({ table, city, spots, position, mine }) {
  const box = spotOf(spots, `city/path:${position}`);
  const slot = spotOf(spots, `city/path:${position}/guardian:1`);
  const later = table.preview?.cities[city.seat].paths[position - 2];
  const id = position === 1 ? null : city.paths[position - 2] ?? null;
  const drawn = id ?? later;
  const path = drawn ? table.thing("path_tile", drawn) : undefined;
  const here = city.guardians.filter((/** @type {any} */ each) => each.at === `path:${position}`);
  const costs = /** @type {any} */ (table.catalogue.printed).path_costs[position - 2];
  const name = position === 1 ? table.name("term", "starting_tile") : path?.name ?? table.name("choice", `path:${position}`);
  return html`<g>
    <${Piece} table=${table} kind=${mine ? "destination" : "place"} id=${`path:${position}`} value=${position === 1 ? "start" : id ?? ""} seat=${city.seat} box=${box} label=${name} open=${() => (id ? table.show("path_tile", id) : table.show("term", position === 1 ? "starting_tile" : "path_tile"))}>
      ${position === 1
        ? [plate(box, "bf-path"), symbol(resource("gold"), box.x + box.w / 2, box.y + 21, 24)]
        : path
          ? html`<g class=${id ? "" : "ghost"}>${plate(box, "bf-path")}${symbol(mark(/** @type {any} */ (path.facts).crystal), box.x + 11, box.y + 12, 15)}${symbol(resource(/** @type {any} */ (path.facts).resource), box.x + box.w * 0.58, box.y + 26, 24)}</g>`
          : [plate(box, "bf-empty"), symbol({ icon: "bf-path", color: ink("faint") }, box.x + box.w * 0.36, box.y + box.h / 2, 16), words(costs, box.x + box.w * 0.7, box.y + box.h / 2, 12, "bf-quiet")]}
    </${Piece}>
    ${here.map((/** @type {any} */ each, /** @type {number} */ number) => {
      const shift = here.length > 1 ? (number / (here.length - 1) - 0.5) * 16 : 0;
      return html`<${Guardian} key=${each.guardian} table=${table} city=${city} guardian=${each.guardian} at=${each.at} mine=${mine} box=${{ ...slot, x: slot.x + shift }} />`;
    })}
  </g>`;
}

/** @param {Part} props */
function CityGnomes({ table, city, spots }) {
  return html`<g>${[1, 2, 3, 4, 5, 6].map((number) => {
    const box = spotOf(spots, `city/gnome:${number}`);
    const id = city.gnomes[number - 1];
    const gnome = id ? table.thing("gnome", id) : undefined;
    if (!gnome) return html`<g key=${number}>${plate(box, "bf-empty", 6)}${symbol({ icon: "bf-gnome", color: ink("faint") }, box.x + box.w / 2, box.y + box.h / 2, 22)}</g>`;
    const facts = /** @type {any} */ (gnome.facts);
    return html`<${Piece} key=${number} table=${table} kind="gnome_of" id=${id} value=${number} seat=${city.seat} box=${box} label=${`${gnome.name}. ${gnome.text}`} open=${() => table.show("gnome", id)}>
      ${plate(box, "bf-card", 6)}
      ${symbol({ icon: facts.role === "elder" ? "bf-elder" : "bf-gnome", color: ink(facts.role === "elder" ? "elder" : "tile-gnome") }, box.x + box.w / 2, box.y + 24, 32)}
      ${symbol(resource(facts.resource), box.x + 10, box.y + 11, 13)}
      ${lines(gnome.name).map((line, at, every) => words(line, box.x + box.w / 2, box.y + box.h - 6 - (every.length - 1 - at) * 9, fits(line), "bf-dark bf-name"))}
    </${Piece}>`;
  })}</g>`;
}

/** A name in at most two lines, as equal as possible. @param {string} name */
function lines(name) {
  const breaks = [...name.matchAll(/[ -]/g)].map(({ index }) => index + 1);
  if (name.length < 12 || !breaks.length) return [name];
  const best = breaks.reduce((one, other) => (Math.abs(other - name.length / 2) < Math.abs(one - name.length / 2) ? other : one));
  return [name.slice(0, best).trim(), name.slice(best)];
}

/** The size in which a line fits its card. @param {string} line */
const fits = (line) => Math.min(9, 80 / line.length);
