// @ts-check
// Many answers that are lists of tokens: instead of a button for each list, tokens are added until one list is left.
import { html, useState } from "../vendor/preact.js";
import { Icon } from "../icons.js";
import { t } from "../texts.js";
import { tokenLook } from "./pieces.js";

/** @typedef {import("./form.js").Answer} Answer */

/** @param {any} value @returns {string[]} */
function flat(value) {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") return [String(value)];
  return Object.values(value).flatMap(flat);
}

/** @param {string[]} list */
function counts(list) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const each of list) found.set(each, (found.get(each) ?? 0) + 1);
  return found;
}

/**
 * @param {Map<string, number>} whole
 * @param {Map<string, number>} part
 */
const covers = (whole, part) => [...part].every(([id, count]) => (whole.get(id) ?? 0) >= count);

/** @param {Answer[]} answers */
export const isCountable = (answers) =>
  answers.length > 6 && answers.every((each) => each.value !== null && typeof each.value === "object") &&
  answers.every((each) => flat(each.value).every((id) => !/^-?\d+$/.test(id)));

/**
 * @param {{table: import("./contract.d.ts").Table, answers: Answer[], pick: (move: import("./contract.d.ts").Move) => void}} props
 */
export function Payment({ table, answers, pick }) {
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  const lists = answers.map((answer) => ({ answer, has: counts(flat(answer.value)) }));
  const mine = counts(picked);
  const fitting = lists.filter(({ has }) => covers(has, mine));
  const exact = fitting.find(({ has }) => covers(mine, has));
  const ids = [...new Set(fitting.flatMap(({ has }) => [...has.keys()]))].filter((id) =>
    fitting.some(({ has }) => (has.get(id) ?? 0) > (mine.get(id) ?? 0)),
  );
  /** @param {string} id */
  function add(id) {
    const next = [...picked, id];
    const left = lists.filter(({ has }) => covers(has, counts(next)));
    if (left.length === 1 && left[0]) pick(left[0].answer.move);
    else setPicked(next);
  }
  /** @param {string} id */
  const chip = (id) => {
    const kind = table.thing(id)?.kind ?? "";
    const look = tokenLook(table, { kind, id });
    return html`<${Icon} id=${look.icon} color=${look.color} /> ${table.name(kind, id)}`;
  };
  return html`<div class="payment">
    ${picked.length > 0 &&
    html`<p class="picked">${[...mine].map(([id, count]) => html`<span class="chip" key=${id}>${count} × ${chip(id)}</span>`)}
      <button type="button" class="button small" onClick=${() => setPicked([])}><${Icon} id="close" /> ${t("payment.clear")}</button></p>`}
    <div class="answers">
      ${ids.map((id) => html`<button type="button" class="button" key=${id} data-answer=${`+${id}`} onClick=${() => add(id)}><${Icon} id="plus" /> ${chip(id)}</button>`)}
      ${exact && html`<button type="button" class="button main" data-answer="exact" onClick=${() => pick(exact.answer.move)}><${Icon} id="check" /> ${t("payment.take")}</button>`}
    </div>
  </div>`;
}
