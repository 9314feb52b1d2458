// @ts-check
import { html } from "../vendor/preact.js";
import { Bar } from "../frame.js";
import { t } from "../texts.js";

/** @param {Record<string, string>} parts */
export default function Page({ game }) {
  return html`<${Bar} /><main class="page"><h1>${t("page.soon")}</h1><p class="quiet">${game}</p></main>`;
}
