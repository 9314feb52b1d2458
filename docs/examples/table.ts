// A table for both games in one file: it draws a position of each as SVG and plays each to its end.
//
//     node table.js http://127.0.0.1:8000 folder
//
// Nothing here knows a rule. `layouts` of a ruleset say where everything is drawn, the view says what lies there,
// `about` says what each move touches and costs. It needs the package `emberlog-client` (clients/typescript).

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "emberlog-client";
import type {
  BonfireView,
  Box,
  Component,
  GameView,
  Layout,
  LegalMoves,
  Move,
  PhoenixSpotId,
  PhoenixView,
  Ruleset,
} from "emberlog-client";

/** What lies in the boxes of a layout: ids of components, or short texts. */
type Placed = Map<string, string[]>;

/** The version from which on a position is worth drawing. */
const INTERESTING = 40;
const COLORS: Record<string, string> = {
  blue: "#5b8dd9",
  green: "#5fa55a",
  orange: "#e08a2e",
  red: "#d2504a",
  violet: "#8a63b8",
  yellow: "#e3bd3b",
};

const never = (value: never): never => {
  throw new Error(`unexpected: ${JSON.stringify(value)}`);
};

/** What lies where, in either game: a view has the fields of its game. */
function placed(view: GameView): Placed {
  const found: Placed = new Map();
  const put = (box: string, thing: string | null): void => {
    if (thing !== null) found.set(box, [...(found.get(box) ?? []), thing]);
  };
  if ("cities" in view) placeBonfire(view, put);
  else placePhoenix(view, put);
  return found;
}

function placeBonfire({ board, cities }: BonfireView, put: (box: string, thing: string | null) => void): void {
  for (const { island, tasks } of board.tasks) tasks.forEach((task, n) => put(`${island}/task:${n + 1}`, task));
  for (const { guardian, left } of board.guardians) put(`g_${guardian}`, `${guardian} × ${left}`);
  board.portals.forEach((shapes, space) => shapes.forEach((shape, n) => put(`gb${space}/portal:${n + 1}`, shape)));
  put(board.great_bonfire, "▲");
  board.path_display.forEach((tile, n) => put(`path_display:${n + 1}`, tile));
  board.path_pile_sizes.forEach((size, n) => put(`path_pile:${n + 1}`, `${size} left`));
  board.specialists.forEach((gnome, n) => put(`specialist_display:${n + 1}`, gnome));
  put("gnome_pile", `${board.gnome_pile_size} left`);
  for (const elder of board.elders) put(elder, elder);
  for (const { space, novices } of board.council) {
    novices.forEach(({ seat }, n) => put(`${space}/novice:${n + 1}`, seat === null ? "·" : cities[seat]?.color ?? null));
  }
  for (const { seat, ship, color, offerings } of cities) {
    put(ship === "landing_stage" ? ship : `${ship}/ship:${seat}`, color);
    for (const { island } of offerings) put(`${island}/offering:${seat}`, color);
  }
}

function placePhoenix({ board, seats }: PhoenixView, put: (box: string, thing: string | null) => void): void {
  for (const { tiles, clan } of seats) {
    for (const { kin, at } of tiles) if (at !== "bumped") put(boxOf(at, clan), kin);
  }
  board.clanhouse.forEach((kin, n) => put(`clanhouse:${n + 1}`, kin));
  board.villages.forEach((village, n) => put(`village:${n}`, village));
  board.foreseen.forEach((card, n) => put(`foreseen:${n + 1}`, card));
  board.revelations.forEach((card, n) => put(`revelation:${n + 1}`, card));
  put("foreseen:pile", `${board.foreseen_pile_size} left`);
  put("revelation:pile", `${board.revelation_pile_size} left`);
}

/** The box of a spot: `gates.2` lies in `gates/spot:2`, kin on the palace in the area of their clan. */
function boxOf(spot: PhoenixSpotId, clan: string): string {
  if (spot === "palace") return `palace/clan:${clan}`;
  const [place, number] = spot.split(".");
  return place === "outer_ward" || place === "battlement" || place === "pinnacle"
    ? `palace/${spot}`
    : `${place}/spot:${number}`;
}

