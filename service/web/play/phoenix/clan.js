// @ts-check
// What belongs to a seat: the kin in its hand and pile, the cards it has kept, and its secret draft.
import { html } from "../vendor/preact.js";
import { Icon } from "../icons.js";
import { Piece } from "../table/pieces.js";
import { kinOf, look, seatLook } from "./look.js";
import { kinName } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Table} Table */

/** @param {{table: Table, seat?: import("../table/contract.d.ts").Seat}} props */
export function Clan({ table, seat }) {
  const own = seat ? table.view.seats[seat.seat] : null;
  if (!own) return null;
  const { draft } = own;
  return html`<div class="pp-clan">
    <p class="pp-counts">
      <span title=${table.t("phoenix.favor")}><${Icon} id="pp-favor" color=${look("favor").color} label=${table.t("phoenix.favor")} /> <b>${own.fp}</b></span>
      <span data-kind="clan_pile" data-id=${`clan_pile:${own.seat}`} data-value=${own.clan_pile_size} title=${table.t("phoenix.pile.clan")}><${Icon} id="pp-pile" label=${table.t("phoenix.pile.clan")} /> ${own.clan_pile_size}</span>
      ${own.stack_size ? html`<span title=${table.t("phoenix.pile.stack")}><${Icon} id="pp-snake" label=${table.t("phoenix.pile.stack")} /> ${own.stack_size}</span>` : null}
    </p>
    <h3>${table.t("phoenix.hand")}</h3>
    <${Kin} table=${table} ids=${own.hand} seat=${own.seat} value="hand" />
    ${draft?.drawn?.length ? html`<h3>${table.t("phoenix.draft")}</h3><${Kin} table=${table} ids=${draft.drawn} seat=${own.seat} value="draft" />` : null}
    ${own.stack_top ? html`<${Kin} table=${table} ids=${[own.stack_top]} seat=${own.seat} value="stack" />` : null}
    <h3>${table.t("phoenix.kept")}</h3>
    <${Kept} table=${table} ids=${[...(draft?.dealt ?? []), ...own.revelations]} spent=${own.spent} seat=${own.seat} />
  </div>`;
}

/** @param {{table: Table, ids: string[], seat: number, value: string}} props */
function Kin({ table, ids, seat, value }) {
  if (!ids.length) return html`<p class="quiet">${table.t("phoenix.none")}</p>`;
  return html`<div class="pp-hand">${ids.map((id) => {
    const { clan, type } = kinOf(id);
    const { color, shape } = seatLook(clan);
    return html`<${Piece} key=${id} table=${table} kind="kin" id=${id} value=${value} seat=${seat} class="pp-kin-card">
      <span class="pp-kin-face" style=${{ background: color }}><${Icon} id=${`pp-${type}`} color="#fff" label=${kinName(table, id)} /><${Icon} id=${shape} class="pp-corner" color="#fff" /></span>
      <span class="pp-kin-name">${table.name("kin_type", type)}</span>
    </${Piece}>`;
  })}</div>`;
}

/** @param {{table: Table, ids: string[], spent: string[], seat: number}} props */
function Kept({ table, ids, spent, seat }) {
  if (!ids.length) return html`<p class="quiet">${table.t("phoenix.none")}</p>`;
  return html`<div class="pp-kept">${ids.map((id) => {
    const card = table.thing("revelation", id);
    return html`<${Piece} key=${id} table=${table} kind="revelation" id=${id} value=${spent.includes(id) ? "spent" : "kept"} seat=${seat} class=${`pp-kept-card${spent.includes(id) ? " pp-spent" : ""}`}>
      <b>${card?.name ?? id}</b><span>${card?.text}</span>
    </${Piece}>`;
  })}</div>`;
}
