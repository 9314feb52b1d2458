// @ts-check
// Tom, the automa: his pile, the card that he plays, and the gnomes he has turned up.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { Icon } from "../icons.js";
import { ink, resource, tile } from "./look.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */

/** What the action on a card looks like. @type {Record<string, import("./look.js").Look>} */
const ACTION = {
  gnome: tile("gnome"),
  path: tile("path"),
  task_high: tile("task"),
  task_low: tile("task"),
  guardian: { icon: "bf-guardian", color: ink("plain") },
  great_bonfire: { icon: "bf-fire" },
};

/** @param {{table: Table}} props */
export function Tom({ table }) {
  const { tom, turn } = table.view;
  if (!tom) return null;
  const asked = turn.offer?.kind === "tom" ? turn.offer.card : null;
  const played = asked ?? tom.discard[tom.discard.length - 1];
  return html`<div class="bf-tom" data-kind="tom" data-id="tom" data-value=${`${tom.pile_size} ${tom.discard.length} ${tom.playthrough}`}>
    <p class="bf-tom-pile"><${Icon} id="bf-pile" label=${table.name("term", "tom_pile")} /> <b>${tom.pile_size}</b>
      <span class="quiet">${table.t("bonfire.tom.playthrough", { n: tom.playthrough })}</span></p>
    ${played ? html`<${TomCard} table=${table} id=${played} value=${asked ? "asks" : "played"} />` : null}
    <ul class="bf-tom-discard">${tom.discard.map((/** @type {string} */ id) => html`<li key=${id}><${Action} table=${table} id=${id} /></li>`)}</ul>
  </div>`;
}

/** @param {{table: Table, id: string, value: string}} props */
function TomCard({ table, id, value }) {
  const card = table.thing("tom_card", id);
  const shown = lastGnome(table);
  return html`<${Piece} table=${table} kind="tom_card" id=${id} value=${value} class="bf-tom-card">
    <span class="bf-head"><${Action} table=${table} id=${id} /><b>${card?.name}</b></span>
    <span class="bf-power">${card?.text}</span>
    ${/** @type {any} */ (card?.facts)?.gnome_icon && shown ? html`<span class="bf-turned"><${Icon} id="bf-gnome" color=${ink("tile-gnome")} /> ${table.name("gnome", shown.id)} <${Icon} id=${resource(shown.facts.resource).icon} color=${resource(shown.facts.resource).color} label=${table.name("resource", shown.facts.resource)} /></span>` : null}
  </${Piece}>`;
}

/** @param {Table} table @returns {any} */
function lastGnome(table) {
  const { gnome_discard: discard } = table.view.tom;
  return discard.length ? table.thing("gnome", discard[discard.length - 1]) : undefined;
}

/** @param {{table: Table, id: string}} props */
function Action({ table, id }) {
  const card = table.thing("tom_card", id);
  const look = ACTION[/** @type {any} */ (card?.facts)?.action] ?? tile("task");
  return html`<${Icon} id=${look.icon} color=${look.color} label=${card?.name} />`;
}
