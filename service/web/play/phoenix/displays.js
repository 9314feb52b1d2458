// @ts-check
// What lies around the ring: event cards, revelations, the clanhouse, villages, heralds, the round, the Basilisk.
import { html } from "../vendor/preact.js";
import { Piece } from "../table/pieces.js";
import { lineAt, nameIn, plateAt, shrunk, spotAt, symbolAt } from "../table/svg.js";
import { drawn, look } from "./look.js";
import { cardFace, kinFace, kinName, pileFace, priceRow, seatMarks } from "./parts.js";

/** @typedef {import("../table/contract.d.ts").Layout} Layout */
/** @typedef {import("../table/contract.d.ts").Table} Table */
/** @typedef {{table: Table, layout: Layout}} Props */

/** @param {{table: Table, layout: Layout, place: string, id: string, size: number, icon: string}} props */
function Pile({ table, layout, place, id, size, icon }) {
  const box = spotAt(layout.spots, place);
  return html`<${Piece} table=${table} kind="pile" id=${id} value=${size} box=${box} label=${`${table.t(`phoenix.pile.${id}`)}: ${size}`} open=${() => {}}>${pileFace(box, size, icon)}</${Piece}>`;
}

/** The event cards that are foreseen. @param {Props} props */
export function Foreseen({ table, layout }) {
  const { foreseen, foreseen_pile_size: left, foreseen_discard: gone } = table.view.board;
  return html`<g>
    <${Pile} table=${table} layout=${layout} place="foreseen:pile" id="events" size=${left} icon="moon" />
    ${foreseen.map((/** @type {string | null} */ id, /** @type {number} */ number) => {
      const box = spotAt(layout.spots, `foreseen:${number + 1}`);
      const name = id ? table.name("event_card", id) : "";
      return html`<${Piece} key=${number} table=${table} kind="event_card" id=${id ?? `empty:${number + 1}`} value=${number + 1} box=${box} label=${name} also=${[["discard_slot", String(number + 1)], ["slot", String(number + 1)]]}>
        ${id ? cardFace(box, name, "event", symbolAt(drawn("moon", "agate"), box.x + box.w / 2, box.y + box.h * 0.17, box.h * 0.2)) : plateAt(box, "pp-empty")}
      </${Piece}>`;
    })}
    <${Pile} table=${table} layout=${layout} place="foreseen:discard" id="events_discard" size=${gone.length} icon="moon" />
  </g>`;
}

/** The revelations that can be acquired. @param {Props} props */
export function Revelations({ table, layout }) {
  const { revelations, revelation_pile_size: left, revelation_discard: gone } = table.view.board;
  return html`<g>
    <${Pile} table=${table} layout=${layout} place="revelation:pile" id="revelations" size=${left} icon="favor" />
    ${revelations.map((/** @type {string | null} */ id, /** @type {number} */ number) => {
      const box = spotAt(layout.spots, `revelation:${number + 1}`);
      if (!id) return plateAt(box, "pp-empty");
      const facts = /** @type {any} */ (table.thing("revelation", id)?.facts);
      const corner = html`${symbolAt(look("favor"), box.x + box.w * 0.2, box.y + box.h * 0.15, box.h * 0.17)}${lineAt(facts?.fp, box.x + box.w * 0.4, box.y + box.h * 0.15, box.h * 0.17, "pp-name")}
        ${symbolAt(look("scroll"), box.x + box.w * 0.66, box.y + box.h * 0.15, box.h * 0.17)}${lineAt(facts?.cost, box.x + box.w * 0.86, box.y + box.h * 0.15, box.h * 0.17, "pp-name")}`;
      return html`<${Piece} key=${id} table=${table} kind="revelation" id=${id} value=${number + 1} box=${box} label=${table.name("revelation", id)}>${cardFace(box, table.name("revelation", id), "revelation", corner)}</${Piece}>`;
    })}
    <${Pile} table=${table} layout=${layout} place="revelation:discard" id="revelations_discard" size=${gone.length} icon="favor" />
  </g>`;
}

/** The kin in the clanhouse, with coins to pay and favor to gain. @param {Props} props */
export function Clanhouse({ table, layout }) {
  const { clanhouse } = table.view.board;
  const printed = /** @type {any} */ (table.catalogue.printed);
  return html`<g>${printed.clanhouse.map((/** @type {any} */ { slot, coins, fp }) => {
    const box = spotAt(layout.spots, `clanhouse:${slot}`);
    const id = clanhouse[slot - 1];
    const tile = { x: box.x + box.w * 0.12, y: box.y + box.h * 0.08, w: box.w * 0.76, h: box.h * 0.6 };
    return html`<${Piece} key=${slot} table=${table} kind="kin" id=${id ?? `clanhouse:${slot}`} value=${`clanhouse ${slot}`} box=${box} label=${id ? kinName(table, id) : ""} also=${[["slot", String(slot)]]}>
      ${plateAt(box, "pp-slot")}
      ${id ? kinFace(tile, id) : null}
      ${priceRow([{ icon: "coin", count: coins }, { icon: "favor", count: fp }], box.x + box.w / 2, box.y + box.h * 0.84, box.h * 0.16)}
    </${Piece}>`;
  })}</g>`;
}

