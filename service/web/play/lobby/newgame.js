// @ts-check
// A new game: a form made from the ruleset's options and modes, so that a new game needs no new form.
import { html, useState } from "../vendor/preact.js";
import { get, post } from "../api.js";
import { Dialog } from "../frame.js";
import { Icon } from "../icons.js";
import { go } from "../main.js";
import { t } from "../texts.js";
import { Choice, Field, plain } from "./schema.js";

/** @typedef {import("../table/contract.d.ts").Catalogue} Catalogue */
/** @typedef {any} Mode */

const EXPERT = new Set(["seed", "handicap", "auto_start", "unlisted", "rated", "on_timeout"]);

/**
 * @param {Catalogue} catalogue
 * @param {Record<string, any>} options
 * @param {number} players
 * @returns {Mode[]} the modes that are on
 */
function modesOn(catalogue, options, players) {
  return catalogue.modes.filter((/** @type {Mode} */ mode) => {
    if (!mode.option) return mode.players.includes(players);
    const option = catalogue.options.find((each) => each.id === mode.option);
    const value = options[mode.option] ?? option?.default;
    return mode.value === undefined ? value !== option?.default : value === mode.value;
  });
}

/**
 * The options that can be given now: those of no mode, and those that a mode which is on requires or admits.
 * @param {Catalogue} catalogue
 * @param {Record<string, any>} options
 * @param {number} players
 */
function openOptions(catalogue, options, players) {
  const on = modesOn(catalogue, options, players);
  const bound = new Set(catalogue.modes.flatMap((/** @type {Mode} */ mode) => [...mode.requires, ...mode.admits]));
  const open = new Set(on.flatMap((mode) => [...mode.requires, ...mode.admits]));
  const forbidden = new Set(on.flatMap((mode) => mode.forbids));
  return catalogue.options.filter((option) => !forbidden.has(option.id) && (!bound.has(option.id) || open.has(option.id)));
}

/**
 * A value for an option that must be given: its default, or the first that asks for nothing more.
 * @param {Catalogue} catalogue
 * @param {string} id
 */
function firstValue(catalogue, id) {
  const option = catalogue.options.find((each) => each.id === id);
  if (option?.default !== null && option?.default !== undefined) return option.default;
  const values = plain(option?.schema).enum ?? [];
  const isPlain = (/** @type {any} */ value) => !catalogue.modes.some((/** @type {Mode} */ mode) => mode.option === id && mode.value === value && mode.requires.length);
  return values.find(isPlain) ?? values[0] ?? null;
}

/**
 * The options of a game for one player against the automa, with as few questions as possible, or null.
 * @param {Catalogue} catalogue
 * @returns {Record<string, any> | null}
 */
export function soloOptions(catalogue) {
  if (!catalogue.automas.length || !catalogue.players.includes(1)) return null;
  const mode = catalogue.modes.find((/** @type {Mode} */ each) => each.players.length === 1 && each.players[0] === 1);
  /** @type {Record<string, any>} */
  const options = { auto_start: true };
  if (mode?.option) options[mode.option] = mode.value;
  for (const id of mode?.requires ?? []) options[id] = firstValue(catalogue, id);
  return options;
}

/** @param {Catalogue} catalogue */
export async function playSolo(catalogue) {
  const made = await post("/v1/games", { ruleset: catalogue.name, seats: 1, options: soloOptions(catalogue) });
  go(`/g/${made.id}`);
}

