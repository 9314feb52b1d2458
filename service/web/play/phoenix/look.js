// @ts-check
// Which symbol and which colour everything of Phoenix Palace has; the colours themselves are in style.css.

/** @typedef {import("../table/svg.js").Look} Look */

export const RESOURCES = ["coin", "scroll", "lantern"];
export const SHARDS = ["coral", "jade", "agate"];
export const SECTORS = ["gates", "capital", "rim", "shrine", "springs", "clanhouse"];
export const CLANS = ["red", "blue", "green", "yellow"];

/** @param {string} name */
export const ink = (name) => `var(--pp-${name.replaceAll("_", "-")})`;
/** @param {string} id @returns {Look} */
export const look = (id) => ({ icon: `pp-${id}`, color: ink(id) });
/** @param {string} icon @param {string} [color] @returns {Look} */
export const drawn = (icon, color = "ink") => ({ icon: `pp-${icon}`, color: ink(color) });
/** @param {string} clan */
export const seatLook = (clan) => ({ color: ink(`clan-${clan}`), shape: `pp-clan-${clan}` });

/** @param {string} kind @param {string} id @returns {Look} */
export function token(kind, id) {
  if (kind === "resource" || kind === "shard") return look(id);
  return kind.startsWith("point") || kind === "fp" ? look("favor") : { icon: "disc" };
}

/** The clan and the type of a kin, which are in its id: `green.apprentice.3`. @param {string} id */
export function kinOf(id) {
  const [clan = "", type = "", number = ""] = id.split(".");
  return { clan, type, number };
}

/** All kin that stand somewhere, with their seat. @param {any} view @returns {{kin: string, at: string, cloaked: boolean, seat: number}[]} */
export function standing(view) {
  return view.seats.flatMap((/** @type {any} */ seat) => seat.tiles.map((/** @type {any} */ tile) => ({ ...tile, seat: seat.seat })));
}
