// @ts-check
// The question that is open, its answers as buttons, and the way back. The same answers glow on the table.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { NoAnswer, Problem } from "../api.js";
import { roving, say } from "../a11y.js";
import { Icon } from "../icons.js";
import { t } from "../texts.js";
import { textOf } from "./form.js";
import { Payment, isCountable } from "./payment.js";
import { Price, SeatMark, TokenRow } from "./pieces.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./form.js").Form} Form */
/** @typedef {import("./live.js").Live} Live */

/** @param {{state: State, form: Form, live: Live}} props */
export function Prompt({ state, form, live }) {
  const { game } = state;
  if (game.value.status !== "active") return null;
  if (live.waiting.value) return html`<${Telling} state=${state} live=${live} />`;
  const isMine = Boolean(form.offered.value?.moves.length);
  const step = form.current.value;
  return html`<section class="prompt" aria-label=${t("prompt.title")} data-prompt=${step ? "form" : isMine ? "root" : "idle"}>
    <${Notice} form=${form} />
    ${step ? html`<${Question} state=${state} form=${form} />` : html`<${Root} state=${state} form=${form} />`}
    <${Ways} state=${state} form=${form} />
  </section>`;
}

/** @param {{state: State, live: Live}} props */
function Telling({ state, live }) {
  const entry = live.log.value[0];
  const seat = state.seats.value.find((each) => `seat:${each.seat}` === entry?.actor);
  return html`<section class="prompt telling" aria-label=${t("prompt.title")} data-prompt="telling">
    <div class="question">
      ${seat && html`<h2><${SeatMark} seat=${seat} /> ${seat.name}</h2>`}
      <div class="sentences">${(entry?.text ?? []).map((/** @type {string} */ line) => html`<p>${line}</p>`)}</div>
    </div>
    <div class="ways"><button type="button" class="button" data-way="skip" onClick=${live.skip}>
      <${Icon} id="skip" /> ${t("prompt.skip", { n: live.waiting.value })}
    </button></div>
  </section>`;
}

/** @param {{form: Form}} props */
function Notice({ form }) {
  const problem = form.problem.value;
  if (problem instanceof NoAnswer) return html`<p class="notice bad" role="alert">${t("prompt.no_answer")}</p>`;
  if (problem) {
    const rule = problem instanceof Problem ? problem.rule : null;
    return html`<p class="notice bad" role="alert" data-problem=${problem instanceof Problem ? problem.code : ""}>
      ${problem.message} ${rule && html`<span class="rule">${t("prompt.rule", { rule })}</span>`}
    </p>`;
  }
  return form.notice.value ? html`<p class="notice" role="status">${t(form.notice.value)}</p>` : null;
}

/** @param {{state: State, form: Form}} props */
function Root({ state, form }) {
  const { table, folder, catalogue } = state;
  const offers = form.offered.value;
  if (!offers?.moves.length) return html`<${Waiting} state=${state} />`;
  if (form.filter.value) return html`<${Menu} state=${state} form=${form} />`;
  const types = [...new Set(offers.moves.map((/** @type {any} */ move) => move.type))].filter((type) => !folder.endsTurn.includes(type));
  const named = (/** @type {string} */ type) => catalogue.moves.find((each) => each.type === type);
  const closed = (offers.closed ?? []).filter((/** @type {any} */ each) => !folder.endsTurn.includes(each.type));
  return html`<div class="question">
      <h2>${types.length === 1 ? named(types[0])?.name : t("prompt.your_turn")}</h2>
      <p class="quiet">${types.length === 1 ? named(types[0])?.text : t("prompt.choose")}</p>
    </div>
    <div class="answers" onKeyDown=${roving}>
      ${types.map((type) => html`<button type="button" class="button answer" key=${type} data-answer=${type} title=${named(type)?.text}
        disabled=${form.busy.value} onClick=${() => form.begin(type)}>${named(type)?.name ?? type}</button>`)}
    </div>
    ${closed.length > 0 && types.length > 0 && html`<details class="closed"><summary>${t("prompt.closed", { n: closed.length })}</summary>
      <ul>${closed.map((/** @type {any} */ each) => html`<li key=${each.type}><b>${named(each.type)?.name ?? each.type}</b> ${each.message}
        ${each.rule && html`<span class="rule">${each.rule}</span>`}</li>`)}</ul></details>`}
    <span hidden>${table.ruleset}</span>`;
}

/** @param {{state: State}} props */
function Waiting({ state }) {
  const due = state.seats.value.filter((seat) => seat.due);
  const names = due.map((seat) => seat.name).join(", ");
  return html`<div class="question">
    <h2>${due.map((seat) => html`<${SeatMark} seat=${seat} />`)} ${names ? t("prompt.waiting", { names }) : t("prompt.wait")}</h2>
    ${state.you.value === null && html`<p class="quiet"><${Icon} id="eye" /> ${t("prompt.watching")}</p>`}
  </div>`;
}

/** @param {{state: State, form: Form}} props */
function Menu({ state, form }) {
  const [kind = "", ...rest] = form.filter.value.split(":");
  return html`<div class="question"><h2>${state.table.name(kind, rest.join(":"))}</h2><p class="quiet">${t("prompt.which")}</p></div>
    <${Answers} state=${state} form=${form} />`;
}

