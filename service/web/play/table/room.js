// @ts-check
// Before the start: who has a place, the link for others, what each player chooses, and the button to begin.
import { html, useState } from "../vendor/preact.js";
import { post, request } from "../api.js";
import { Choice } from "../lobby/schema.js";
import { Copy, NameForm } from "../frame.js";
import { Icon } from "../icons.js";
import { me } from "../store.js";
import { t } from "../texts.js";

/** @param {{state: import("./state.js").State}} props */
export default function Room({ state }) {
  const { game, catalogue, folder, names } = state;
  const [problem, setProblem] = useState("");
  const [choice, setChoice] = useState(/** @type {Record<string, any>} */ ({}));
  const { id, seats, host } = game.value;
  const own = me.value?.player;
  const mine = /** @type {any} */ (seats.find((seat) => seat.player === own && own));
  const isHost = host === own;
  const isOpen = seats.some((seat) => !seat.player && !seat.bot && (!seat.reserved || seat.reserved === own));
  /** @param {() => Promise<any>} call */
  const run = (call) => {
    setProblem("");
    call().catch((error) => setProblem(error.message));
  };
  const chosen = Object.keys(choice).length ? { choice } : {};
  const isFull = seats.every((seat) => seat.player || seat.bot);
  return html`<main class="page room">
    <h1>${catalogue.title}</h1>
    <p class="lead">${t("room.lead")}</p>
    <div class="panel-card"><h2>${t("room.invite")}</h2><p>${t("room.link")}</p><${Copy} text=${`${location.origin}/g/${id}`} /></div>
    <div class="panel-card"><h2>${t("room.places")}</h2><ul class="places">
      ${/** @type {any[]} */ (seats).map((seat) => {
        const look = folder.look(null, seat.seat, catalogue);
        const name = seat.name ?? (seat.player ? names.value[seat.player] : null) ?? (seat.bot ? t("seat.bot", { level: t(`bot.${seat.bot}`) }) : null) ?? (seat.reserved ? t("room.reserved", { name: names.value[seat.reserved] ?? "…" }) : t("seat.open"));
        const picked = seat.choice ? Object.entries(seat.choice).map(([kind, value]) => state.table.name(kind, String(value))).join(", ") : "";
        return html`<li key=${seat.seat}><${Icon} id=${look.shape} color=${look.color} /><b>${name}</b> <span class="quiet">${seat.player === own ? t("players.you") : ""} ${picked}</span>
          ${isHost && seat.player && seat.player !== own && html`<button type="button" class="button small" onClick=${() => run(() => request("DELETE", `/v1/games/${id}/seats/${seat.seat}`))}>${t("room.remove")}</button>`}</li>`;
      })}
    </ul></div>
    ${catalogue.choice && (mine || isOpen) && html`<div class="panel-card"><h2>${t("room.choice")}</h2>
      <${Choice} state=${state} schema=${catalogue.choice} value=${mine?.choice ?? choice} onChange=${(/** @type {any} */ next) => {
        setChoice(next);
        if (mine) run(() => request("PUT", `/v1/games/${id}/seats/me/choice`, { body: { choice: next } }));
      }} /></div>`}
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
    <div class="ways">
      ${!me.value && isOpen && html`<${NameForm} />`}
      ${me.value && !mine && isOpen && html`<button type="button" class="button main big" data-way="join" onClick=${() => run(() => post(`/v1/games/${id}/seats`, chosen))}><${Icon} id="people" /> ${t("room.join")}</button>`}
      ${!mine && !isOpen && html`<p><${Icon} id="eye" /> ${t("room.full")}</p>`}
      ${isHost && html`<button type="button" class="button main big" data-way="start" disabled=${!isFull} onClick=${() => run(() => post(`/v1/games/${id}/start`))}><${Icon} id="play" /> ${t("room.start")}</button>`}
      ${mine && !isHost && html`<button type="button" class="button" onClick=${() => run(() => request("DELETE", `/v1/games/${id}/seats/me`))}>${t("room.leave")}</button>`}
      ${isHost && html`<button type="button" class="button" onClick=${() => run(() => request("DELETE", `/v1/games/${id}`))}>${t("room.cancel")}</button>`}
    </div>
  </main>`;
}
