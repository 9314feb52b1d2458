// @ts-check
// The page of a game.
import { html, useEffect, useState } from "../vendor/preact.js";
import { catalogue, get, playerName } from "../api.js";
import { Bar } from "../frame.js";
import { Symbols } from "../icons.js";
import { loadTexts, t } from "../texts.js";
import { makeState } from "./state.js";

/** @param {Record<string, string>} parts */
export default function TablePage({ game = "" }) {
  const [state, setState] = useState(/** @type {ReturnType<typeof makeState> | null} */ (null));
  const [error, setError] = useState("");
  useEffect(() => {
    load(game).then(setState, (problem) => setError(problem.message));
  }, [game]);
  if (error) return html`<${Bar} /><main class="page"><p class="problem">${error}</p></main>`;
  if (!state) return html`<${Bar} />`;
  return html`<${Bar} /><${Zones} state=${state} />`;
}

/** @param {string} id */
async function load(id) {
  const first = await get(`/v1/games/${id}`);
  const folders = (document.documentElement.dataset.games ?? "").split(" ");
  const [rules, folder] = await Promise.all([
    catalogue(first.ruleset),
    folders.includes(first.ruleset) ? import(`../${first.ruleset}/index.js`) : import("./plain.js"),
    loadTexts(first.ruleset),
  ]);
  const state = makeState(rules, folder.default, first);
  if (folder.default.style) addStyle(folder.default.style);
  for (const seat of first.seats) {
    if (seat.player && !seat.name) {
      playerName(seat.player).then((name) => {
        state.names.value = { ...state.names.peek(), [seat.player]: name };
      });
    }
  }
  return state;
}

/** @param {string} address */
function addStyle(address) {
  if (document.querySelector(`link[href="${address}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: address }));
}

/** @param {{state: ReturnType<typeof makeState>}} props */
function Zones({ state }) {
  const { table, folder } = state;
  const zones = folder.zones.filter((zone) => !zone.on || zone.on === table.screen);
  return html`<${Symbols}>${folder.symbols}</${Symbols}>
    <main class="zones">
      ${zones.map((zone) => {
        const seats = zone.perSeat ? table.seats : [undefined];
        return seats.map(
          (seat) => html`<section class="zone" data-zone=${zone.id} key=${`${zone.id}${seat?.seat ?? ""}`}>
            <h2>${t(zone.title)}${seat ? ` · ${seat.name}` : ""}</h2>
            <${zone.Draw} table=${table} seat=${seat} />
          </section>`,
        );
      })}
    </main>`;
}