/** The village track with its pioneers. @param {Props} props */
export function Villages({ table, layout }) {
  const { villages, village_top: top, village_pile_size: left } = table.view.board;
  const printed = /** @type {any} */ (table.catalogue.printed);
  const pile = spotAt(layout.spots, "village:pile");
  const last = printed.sites.length;
  return html`<g>
    ${Array.from({ length: last + 1 }, (_, position) => {
      const box = spotAt(layout.spots, `village:${position}`);
      const id = villages[position] ?? (position === last ? "shrine_tile" : null);
      const built = position < villages.length;
      const site = printed.sites.find((/** @type {any} */ each) => each.position === position);
      const pioneers = table.view.seats.filter((/** @type {any} */ seat) => seat.pioneer === position).map((/** @type {any} */ seat) => seat.seat);
      return html`<${Piece} key=${position} table=${table} kind="village" id=${built && id ? id : `site:${position}`} value=${`${position} ${pioneers.join(",")}`.trim()} box=${box} label=${built && id ? table.name("village", id) : table.t("phoenix.site", { n: position })} open=${built && id ? undefined : () => {}}>
        ${plateAt(box, built ? "pp-village" : "pp-slot")}
        ${built && id
          ? nameIn(table.name("village", id), { x: box.x + 3, y: box.y + box.h * 0.08, w: box.w - 6, h: box.h * 0.52 }, Math.min(13, box.h * 0.15), "pp-name")
          : html`${(site?.cost ?? []).map((/** @type {string} */ resource, /** @type {number} */ number) => html`<g key=${number}>${symbolAt(look(resource), box.x + box.w / 2 + (number - (site.cost.length - 1) / 2) * box.w * 0.3, box.y + box.h * 0.26, box.w * 0.28)}</g>`)}
            ${symbolAt(look("favor"), box.x + box.w * 0.36, box.y + box.h * 0.54, box.w * 0.24)}${lineAt(site?.fp, box.x + box.w * 0.66, box.y + box.h * 0.54, box.h * 0.15, "pp-figure")}`}
        ${seatMarks(table, pioneers, box.x + box.w / 2, box.y + box.h * 0.83, Math.min(box.w / 4.4, box.h * 0.2))}
      </${Piece}>`;
    })}
    <${Piece} table=${table} kind="village" id=${top ?? "village_pile"} value=${left} box=${pile} label=${top ? table.name("village", top) : table.t("phoenix.pile.villages")}>
      ${pileFace(pile, left, "village")}
      ${top ? nameIn(table.name("village", top), { x: pile.x + 3, y: pile.y + pile.h * 0.06, w: pile.w - 10, h: pile.h * 0.16 }, 10, "pp-figure") : null}
    </${Piece}>
  </g>`;
}

/** The ranks of the heralds in the capital. @param {Props} props */
export function Heralds({ table, layout }) {
  return html`<g>${table.view.heralds.map((/** @type {number} */ seat, /** @type {number} */ number) => {
    const box = spotAt(layout.spots, `herald:${number + 1}`);
    return html`<${Piece} key=${number} table=${table} kind="herald" id=${`herald:${number + 1}`} value=${seat} box=${box} label=${`${number + 1}: ${table.seats[seat]?.name ?? ""}`} open=${() => {}}>
      ${plateAt(box, "pp-slot")}
      ${symbolAt(drawn("herald", "quiet"), box.x + box.w / 2, box.y + box.h * 0.36, Math.min(box.w, box.h) * 0.6)}
      ${seatMarks(table, [seat], box.x + box.w * 0.6, box.y + box.h * 0.3, Math.min(box.w, box.h) * 0.36)}
      ${lineAt(number + 1, box.x + box.w / 2, box.y + box.h * 0.82, Math.min(16, box.h * 0.26), "pp-figure")}
    </${Piece}>`;
  })}</g>`;
}

/** The round, day or night, and who begins. @param {Props} props */
export function Round({ table, layout }) {
  const box = spotAt(layout.spots, "round");
  const { round, phase, token } = table.view;
  const rounds = /** @type {any} */ (table.catalogue.printed).rounds;
  const night = phase === "nighttime";
  const size = Math.min(box.h * 0.4, box.w * 0.3);
  return html`<g data-kind="round" data-id="round" data-value=${`${round} ${phase}`}>
    ${plateAt(box, night ? "pp-night" : "pp-day")}
    ${symbolAt(drawn(night ? "moon" : "sun", night ? "moon" : "sun"), box.x + box.w * 0.24, box.y + box.h * 0.36, size)}
    ${lineAt(`${round} / ${rounds}`, box.x + box.w * 0.66, box.y + box.h * 0.36, size * 0.62, "pp-figure")}
    ${symbolAt(drawn("first", "favor"), box.x + box.w * 0.34, box.y + box.h * 0.78, size * 0.6)}
    ${seatMarks(table, [token], box.x + box.w * 0.62, box.y + box.h * 0.78, size * 0.6)}
  </g>`;
}

/** The Basilisk: its deck, the card that it plays, and what it has played. @param {Props} props */
export function Enemy({ table, layout }) {
  const { enemy } = table.view;
  if (!enemy) return null;
  const box = spotAt(layout.spots, "enemy:card");
  const facts = enemy.card ? /** @type {any} */ (table.thing("enemy_card", enemy.card)?.facts) : null;
  const name = enemy.card ? table.name("enemy_card", enemy.card) : "";
  const corner = facts?.sector ? symbolAt(drawn(facts.sector, "card-ink"), box.x + box.w / 2, box.y + box.h * 0.18, box.h * 0.22) : null;
  return html`<g>
    <${Pile} table=${table} layout=${layout} place="enemy:deck" id="enemy" size=${enemy.deck_size} icon="snake" />
    <${Piece} table=${table} kind="enemy_card" id=${enemy.card ?? "none"} value=${enemy.act} box=${box} label=${name} open=${enemy.card ? undefined : () => {}}>
      ${enemy.card ? cardFace(box, name, "enemy", corner) : plateAt(shrunk(box, 1), "pp-empty")}
    </${Piece}>
    <${Pile} table=${table} layout=${layout} place="enemy:discard" id="enemy_discard" size=${enemy.discard.length} icon="snake" />
  </g>`;
}
