// @ts-check
// Readable cards in HTML: tasks and gnomes with their names, texts and signs.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { Icon } from "../icons.js";
import { condition, ink, mark, resource } from "./look.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */

/** A task with its condition in words. @param {{table: Table, id: string, value: string}} props */
export function TaskCard({ table, id, value }) {
  const task = table.thing("task", id);
  if (!task) return null;
  const facts = /** @type {any} */ (task.facts);
  const { icons, count } = condition(facts.needs);
  const progress = table.progress?.("task", id);
  return html`<${Piece} table=${table} kind="task" id=${id} value=${value} class=${`bf-task-card bf-of-${facts.color}`}>
    <span class="bf-worth"><${Icon} id=${mark(facts.color).icon} label=${table.name("color", facts.color)} /><b>${facts.points}</b></span>
    <span class="bf-says"><b>${task.name}</b><span>${task.text}</span></span>
    <span class="bf-sign">${icons.map((look, number) => html`<${Icon} key=${number} id=${look.icon} color=${look.color} />`)}<b>${count}</b></span>
    ${progress && html`<span class=${`bf-far ${progress.met ? "bf-done" : ""}`}>${progress.met ? html`<${Icon} id="check" label=${table.t("bonfire.task.met")} />` : null}${progress.have} / ${progress.need}</span>`}
  </${Piece}>`;
}

/** A gnome with its power. @param {{table: Table, id: string, value: string}} props */
export function GnomeCard({ table, id, value }) {
  const gnome = table.thing("gnome", id);
  if (!gnome) return null;
  const facts = /** @type {any} */ (gnome.facts);
  const look = resource(facts.resource);
  return html`<${Piece} table=${table} kind="gnome" id=${id} value=${value} class=${`bf-gnome-card bf-${facts.role}`}>
    <span class="bf-head"><${Icon} id=${facts.role === "elder" ? "bf-elder" : "bf-gnome"} color=${ink(facts.role === "elder" ? "elder" : "tile-gnome")} label=${table.name("gnome_role", facts.role)} />
      <span class="bf-pays"><${Icon} id=${look.icon} color=${look.color} label=${table.name("resource", facts.resource)} /></span></span>
    <b class="bf-called">${gnome.name}</b>
    <span class="bf-power">${gnome.text}</span>
  </${Piece}>`;
}
