// @ts-check
// What the drawings of a game are made of: pieces that can be chosen, prices, tokens, and marks of seats.
import { h, html } from "../vendor/preact.js";
import { Icon } from "../icons.js";

/** @typedef {import("./contract.d.ts").Table} Table */
/** @typedef {import("./contract.d.ts").Tokens} Tokens */
/** @typedef {import("./contract.d.ts").Spot} Spot */

/**
 * A piece on the table. With a box it is SVG, otherwise HTML. It is chosen under its own name or, while that is no
 * target, under one of those in `also`; `open` says what a click does while it cannot be chosen at all.
 * `tag` is the height of its price tag; 0 leaves it out.
 * @param {{table: Table, kind: string, id: string, value?: unknown, seat?: number, box?: Spot, label?: string,
 *   also?: [string, string][], open?: () => void, class?: string, round?: number, tag?: number,
 *   children?: import("../vendor/preact.js").Child}} props
 */
export function Piece({ table, kind, id, value = "", seat, box, label, also = [], open, class: more = "", round, tag, children }) {
  const [asked, name] = [/** @type {[string, string]} */ ([kind, id]), ...also].find((each) => table.target(...each)) ?? [kind, id];
  const target = table.target(asked, name);
  const choose = () => (open && !target ? open() : table.choose(asked, name));
  const lit = table.lit(id);
  const shown = {
    "data-kind": kind,
    "data-id": id,
    "data-value": String(value ?? ""),
    "data-seat": seat,
    class: ["piece", more, target && "target", lit && `lit-${lit}`].filter(Boolean).join(" "),
    onClick: (/** @type {Event} */ event) => {
      event.stopPropagation();
      choose();
    },
  };
  if (!box) return h(target ? "button" : "div", { ...shown, type: target ? "button" : undefined, title: target?.label }, children, target && html`<${Price} table=${table} tokens=${target.price} />`);
  const pressed = {
    role: target ? "button" : undefined,
    tabIndex: target ? 0 : undefined,
    "aria-label": target ? target.label : label,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (!target || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      choose();
    },
  };
  const corner = round ?? Math.min(box.w, box.h) * 0.16;
  return html`<g ...${shown} ...${pressed}>
    ${label && html`<title>${label}</title>`}
    ${children}
    ${target || lit ? html`<rect class="rim" x=${box.x} y=${box.y} width=${box.w} height=${box.h} rx=${corner} />` : null}
    ${target && target.price.length && tag !== 0 ? html`<${PriceTag} table=${table} box=${box} size=${tag} tokens=${target.price} />` : null}
  </g>`;
}

/** A price at the right upper corner of a box. @param {{table: Table, box: Spot, size?: number, tokens: Tokens[]}} props */
export function PriceTag({ table, box, size = Math.max(3.2, Math.min(box.w, box.h) * 0.32), tokens }) {
  const each = size * 1.6;
  const x = box.x + box.w - each * tokens.length - size * 0.2;
  return html`<g class="price-tag" aria-hidden="true">
    <rect x=${x} y=${box.y - size * 0.3} width=${each * tokens.length + size * 0.2} height=${size * 1.2} rx=${size * 0.6} />
    ${tokens.map((token, i) => {
      const look = tokenLook(table, token);
      const at = x + each * i + size * 0.1;
      return html`<text x=${at + size * 0.08} y=${box.y + size * 0.6} font-size=${size * 0.9}>${token.count}</text>
        <use href=${symbol(look.icon)} x=${at + size * 0.56} y=${box.y - size * 0.2} width=${size} height=${size} style=${{ color: look.color }} />`;
    })}
  </g>`;
}

/** @param {string} id */
export const symbol = (id) => (document.getElementById(`i-${id}`) ? `#i-${id}` : `#${id}`);

/**
 * @param {Table} table
 * @param {{kind: string, id: string}} token
 */
export function tokenLook(table, token) {
  const folder = /** @type {any} */ (table).folder;
  return folder?.token(token.kind, token.id) ?? { icon: "disc" };
}

/** @param {{table: Table, tokens: Tokens[], sign?: string}} props */
export function TokenRow({ table, tokens, sign = "" }) {
  return html`<span class="tokens">
    ${tokens.map((token) => {
      const look = tokenLook(table, token);
      const name = table.name(token.kind, token.id);
      return html`<span class="token" key=${`${token.kind}:${token.id}`} title=${name} data-id=${token.id} data-value=${token.count}>
        <b>${sign}${token.count}</b><${Icon} id=${look.icon} color=${look.color} label=${name} />
      </span>`;
    })}
  </span>`;
}

/** @param {{table: Table, tokens: Tokens[]}} props */
export function Price({ table, tokens }) {
  return tokens.length ? html`<span class="price"><${TokenRow} table=${table} tokens=${tokens} /></span>` : null;
}

/** @param {{seat: {color: string, shape: string, name: string}}} props */
export function SeatMark({ seat }) {
  return html`<${Icon} id=${seat.shape} color=${seat.color} class="seat-mark" />`;
}
