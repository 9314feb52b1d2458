// @ts-check
// What every page has: the bar at the top, the settings, the form for a name, and the recovery code.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { post } from "./api.js";
import { Icon } from "./icons.js";
import { canNotify } from "./sound.js";
import { me, recoveryCode, set, settings } from "./store.js";
import { dueGames } from "./stream.js";
import { LANGUAGES, language, t } from "./texts.js";

/** @typedef {import("./vendor/preact.js").Child} Child */

/** @param {{children?: Child}} props */
export function Bar({ children }) {
  const [isOpen, setOpen] = useState(false);
  return html`<header class="bar">
    <a class="brand" href="/" aria-label=${t("app.home")}><${Icon} id="flame" /><span>Emberlog</span></a>
    ${children ?? html`<span class="spring"></span>`}
    <${OtherTurns} />
    ${me.value && !children && html`<a class="button bare" href=${`/p/${me.value.player}`}><${Icon} id="person" /> <span class="own-name">${me.value.name}</span></a>`}
    <button type="button" class="button bare" title=${t("settings.title")} onClick=${() => setOpen(true)}><${Icon} id="settings" label=${t("settings.title")} /></button>
    ${isOpen && html`<${Settings} close=${() => setOpen(false)} />`}
  </header>`;
}

/** Other games in which it is your turn. */
function OtherTurns() {
  const others = [...dueGames.value].filter((game) => location.pathname !== `/g/${game}`);
  if (!others.length || location.pathname === "/") return null;
  return html`<a class="button bare other-turns" href=${others.length === 1 ? `/g/${others[0]}` : "/"} title=${t("list.due")}><${Icon} id="bell" label=${t("list.due")} /> ${others.length}</a>`;
}

/** @param {{title: string, children?: Child}} props */
export function Page({ title, children }) {
  useEffect(() => {
    document.title = `${title} – Emberlog`;
  }, [title]);
  return html`<${Bar} /><main class="page"><h1>${title}</h1>${children}</main>`;
}

/** @param {{close: () => void, label: string, children?: Child}} props */
export function Dialog({ close, label, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => place.current?.showModal(), []);
  return html`<dialog class="sheet" ref=${place} aria-label=${label} onClose=${close} onClick=${(/** @type {Event} */ event) => event.target === place.current && close()}>
    <div class="sheet-head"><h2>${label}</h2><button type="button" class="button bare" onClick=${close}><${Icon} id="close" label=${t("dialog.close")} /></button></div>
    ${children}
  </dialog>`;
}

/** @param {{close: () => void}} props */
function Settings({ close }) {
  const now = settings.value;
  const askFirst = (/** @type {boolean} */ on) => {
    if (on && canNotify()) void Notification.requestPermission().then((said) => set({ notify: said === "granted" }));
    else set({ notify: on && canNotify() });
  };
  /** @param {"title" | "sound"} name */
  const toggle = (name) => html`<label class="switch"><input type="checkbox" name=${name} checked=${now[name]} onChange=${(/** @type {any} */ event) => set({ [name]: event.target.checked })} /> ${t(`mark.${name}`)}</label>`;
  return html`<${Dialog} label=${t("settings.title")} close=${close}>
    <label class="field"><span>${t("settings.language")}</span><select name="language" value=${now.language || language.value} onChange=${(/** @type {any} */ event) => set({ language: event.target.value })}>
      ${Object.entries(LANGUAGES).map(([id, name]) => html`<option key=${id} value=${id} lang=${id}>${name}</option>`)}</select></label>
    <label class="field"><span>${t("settings.confirm")}</span><select name="confirm" value=${now.confirm} onChange=${(/** @type {any} */ event) => set({ confirm: event.target.value })}>
      ${["always", "risky", "never"].map((id) => html`<option key=${id} value=${id}>${t(`confirm.${id}`)}</option>`)}</select></label>
    <label class="field"><span>${t("settings.pace")}</span><select name="pace" value=${String(now.pace)} onChange=${(/** @type {any} */ event) => set({ pace: Number(event.target.value) })}>
      ${["1500", "700", "250", "0"].map((id) => html`<option key=${id} value=${id}>${t(`pace.${id}`)}</option>`)}</select></label>
    <fieldset><legend>${t("settings.turn")}</legend>
      ${toggle("title")} ${toggle("sound")}
      <label class="switch"><input type="checkbox" name="notify" checked=${now.notify} disabled=${!canNotify()} onChange=${(/** @type {any} */ event) => askFirst(event.target.checked)} /> ${t("mark.notify")}</label>
    </fieldset>
    ${me.value && html`<p class="quiet">${t("settings.you", { name: me.value.name })}</p>`}
    <p class="quiet">${t("settings.keys")}</p>
  </${Dialog}>`;
}

