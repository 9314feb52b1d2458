// @ts-check
// Questions that are better answered in a picture than in a list of words.
import { html } from "../vendor/preact.js";

/** @typedef {import("../table/contract.d.ts").AnswerProps} AnswerProps */

/** How the fate tile lies: an arrow for each rotation. @param {AnswerProps} props */
function Rotation({ table, answers, pick }) {
  return html`<div class="bf-rotations">
    ${answers.map(({ value, label, move }) => html`<button key=${value} type="button" class="button" aria-label=${label} title=${label} data-value=${value} onClick=${() => pick(move)}>
      <svg viewBox="0 0 24 24" class="icon" aria-hidden="true"><g transform=${`rotate(${value} 12 12)`}><path d="M3 9h11V5l7 7-7 7v-4H3z" fill="currentColor" /></g></svg>
      <span>${table.t(`bonfire.turn.${value}`)}</span>
    </button>`)}
  </div>`;
}

/** @type {Record<string, (props: AnswerProps) => import("../vendor/preact.js").VNode | null>} */
export const questions = { rotation: Rotation };