/** @param {{state: State, form: Form}} props */
function Question({ state, form }) {
  const { catalogue, table, folder } = state;
  const step = form.current.value;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const asks = step?.run.asks;
  const command = catalogue.moves.find((each) => each.type === step?.move.type);
  const field = command?.fields.find((each) => each.id === asks?.field);
  const isReady = Boolean(form.ready.value);
  useEffect(() => {
    say(isReady ? t("preview.title") : (field?.text ?? ""));
    const first = place.current?.querySelector("button");
    if (first && document.activeElement?.closest(".prompt, .zone, body") && !document.activeElement?.closest("dialog")) first.focus({ preventScroll: true });
  }, [step]);
  if (!step) return null;
  if (form.filter.value) return html`<${Menu} state=${state} form=${form} />`;
  const Own = asks && (folder.questions?.[`${step.move.type}.${asks.field}`] ?? folder.questions?.[asks.field]);
  return html`<div class="question">
      <h2>${command?.name}</h2>
      ${asks && html`<p>${field?.text ?? field?.name}</p>`}
    </div>
    ${isReady && html`<${Preview} state=${state} form=${form} />`}
    <div ref=${place}>
      ${Own ? html`<${Own} table=${table} type=${step.move.type} field=${asks.field} answers=${form.answers.value} pick=${form.pick} />` : html`<${Answers} state=${state} form=${form} />`}
    </div>`;
}

/** @param {{state: State, form: Form}} props */
function Answers({ state, form }) {
  const { table, folder } = state;
  const answers = form.answers.value;
  const step = form.current.value;
  if (step && isCountable(answers)) return html`<${Payment} key=${step.key} table=${table} answers=${answers} pick=${form.pick} />`;
  return html`<div class="answers" onKeyDown=${roving}>
    ${answers.map((answer) => {
      const own = step ? folder.label?.(table, answer.move.type, step.run.asks.field, answer.value) : undefined;
      const text = textOf(answer.value);
      return html`<button type="button" class="button answer" key=${JSON.stringify(answer.move)} data-answer=${text || answer.move.type}
        disabled=${form.busy.value} onClick=${() => form.pick(answer.move)}>${own ?? answer.label}${!step && html` <${Price} table=${table} tokens=${answer.price} />`}</button>`;
    })}
  </div>`;
}

/** @param {{state: State, form: Form}} props */
function Preview({ state, form }) {
  const run = form.ready.value?.run;
  if (!run) return null;
  const { table } = state;
  const own = run.score.find((/** @type {any} */ each) => each.seat === state.you.value);
  return html`<div class="preview" data-preview="true">
    ${(run.text ?? []).map((/** @type {string} */ line) => html`<p>${line}</p>`)}
    <p class="sums">
      ${run.paid?.length > 0 && html`<span class="pays"><${TokenRow} table=${table} tokens=${run.paid} sign="−" /></span>`}
      ${run.gained?.length > 0 && html`<span class="gains"><${TokenRow} table=${table} tokens=${run.gained} sign="+" /></span>`}
      ${own && own.change !== 0 && html`<span class="score-change"><${Icon} id="star" /> ${t("preview.score", { before: own.before, after: own.after })}</span>`}
    </p>
    ${run.stopped && html`<p class="warning"><${Icon} id="eye" /> ${t("preview.reveals")}</p>`}
  </div>`;
}

/** @param {{state: State, form: Form}} props */
function Ways({ state, form }) {
  const { folder, catalogue, table } = state;
  const offers = form.offered.value;
  const isBusy = form.busy.value;
  const isInForm = Boolean(form.current.value) || Boolean(form.filter.value) || Boolean(form.problem.value && form.steps.value.length);
  const ending = !isInForm ? folder.endsTurn.filter((type) => offers?.moves.some((/** @type {any} */ move) => move.type === type)) : [];
  const canUndo = !isInForm && offers && offers.undo !== null && offers.undo !== undefined && offers.undo < offers.version;
  return html`<div class="ways" onKeyDown=${roving}>
    ${isInForm && html`<button type="button" class="button" data-way="back" onClick=${form.back}><${Icon} id="back" /> ${t("prompt.back")}</button>`}
    ${form.ready.value && html`<button type="button" class="button main" data-way="confirm" disabled=${isBusy} onClick=${form.send}><${Icon} id="check" /> ${t("prompt.confirm")}</button>`}
    ${canUndo && html`<button type="button" class="button" data-way="undo" disabled=${isBusy} onClick=${() => form.undo()}><${Icon} id="undo" /> ${t("prompt.undo")}</button>`}
    ${canUndo && offers.undo < offers.version - 1 && html`<button type="button" class="button" data-way="reset" disabled=${isBusy} onClick=${() => form.undo(offers.undo)}><${Icon} id="reset" /> ${t("prompt.reset")}</button>`}
    ${ending.map((type) => html`<${EndTurn} key=${type} state=${state} form=${form} type=${type} table=${table} name=${catalogue.moves.find((each) => each.type === type)?.name} />`)}
  </div>`;
}

/** @param {{state: State, form: Form, type: string, name?: string}} props */
function EndTurn({ state, form, type, name }) {
  const { folder, catalogue, table } = state;
  const open = [...new Set(form.offered.value.moves.map((/** @type {any} */ move) => move.type))].filter((each) => !folder.endsTurn.includes(/** @type {string} */ (each)));
  const left = folder.remaining?.(table) ?? open.map((each) => catalogue.moves.find((move) => move.type === each)?.name ?? "");
  return html`<button type="button" class="button end" data-way="end" data-answer=${type} disabled=${form.busy.value} onClick=${() => form.begin(type)}>
    <span>${name}</span>${left.length > 0 && html`<small>${t("prompt.still", { what: left.join(" · ") })}</small>`}
  </button>`;
}