/** What is printed on a component, in a few letters; a `switch` over every kind of both games. */
function printed(component: Component): string {
  switch (component.kind) {
    case "task":
      return `${component.facts.points} P`;
    case "island":
      return component.facts.resource ?? component.facts.guardian ?? "";
    case "path_tile":
      return `${component.facts.crystal} · ${component.facts.resource}`;
    case "bonfire_space":
      return [component.facts.tile, component.facts.resource ?? `${component.facts.points} P`].join(" · ");
    case "gnome":
    case "offering":
      return component.facts.resource;
    case "council_space":
    case "common_task":
      return component.facts.rule;
    case "fate_tile":
      return component.facts.symbols.join(" ");
    case "board":
      return component.facts.portals.join(" ");
    case "countdown_tile":
      return `${component.facts.value}`;
    case "tom_card":
      return component.facts.action;
    case "sector":
      return `${component.facts.shard} · ${component.facts.price}`;
    case "kin":
      return component.facts.clan;
    case "spot":
      return component.facts.large_price ?? "";
    case "revelation":
      return `${component.facts.cost} → ${component.facts.fp} P`;
    case "scenario":
      return component.facts.clan;
    case "difficulty":
    case "enemy_card":
    case "act":
    case "kin_type":
    case "village":
    case "event_card":
    case "mode":
    case "tile":
    case "guardian":
    case "portal_shape":
    case "player_color":
    case "extension":
    case "resource":
    case "shard":
    case "clan":
      return "";
    default:
      return never(component);
  }
}

/** A layout with everything in its boxes; boxes of moves that are possible now have a thick border. */
function svg(layout: Layout, things: Placed, components: Map<string, Component>, targets: Set<string>): string {
  const shown = layout.boxes.map((box) => drawn(box, things.get(box.id) ?? [], components, targets));
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="9">`,
    `<rect width="${width}" height="${height}" fill="#f4efe6"/>`,
    ...shown,
    "</svg>",
  ].join("\n");
}

function drawn(box: Box, things: string[], components: Map<string, Component>, targets: Set<string>): string {
  const own = components.get(box.id);
  const lines = [...(own ? [own.name, printed(own)] : []), ...things.map((thing) => labelled(thing, components))];
  const isTarget = [box.id, ...things].some((id) => targets.has(id));
  const fill = things.map(colorOf).find((color) => color !== undefined) ?? (things.length ? "#fff" : "none");
  const edge = isTarget ? 'stroke="#111" stroke-width="2.5"' : 'stroke="#b5a88f"';
  const texts = lines
    .filter((line) => line !== "")
    .map((line, n) => `<tspan x="${box.x + 3}" y="${box.y + 10 + 10 * n}">${escaped(line)}</tspan>`);
  return (
    `<g><title>${escaped(`${box.id} ${lines.join(", ")}`)}</title>` +
    `<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="3" fill="${fill}" ${edge}/>` +
    `<text>${texts.join("")}</text></g>`
  );
}

function labelled(thing: string, components: Map<string, Component>): string {
  const component = components.get(thing);
  return component ? [component.name, printed(component)].filter(Boolean).join(" ") : thing;
}

/** Ids of kin and tasks begin with their colour: `red.bard`, `blue-07`. */
function colorOf(thing: string): string | undefined {
  return COLORS[thing.split(/[.-]/)[0] ?? ""];
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The ids of all components that a move of the list would touch. */
function targetsOf(asked: LegalMoves): Set<string> {
  return new Set((asked.about ?? []).flatMap(({ targets }) => targets.map(({ id }) => id)));
}

/** Any move, but ending the turn only if there is nothing else. */
function chosen({ moves }: LegalMoves): Move | undefined {
  const others = moves.filter(({ type }) => type !== "end_turn" && type !== "pass");
  const open = others.length ? others : moves;
  return open[Math.floor(Math.random() * open.length)];
}

/** Plays a game against a bot; draws the first interesting position in which it is our turn. */
async function table(url: string, name: Ruleset["name"], folder: string): Promise<void> {
  const player = new Client(url);
  await player.signUp({ name: "Painter" });
  const rules = await player.showRuleset(name);
  const components = new Map(rules.components.map((component) => [component.id as string, component]));
  const layout = rules.layouts.find(({ id }) => id === "wide");
  if (layout === undefined) throw new Error(`${name} has no wide layout`);
  const { id } = await player.createGame({ ruleset: name, seats: ["me", "bot:random"] });
  await player.startGame(id);
  let isDrawn = false;
  for await (const entry of player.stream(id)) {
    const asked = await player.listMoves(id, { about: !isDrawn });
    const move = chosen(asked);
    if (move === undefined || asked.version !== entry.seq) continue;
    if (!isDrawn && entry.seq >= INTERESTING) {
      const { view } = await player.showGame(id, { at: entry.seq });
      if (view) await writeFile(join(folder, `${name}.svg`), svg(layout, placed(view), components, targetsOf(asked)));
      isDrawn = view !== null;
    }
    await player.play(id, move, { version: asked.version });
  }
  const { score } = await player.showScore(id);
  console.log(`${rules.title} ${id}: ${score.seats.map(({ total }) => total).join(" : ")}`);
}

const [url = "http://127.0.0.1:8000", folder = "."] = process.argv.slice(2);
for (const name of ["bonfire", "phoenix"] as const) await table(url, name, folder);
