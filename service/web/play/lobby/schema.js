// @ts-check
// Forms from JSON Schema, as far as options and choices use it: yes/no, closed lists, numbers, text, a clock.
import { html } from "../vendor/preact.js";
import { t } from "../texts.js";

/** @typedef {import("../table/contract.d.ts").Catalogue} Catalogue */

/**
 * The schema itself, without references and without the possibility of null.
 * @param {any} schema
 * @param {any} [defs]
 * @returns {any}
 */
export function plain(schema, defs = schema?.$defs ?? {}) {
  if (schema?.$ref) return plain(defs[schema.$ref.split("/").pop()], defs);
  const other = schema?.anyOf?.find((/** @type {any} */ each) => each.type !== "null");
  return other ? { ...plain(other, defs), nullable: true, $defs: defs } : { ...schema, $defs: defs };
}

/**
 * The name of a value of a closed list: of a component or word, or as it is.
 * @param {Catalogue} catalogue
 * @param {string} option
 * @param {any} schema
 * @param {any} value
 */
export function valueName(catalogue, option, schema, value) {
  const kinds = new Set([option, String(schema.title ?? "").replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase().replace(/_id$/, "")]);
  const all = [...catalogue.components, ...catalogue.words];
  const own = all.find((each) => kinds.has(each.kind) && each.id === value) ?? all.find((each) => each.kind === "mode" && each.id === value);
  if (own) return own.name;
  const bot = /^bot:(\w+)$/.exec(String(value));
  return bot ? t("seat.bot", { level: t(`bot.${bot[1]}`) }) : String(value).replaceAll("_", " ");
}

/**
 * One field of a form.
 * @param {{catalogue: Catalogue, id: string, name: string, text?: string, schema: any, value: any, onChange: (value: any) => void}} props
 */
export function Field({ catalogue, id, name, text, schema, value, onChange }) {
  const kind = plain(schema);
  if (kind.type === "boolean") {
    return html`<label class="switch" title=${text}><input type="checkbox" name=${id} checked=${Boolean(value)} onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
      <span>${name}<small class="quiet">${text}</small></span></label>`;
  }
  return html`<label class="field" title=${text}><span>${name}</span>${input(catalogue, id, kind, value, onChange)}${text && html`<small class="quiet">${text}</small>`}</label>`;
}

/**
 * @param {Catalogue} catalogue
 * @param {string} id
 * @param {any} kind
 * @param {any} value
 * @param {(value: any) => void} onChange
 */
function input(catalogue, id, kind, value, onChange) {
  if (kind.enum) {
    const chosen = value === undefined || value === null ? "" : String(value);
    return html`<select name=${id} value=${chosen} onChange=${(/** @type {any} */ event) => onChange(kind.enum.find((/** @type {any} */ each) => String(each) === event.target.value) ?? null)}>
      ${(kind.nullable || chosen === "") && html`<option value="">–</option>`}
      ${kind.enum.map((/** @type {any} */ each) => html`<option key=${each} value=${String(each)}>${valueName(catalogue, id, kind, each)}</option>`)}</select>`;
  }
  if (kind.properties?.seconds) {
    const seconds = value ? value.seconds + value.days * 86400 : 0;
    return html`<select name=${id} value=${String(seconds)} onChange=${(/** @type {any} */ event) => onChange(Number(event.target.value) ? { seconds: Number(event.target.value) } : null)}>
      ${[0, 60, 180, 600, 86400, 3 * 86400, 7 * 86400].map((each) => html`<option key=${each} value=${String(each)}>${each ? (each < 86400 ? t("clock.minutes", { n: each / 60 }) : t("clock.days", { n: each / 86400 })) : t("clock.none")}</option>`)}</select>`;
  }
  if (kind.type === "integer") return html`<input type="number" name=${id} value=${value ?? ""} onInput=${(/** @type {any} */ event) => onChange(event.target.value === "" ? null : Number(event.target.value))} />`;
  return html`<input name=${id} value=${value ?? ""} pattern=${kind.pattern} onInput=${(/** @type {any} */ event) => onChange(event.target.value || null)} />`;
}

/**
 * What a player chooses in the lobby.
 * @param {{state: {catalogue: Catalogue}, schema: any, value: any, onChange: (value: any) => void}} props
 */
export function Choice({ state, schema, value, onChange }) {
  const whole = plain(schema);
  return html`<div class="fields">${Object.entries(whole.properties ?? {}).map(
    ([id, each]) => {
      const kind = plain(each, whole.$defs);
      const thing = state.catalogue.words.find((word) => word.kind === "term" && word.id === id);
      return html`<${Field} key=${id} catalogue=${state.catalogue} id=${id} name=${thing?.name ?? kind.title ?? id} schema=${kind} value=${value?.[id]} onChange=${(/** @type {any} */ next) => onChange({ ...value, [id]: next })} />`;
    },
  )}</div>`;
}
