// @ts-check
// The router: one row for each page. A page is the default export of its module and gets the parts of the address.
import { html, render, signal, useEffect, useState } from "./vendor/preact.js";
import { Symbols } from "./icons.js";
import { language, loadTexts, t } from "./texts.js";

/** @typedef {(props: Record<string, string>) => import("./vendor/preact.js").VNode | null} Page */

/** @type {[RegExp, () => Promise<{default: Page}>][]} */
const PAGES = [
  [/^\/$/, () => import("./lobby/lobby.js")],
  [/^\/g\/(?<game>[^/]+)$/, () => import("./table/table.js")],
  [/^\/g\/(?<game>[^/]+)\/replay$/, () => import("./replay/replay.js")],
  [/^\/p\/(?<player>[^/]+)$/, () => import("./lobby/player.js")],
  [/^\/top\/(?<ruleset>[^/]+)$/, () => import("./lobby/top.js")],
  [/^\/how\/(?<ruleset>[^/]+)$/, () => import("./how/how.js")],
];

const place = signal(location.pathname);

/**
 * Go to another page of the client, without loading this one again.
 * @param {string} address
 */
export function go(address) {
  history.pushState(null, "", address);
  place.value = location.pathname;
  scrollTo(0, 0);
}

/** @param {string} path */
const found = (path) => PAGES.find(([pattern]) => pattern.test(path));

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.download || !found(link.pathname)) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
addEventListener("popstate", () => {
  place.value = location.pathname;
});

function App() {
  const path = place.value;
  const [page, setPage] = useState(/** @type {{path: string, Page: Page} | null} */ (null));
  useEffect(() => {
    let isWanted = true;
    found(path)?.[1]().then(
      (module) => isWanted && setPage({ path, Page: module.default }),
      (error) => reload(error),
    );
    return () => {
      isWanted = false;
    };
  }, [path]);
  if (!page) return html`<${Symbols} />`;
  const parts = found(page.path)?.[0].exec(page.path)?.groups ?? {};
  return html`<${Symbols} /><${page.Page} key=${page.path} ...${parts} />`;
}

/**
 * The server has another release than this page: load the page again, once.
 * @param {unknown} error
 */
function reload(error) {
  const before = sessionStorage.getItem("emberlog.reloaded");
  const files = document.documentElement.dataset.files ?? "";
  if (before === files) throw error;
  sessionStorage.setItem("emberlog.reloaded", files);
  location.reload();
}

language.subscribe(() => void loadTexts().catch(() => {}));
loadTexts().then(() => {
  document.title = t("app.title");
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
});
