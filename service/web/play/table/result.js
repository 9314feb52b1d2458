// @ts-check
// The end of a game: ranks, the score line by line, a rematch, and the way into the replay.
import { html, useEffect, useState } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { Icon } from "../icons.js";
import { go } from "../main.js";
import { language, t } from "../texts.js";
import { SeatMark } from "./pieces.js";

/** @param {{state: import("./state.js").State}} props */
export default function Result({ state }) {
  const [score, setScore] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const game = state.game.value;
  const { id, ranks } = game;
  useEffect(() => {
    get(`/v1/games/${id}/score`, { lang: language.peek() }).then(setScore, () => {});
  }, [id, game.version]);
  if (game.status !== "finished") return html`<main class="page result"><h1>${t(`status.${game.status}`)}</h1></main>`;
  const rows = state.seats.value.map((seat) => ({ seat, rank: ranks?.[seat.seat], score: score?.score.seats.find((/** @type {any} */ each) => each.seat === seat.seat) }));
  rows.sort((a, b) => (a.rank ?? 9) - (b.rank ?? 9));
  const first = rows.filter((row) => row.rank === 1);
  const rematch = () => post(`/v1/games/${id}/rematch`).then((made) => go(`/g/${made.id ?? made.game}`), (error) => setProblem(error.message));
  return html`<main class="page result" data-result="true">
    <p class="kicker"><${Icon} id="cup" /> ${t("result.over")}</p>
    <h1>${first.some((row) => row.seat.you) ? t("result.won") : t("result.winner", { names: first.map((row) => row.seat.name).join(", ") })}</h1>
    ${score?.score.result && html`<p class="lead">${score.score.result}</p>`}
    <div class="scores">${rows.map(
      (row) => html`<div class="panel-card" key=${row.seat.seat}>
        <h2><${SeatMark} seat=${row.seat} /> ${row.seat.name} <span class="total" data-total=${row.seat.seat}>${row.score?.total ?? ""}</span></h2>
        <ul>${(row.score?.items ?? []).filter((/** @type {any} */ item) => item.points !== 0).map((/** @type {any} */ item) => html`<li key=${item.item} title=${item.text}><span>${item.name}</span><b>${item.points}</b></li>`)}</ul>
      </div>`,
    )}</div>
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
    <div class="ways">
      ${state.you.value !== null && html`<button type="button" class="button main big" data-way="rematch" onClick=${rematch}><${Icon} id="reset" /> ${t("result.rematch")}</button>`}
      <a class="button big" href=${`/g/${id}/replay`}><${Icon} id="history" /> ${t("table.replay")}</a>
      <a class="button big" href="/">${t("app.home")}</a>
    </div>
  </main>`;
}
