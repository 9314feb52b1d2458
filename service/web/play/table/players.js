// @ts-check
// Who plays, in one row that is always in sight: mark, name, points, a few counters, and the clock.
import { html, signal } from "../vendor/preact.js";
import { Icon } from "../icons.js";
import { duration, t } from "../texts.js";
import { SeatMark } from "./pieces.js";

/** @typedef {import("./state.js").State} State */

/** Seconds that have passed, for clocks. */
const second = signal(Date.now());
setInterval(() => {
  second.value = Date.now();
}, 1000);

/**
 * Milliseconds until the player who is due runs out of time, or null without a clock.
 * @param {any} game
 */
export function timeLeft(game) {
  return game.deadline ? Date.parse(game.deadline) - second.value : null;
}

/** @param {{state: State}} props */
function Clock({ state }) {
  const left = timeLeft(state.game.value);
  if (left === null) return null;
  return html`<span class=${`clock ${left < 30000 ? "late" : ""}`} role="timer"><${Icon} id="clock" /> ${duration(left / 1000)}</span>`;
}

/** @param {{state: State}} props */
export function Players({ state }) {
  const { table, folder } = state;
  const status = folder.status(table);
  return html`<div class="players" role="list" aria-label=${t("players.title")}>
    ${table.seats.map((seat) => {
      const points = folder.points(table.view, seat.seat);
      const isShown = state.shownSeat.value === seat.seat;
      const seated = /** @type {any} */ (state.game.value.seats[seat.seat]);
      return html`<div role="listitem" key=${seat.seat}><button type="button" class=${`player ${seat.due ? "due" : ""} ${isShown ? "shown" : ""}`} data-seat=${seat.seat}
        aria-pressed=${isShown} style=${{ "--seat": seat.color }} onClick=${() => {
          state.shownSeat.value = seat.seat;
        }}>
        <${SeatMark} seat=${seat} />
        <span class="who"><b>${seat.name}</b>
          <small>${seat.you ? t("players.you") : seated?.stand_in ? t("players.stand_in") : seated?.resigned ? t("players.resigned") : seat.due ? t("players.due") : ""}</small></span>
        ${points !== null && html`<span class="points" title=${t("players.points")} data-value=${points}><${Icon} id="star" />${points}</span>`}
        <span class="facts">${folder.facts(table, seat.seat).map((fact) => html`<span key=${fact.title} title=${fact.title} class="fact"><${Icon} id=${fact.icon} label=${fact.title} />${fact.value}</span>`)}</span>
        ${seat.due && html`<${Clock} state=${state} />`}
      </button></div>`;
    })}
    ${status.length > 0 && html`<div role="listitem" class="status">${status.map((fact) => html`<span key=${fact.title} class="fact" title=${fact.title}><${Icon} id=${fact.icon} label=${fact.title} /><b>${fact.value}</b></span>`)}</div>`}
  </div>`;
}
