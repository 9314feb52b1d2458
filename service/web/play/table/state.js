// @ts-check
// The state of a table as signals, and the `Table` that drawings get.
import { computed, signal } from "../vendor/preact.js";
import { t } from "../texts.js";

/** @typedef {import("./contract.d.ts").Table} Table */
/** @typedef {import("./contract.d.ts").GameFolder} GameFolder */
/** @typedef {import("./contract.d.ts").Target} Target */
/** @typedef {import("./contract.d.ts").Game} Game */
/** @typedef {ReturnType<typeof makeState>} State */

const WIDE = matchMedia("(min-width: 1024px)");
const screen = signal(WIDE.matches ? "wide" : "phone");
WIDE.addEventListener("change", () => {
  screen.value = WIDE.matches ? "wide" : "phone";
});

/**
 * @param {import("./contract.d.ts").Catalogue} catalogue
 * @param {GameFolder} folder
 * @param {Game} first
 */
export function makeState(catalogue, folder, first) {
  const game = signal(first);
  const preview = signal(/** @type {any} */ (null));
  /** Set by the form; read through `targetAt`, which has a signal for each place. */
  const source = signal(/** @type {import("../vendor/preact.js").ReadonlySignal<Map<string, Target>> | null} */ (null));
  const said = signal(/** @type {ReadonlySet<string>} */ (new Set()));
  const changed = signal(/** @type {ReadonlySet<string>} */ (new Set()));
  const card = signal(/** @type {{kind: string, id: string} | null} */ (null));
  const names = signal(/** @type {Record<string, string>} */ ({}));
  const you = signal(/** @type {number | null} */ (null));

  const byKind = new Map(catalogue.components.map((each) => [`${each.kind}:${each.id}`, each]));
  const byId = new Map(catalogue.components.map((each) => [/** @type {string} */ (each.id), each]));
  const words = new Map(catalogue.words.map((each) => [`${each.kind}:${each.id}`, each]));
  const seats = computed(() => game.value.seats.map((each) => seatOf(each)));

  /** @param {any} each */
  function seatOf(each) {
    const look = folder.look(game.value.view ?? null, each.seat, catalogue);
    const own = each.name ?? (each.player ? names.value[each.player] : null);
    const bot = each.bot ? t("seat.bot", { level: t(`bot.${each.bot}`) }) : null;
    const automa = each.automa ? (words.get(`automa:${each.automa}`)?.name ?? look.name ?? each.automa) : null;
    return {
      seat: each.seat,
      name: own ?? bot ?? automa ?? look.name ?? t("seat.open"),
      color: look.color,
      shape: look.shape,
      you: each.seat === you.value,
      due: game.value.actor.seats.includes(each.seat),
      automa: Boolean(each.automa),
      player: each.player ?? null,
    };
  }

  /** @type {Map<string, import("../vendor/preact.js").ReadonlySignal<Target | null>>} */
  const places = new Map();
  /** @param {string} place */
  function targetAt(place) {
    let found = places.get(place);
    if (!found) {
      found = computed(() => source.value?.value.get(place) ?? null);
      places.set(place, found);
    }
    return found.value;
  }

  const layouts = new Map(catalogue.layouts.map((each) => [each.id, layoutOf(each)]));
  /** @type {Table & {folder: GameFolder}} */
  const table = {
    folder,
    ruleset: catalogue.name,
    catalogue,
    get game() {
      return game.value;
    },
    get view() {
      return game.value.view;
    },
    get preview() {
      return preview.value;
    },
    get seats() {
      return seats.value;
    },
    get you() {
      return you.value;
    },
    get screen() {
      return /** @type {"wide" | "phone"} */ (screen.value);
    },
    layout: (name) => layouts.get(name) ?? null,
    thing: (/** @type {string} */ kind, /** @type {string} */ id = "") => (id ? byKind.get(`${kind}:${id}`) : byId.get(kind)),
    name: (kind, id) => (byKind.get(`${kind}:${id}`) ?? words.get(`${kind}:${id}`) ?? byId.get(id))?.name ?? id,
    target: (kind, id) => targetAt(`${kind}:${id}`),
    choose: (kind, id) => state.onChoose(kind, id),
    show: (kind, id) => {
      card.value = { kind, id };
    },
    lit: (id) => (said.value.has(id) ? "said" : changed.value.has(id) ? "changed" : null),
    t,
  };
  const state = {
    table,
    folder,
    catalogue,
    game,
    preview,
    source,
    said,
    changed,
    card,
    names,
    you,
    seats,
    screen,
    /** @type {(kind: string, id: string) => void} */
    onChoose: (kind, id) => table.show(kind, id),
    /** Everything that came is shown. @type {() => Promise<void>} */
    onSettled: async () => {},
    /** The answer to an own move, which the stream will tell as well. @type {(done: any) => void} */
    onPlayed: () => {},
    /** The seat whose own zones are shown. */
    shownSeat: signal(/** @type {number | null} */ (null)),
    tab: signal(""),
  };
  return state;
}

/**
 * A layout with its boxes by id.
 * @param {import("./contract.d.ts").Catalogue["layouts"][number]} from
 * @returns {import("./contract.d.ts").Layout}
 */
function layoutOf({ width, height, boxes }) {
  return { width, height, spots: Object.fromEntries(boxes.map((box) => [box.id, box])) };
}