/** @param {{catalogue: Catalogue, close: () => void}} props */
export function NewGame({ catalogue, close }) {
  const first = catalogue.players.includes(2) ? 2 : (catalogue.players[0] ?? 2);
  const [places, setPlaces] = useState(["me", ...Array(first - 1).fill("open")]);
  const [options, setOptions] = useState(/** @type {Record<string, any>} */ ({ auto_start: true }));
  const [choice, setChoice] = useState(/** @type {any} */ (undefined));
  const [problem, setProblem] = useState("");
  const shown = openOptions(catalogue, options, places.length);
  const required = new Set(modesOn(catalogue, options, places.length).flatMap((mode) => mode.requires));
  /** @param {string} id @param {any} value */
  const setOption = (id, value) => setOptions({ ...options, [id]: value });
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    setProblem("");
    try {
      const given = Object.fromEntries(shown.filter((each) => options[each.id] !== undefined && options[each.id] !== each.default).map((each) => [each.id, options[each.id]]));
      for (const id of required) given[id] ??= firstValue(catalogue, id);
      const seats = await Promise.all(places.map(invited));
      const made = await post("/v1/games", { ruleset: catalogue.name, seats: seats.length === 1 ? 1 : seats, options: given, ...(choice ? { choice } : {}) });
      go(`/g/${made.id}`);
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  }
  const field = (/** @type {any} */ option) => html`<${Field} key=${option.id} catalogue=${catalogue} id=${option.id} name=${option.name} text=${option.text} schema=${option.schema}
    value=${options[option.id] ?? (required.has(option.id) ? firstValue(catalogue, option.id) : option.default)} onChange=${(/** @type {any} */ value) => setOption(option.id, value)} />`;
  return html`<${Dialog} label=${t("new.title", { game: catalogue.title })} close=${close}>
    <form class="new-game" onSubmit=${submit}>
      <fieldset><legend>${t("new.places")}</legend>
        <div class="count" role="group">${catalogue.players.map((n) => html`<button type="button" key=${n} class=${`button ${places.length === n ? "main" : ""}`} aria-pressed=${places.length === n}
          onClick=${() => setPlaces([...places, "open", "open", "open", "open"].slice(0, n))}>${n}</button>`)}</div>
        ${places.map((place, i) => html`<${Place} key=${i} catalogue=${catalogue} number=${i} place=${place} onChange=${(/** @type {string} */ next) => setPlaces(places.map((each, k) => (k === i ? next : each)))} />`)}
      </fieldset>
      <div class="fields">${shown.filter((option) => !EXPERT.has(option.id)).map(field)}</div>
      ${catalogue.choice && html`<fieldset><legend>${t("room.choice")}</legend><${Choice} state=${{ catalogue }} schema=${catalogue.choice} value=${choice} onChange=${setChoice} /></fieldset>`}
      <details><summary>${t("new.expert")}</summary><div class="fields">${shown.filter((option) => EXPERT.has(option.id)).map(field)}</div></details>
      ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
      <button class="button main big" data-way="create"><${Icon} id="play" /> ${t("new.create")}</button>
    </form>
  </${Dialog}>`;
}

/** @param {{catalogue: Catalogue, number: number, place: string, onChange: (place: string) => void}} props */
function Place({ catalogue, number, place, onChange }) {
  if (place === "me") return html`<p class="place"><${Icon} id="person" /> ${t("new.me")}</p>`;
  const isInvited = place.startsWith("name:");
  return html`<p class="place"><${Icon} id=${place.startsWith("bot:") ? "robot" : "people"} />
    <select aria-label=${t("new.place", { n: number + 1 })} value=${isInvited ? "name:" : place} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      <option value="open">${t("new.open")}</option><option value="name:">${t("new.invite")}</option>
      ${catalogue.bots.map((level) => html`<option key=${level} value=${`bot:${level}`}>${t("seat.bot", { level: t(`bot.${level}`) })}</option>`)}
    </select>
    ${isInvited && html`<input aria-label=${t("new.name")} placeholder=${t("new.name")} required value=${place.slice(5)} onInput=${(/** @type {any} */ event) => onChange(`name:${event.target.value}`)} />`}</p>`;
}

/**
 * What the API takes for a place; a name becomes the id of the player.
 * @param {string} place
 */
async function invited(place) {
  if (!place.startsWith("name:")) return place;
  const name = place.slice(5).trim();
  const found = await get("/v1/players", { name, first: 5 });
  const player = found.items.find((/** @type {any} */ each) => each.name.toLowerCase() === name.toLowerCase()) ?? found.items[0];
  if (!player) throw new Error(t("new.unknown", { name }));
  return `player:${player.id}`;
}
