// @ts-check
// Which symbol and which colour everything of Bonfire has; the colours themselves are in style.css.

/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {{icon: string, color?: string}} Look */

export const RESOURCES = ["blossom", "fruit", "herb", "shell", "root", "gold"];
export const TILES = ["ship", "task", "guardian", "path", "great_bonfire", "gnome", "yellow"];
export const POSITIONS = [1, 2, 3, 4, 5, 6, 7];

/** @param {string} name */
export const ink = (name) => `var(--bf-${name.replaceAll("_", "-")})`;

/** @param {string} id @returns {Look} */
export const resource = (id) => ({ icon: `bf-${id}`, color: ink(id) });
/** @param {string} id @returns {Look} */
export const tile = (id) => ({ icon: `bf-${id}`, color: ink(`tile-${id}`) });
/** @param {string} color @returns {Look} */
export const mark = (color) => ({ icon: `bf-mark-${color}`, color: ink(`color-${color}`) });
/** @param {string} guardian @returns {Look} */
export const guardian = (guardian) => ({ icon: "bf-guardian", color: ink(`guardian-${guardian}`) });

/** The sign on a guardian's robe: guardians differ by it as well as by colour. @type {Record<string, string>} */
export const EMBLEM = { pink: "bf-heart", grey: "bf-crescent", wood: "bf-leaf", blue: "bf-drop" };

/** @param {string} color */
export const seatLook = (color) => ({ color: ink(`seat-${color}`), shape: `bf-seat-${color}` });

/** @param {string} kind @param {string} id @returns {Look} */
export function token(kind, id) {
  if (kind === "resource") return resource(id);
  if (kind === "tile") return tile(id);
  return kind === "point" || kind === "points" ? { icon: "bf-point", color: ink("point") } : { icon: "disc" };
}

/** The symbol of an action on a light card: that of guardians is dark there. @param {string} id @returns {Look} */
const onCard = (id) => (id === "guardian" ? { icon: "bf-guardian", color: ink("plain") } : tile(id));

/** @typedef {{icons: Look[], count: string}} Sign What a condition looks like: up to two symbols and a number. */

const BOWL = { icon: "bf-bowl", color: ink("offering") };
const PORTAL = { icon: "bf-circle", color: ink("portal") };
const FIRE = { icon: "bf-fire" };
const CELLS = { icon: "bf-cells", color: ink("plain") };

/** How each kind of condition is drawn on a task. @type {Record<string, (needs: any) => Sign>} */
const SIGNS = {
  has_guardian: (needs) => sign("", guardian(needs.guardian)),
  path_with_resource: (needs) => sign("", tile("path"), resource(needs.resource)),
  offering_on_resource_island: (needs) => sign("", BOWL, resource(needs.resource)),
  gnome_with_resource: (needs) => sign("", tile("gnome"), resource(needs.resource)),
  resource_pairs_of_kinds: (needs) => sign(`${needs.count}+${needs.count}`, resource("herb")),
  offerings_on_distinct_islands: (needs) => sign(needs.count, { icon: "bf-island", color: ink("herb") }),
  offerings_on_one_island: (needs) => sign(needs.count, BOWL),
  fate_group: (needs) => sign(needs.count, onCard(needs.symbol)),
  common_tasks_fulfilled: (needs) => sign(needs.count, { icon: "bf-council", color: ink("plain") }),
  portals: (needs) => sign(needs.count, PORTAL),
  has_guardians: (needs) => sign("", guardian(needs.first), guardian(needs.second)),
  gnomes: (needs) => sign(needs.count, tile("gnome")),
  resource_count: (needs) => sign(needs.count, resource(needs.resource)),
  adjacent_paths_same_resource: () => sign("=", tile("path")),
  offering_on_both_resource_islands: (needs) => sign("2", BOWL, resource(needs.resource)),
  bonfires_all_colors: () => sign("3", FIRE),
  bonfires_of_colors: (needs) => sign("", mark(needs.first), mark(needs.second)),
  guardians: (needs) => sign(needs.count, onCard("guardian")),
  fate_groups: (needs) => sign(needs.count, onCard(needs.first), onCard(needs.second)),
  tasks_or_bonfires_of_color: (needs) => sign(needs.count, mark(needs.color)),
  elders: (needs) => sign(needs.count, { icon: "bf-elder", color: ink("tile-gnome") }),
  offering_pile_depleted: () => sign("0", BOWL),
  paths_of_crystal: (needs) => sign(needs.count, tile("path"), mark(needs.color)),
  bonfires: (needs) => sign(needs.count, FIRE),
  islands_with_two_offerings: (needs) => sign(`${needs.count}×2`, BOWL),
  identical_resources: (needs) => sign(`${needs.count}=`, resource("root")),
  fate_cells_covered: (needs) => sign("", needs.cells === "gold" ? { ...CELLS, color: ink("gold") } : CELLS),
  guardians_at_bonfires: (needs) => sign(needs.count, onCard("guardian"), FIRE),
  action_tiles: (needs) => sign(needs.count, onCard(needs.tile)),
  fate_two_groups: (needs) => sign(`${needs.count}+${needs.count}`, CELLS),
};

/** @param {number | string} count @param {...Look} icons @returns {Sign} */
function sign(count, ...icons) {
  return { icons, count: String(count) };
}

/** What the condition of a task looks like. @param {{kind: string}} needs */
export function condition(needs) {
  return (SIGNS[needs.kind] ?? (() => sign("", tile("task"))))(needs);
}

/** The kinds of conditions that have a drawing; a test compares them with the catalogue. */
export const DRAWN_CONDITIONS = Object.keys(SIGNS);

/** What each council space gives, as symbols. @type {Record<string, Look[]>} */
export const COUNCIL = {
  council_gold: [resource("gold"), resource("gold"), tile("yellow")],
  council_path: [tile("path")],
  council_guardian: [{ icon: "bf-guardian", color: ink("plain-light") }],
  council_great_bonfire: [FIRE],
  council_specialist: [tile("gnome")],
  council_guardian_move: [{ icon: "bf-procession", color: ink("plain-light") }],
  council_ship: [tile("ship")],
  council_fate: [{ icon: "bf-fate", color: ink("plain-light") }],
};

/** What each common task counts, as a symbol. @type {Record<string, Look>} */
export const COMMON = {
  common_tasks_7: tile("task"),
  common_portals_7: PORTAL,
  common_paths_7: tile("path"),
  common_guardians_5: { icon: "bf-guardian", color: ink("plain-light") },
  common_gnomes_6: tile("gnome"),
};

/** How many of the elements of a common task a city has. @type {Record<string, (city: any) => number>} */
const COUNTED = {
  common_tasks_7: (city) => city.spaces.filter((/** @type {any} */ space) => space.task).length,
  common_portals_7: (city) => city.portals.length,
  common_paths_7: (city) => city.paths.length + 1,
  common_guardians_5: (city) => city.guardians.length,
  common_gnomes_6: (city) => city.gnomes.length,
};

/** @param {string} task @param {any} city */
export const counted = (task, city) => COUNTED[task]?.(city) ?? 0;