/**
 * Sign up under a name. The answer holds the token and the code that gets it back.
 * @param {string} name
 */
export async function signUp(name) {
  const made = await post("/v1/players", { name }, { anonymous: true });
  recoveryCode.value = `${made.player.id}/${made.recovery_code}`;
  me.value = { token: made.token, player: made.player.id, name: made.player.name };
}

/** @param {{then?: () => void, label?: string}} props */
export function NameForm({ then, label }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [code, setCode] = useState(/** @type {string | null} */ (null));
  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    setProblem("");
    try {
      await (code === null ? signUp(name.trim()) : recover(code.trim()));
      then?.();
    } catch (error) {
      setProblem(/** @type {Error} */ (error).message);
    }
  }
  return html`<form class="name-form" onSubmit=${submit}>
    <label class="field"><span>${code === null ? t("name.label") : t("name.code")}</span>
      ${code === null
        ? html`<input key="name" name="name" required minlength="1" maxlength="40" autocomplete="nickname" value=${name} placeholder=${t("name.example")} onInput=${(/** @type {any} */ event) => setName(event.target.value)} />`
        : html`<input key="code" name="code" required autocomplete="off" value=${code} onInput=${(/** @type {any} */ event) => setCode(event.target.value)} />`}</label>
    <button class="button main big" data-way="name">${label ?? t("name.go")}</button>
    <button type="button" class="link" onClick=${() => setCode(code === null ? "" : null)}>${code === null ? t("name.have_code") : t("name.new")}</button>
    ${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
  </form>`;
}

/** @param {string} text the player's id and the code, as they were shown */
async function recover(text) {
  const [player, code] = text.split("/");
  const made = await post("/v1/recover", { player, code: code ?? "" }, { anonymous: true });
  recoveryCode.value = made.recovery_code ? `${made.player.id}/${made.recovery_code}` : null;
  me.value = { token: made.token, player: made.player.id, name: made.player.name };
}

/** The code is shown until the player says that it is written down, and never again. */
export function RecoveryCode() {
  const code = recoveryCode.value;
  if (!code) return null;
  return html`<aside class="panel-card recovery"><h2><${Icon} id="lock" /> ${t("recovery.title")}</h2><p>${t("recovery.text")}</p>
    <${Copy} text=${code} />
    <button type="button" class="button" data-way="noted" onClick=${() => {
      recoveryCode.value = null;
    }}><${Icon} id="check" /> ${t("recovery.noted")}</button></aside>`;
}

/** The text in a field that selects itself: the clipboard is not there on plain http. */
export function Copy({ text = "" }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    field.current?.select();
    const done = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : document.execCommand("copy");
    setDone(done);
  };
  return html`<span class="copy"><input ref=${field} readonly value=${text} aria-label=${t("copy.text")} onFocus=${() => field.current?.select()} />
    <button type="button" class="button" onClick=${copy}><${Icon} id=${isDone ? "check" : "copy"} /> ${isDone ? t("copy.done") : t("copy.copy")}</button></span>`;
}
