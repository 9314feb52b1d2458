// @ts-check
// The tokens of your seat, always in sight; those that are targets now are buttons.
import { html } from "../vendor/preact.js";
import { Icon } from "../icons.js";
import { t } from "../texts.js";

/** @param {{state: import("./state.js").State}} props */
export function Hand({ state }) {
  const { table, folder } = state;
  const seat = table.you ?? state.shownSeat.value ?? 0;
  const tokens = table.view ? folder.hand(table, seat) : [];
  const after = table.preview ? new Map(folder.hand(/** @type {any} */ (previewTable(table)), seat).map((each) => [`${each.kind}:${each.id}`, each.count])) : null;
  if (!tokens.length) return null;
  return html`<div class="hand" role="list" aria-label=${t("hand.title")}>
    ${tokens.map((token) => {
      const look = folder.token(token.kind, token.id);
      const name = table.name(token.kind, token.id);
      const next = after?.get(`${token.kind}:${token.id}`);
      const change = next === undefined ? 0 : next - token.count;
      return html`<button type="button" role="listitem" key=${`${token.kind}:${token.id}`} class=${`held ${token.count ? "" : "none"} ${table.target(token.kind, token.id) ? "target" : ""}`}
        title=${name} aria-label=${`${token.count} ${name}`} data-kind=${token.kind} data-id=${token.id} data-value=${token.count} onClick=${() => table.choose(token.kind, token.id)}>
        <${Icon} id=${look.icon} color=${look.color} /><b>${token.count}</b>${change !== 0 && html`<em class=${change > 0 ? "more" : "less"}>${change > 0 ? "+" : "−"}${Math.abs(change)}</em>`}
      </button>`;
    })}
  </div>`;
}

/** @param {import("./contract.d.ts").Table} table */
const previewTable = (table) => Object.create(table, { view: { value: table.preview } });
