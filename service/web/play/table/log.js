// @ts-check
// What happened, newest first, in sentences. Undone entries stay, struck through.
import { html, useState } from "../vendor/preact.js";
import { t } from "../texts.js";
import { SeatMark } from "./pieces.js";

/** @param {{state: import("./state.js").State, live: import("./live.js").Live}} props */
export function Log({ state, live }) {
  const [most, setMost] = useState(40);
  const entries = live.log.value;
  const undone = new Set(entries.flatMap((entry) => entry.events.flatMap((/** @type {any} */ event) => (event.type === "entries_undone" ? event.seqs : []))));
  const told = entries.filter((entry) => entry.text?.length);
  const looked = live.lookedAt.value;
  return html`<ol class="log" aria-label=${t("log.title")}>
    ${told.slice(0, most).map((entry, i) => {
      const seat = state.seats.value.find((each) => `seat:${each.seat}` === entry.actor);
      const isFirstSeen = looked > 0 && entry.seq <= looked && (told[i - 1]?.seq ?? 0) > looked;
      return html`${isFirstSeen && html`<li class="looked" key="looked">${t("log.looked")}</li>`}
        <li key=${entry.seq} class=${undone.has(entry.seq) ? "undone" : ""} data-seq=${entry.seq}>
          ${seat && html`<${SeatMark} seat=${seat} />`}
          <div>${entry.text.map((/** @type {string | any[]} */ line) => html`<p>${typeof line === "string" ? line : html`<${Parts} state=${state} parts=${line} />`}</p>`)}</div>
        </li>`;
    })}
    ${told.length > most && html`<li><button type="button" class="button small" onClick=${() => setMost(most + 100)}>${t("log.more")}</button></li>`}
  </ol>`;
}

/** @param {{state: import("./state.js").State, parts: any[]}} props */
function Parts({ state, parts }) {
  return parts.map((part) => {
    if (!part.id) return part.text;
    const point = (/** @type {boolean} */ isOn) => {
      state.said.value = new Set(isOn ? [part.id] : []);
    };
    return html`<button type="button" class="word" onMouseEnter=${() => point(true)} onMouseLeave=${() => point(false)} onFocus=${() => point(true)} onBlur=${() => point(false)}
      onClick=${() => state.table.show(part.kind, part.id)}>${part.text}</button>`;
  });
}
