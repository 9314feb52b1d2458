// @ts-check
import { html } from "../vendor/preact.js";
import { Bar } from "../frame.js";
import { t } from "../texts.js";

export default function Lobby() {
  return html`<${Bar} /><main class="page">
    <h1>${t("lobby.title")}</h1>
    <footer class="foot"><a href="/docs">${t("lobby.docs")}</a> · <a href="/graphql">GraphQL</a></footer>
  </main>`;
}
