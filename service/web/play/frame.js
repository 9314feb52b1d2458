// @ts-check
// What every page has: the bar at the top with the name of the house, settings, and the state of the connection.
import { html } from "./vendor/preact.js";
import { Icon } from "./icons.js";
import { t } from "./texts.js";

/** @param {{children?: import("./vendor/preact.js").Child}} props */
export function Bar({ children }) {
  return html`<header class="bar">
    <a class="brand" href="/" aria-label=${t("app.home")}><${Icon} id="flame" /><span>Emberlog</span></a>
    ${children}
  </header>`;
}
