// @ts-check
// Our own symbols, 24 × 24, drawn with the current colour. Glyphs of fonts are no icons: not every browser has them.
import { h, html } from "./vendor/preact.js";

/** @type {Record<string, string>} */
const LINES = {
  back: "M14 5l-7 7 7 7",
  next: "M10 5l7 7-7 7",
  undo: "M8 8H15a5 5 0 0 1 0 10H9M8 8l4-4M8 8l4 4",
  reset: "M5 12a7 7 0 1 1 2.2 5.1M5 12V6.5M5 12h5.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  info: "M12 11v6M12 7.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  clock: "M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  log: "M5 6h14M5 12h14M5 18h9",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 4.5v5M8 14.5v5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 4.500a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500",
  person: "M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21c.6-4.500 3.500-7 7.500-7s6.900 2.500 7.500 7",
  robot: "M6 9h12v9H6zM12 9V5M12 4.500v.01M9.500 13v.01M14.500 13v.01M10 16h4M3.500 12v3M20.500 12v3",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  play: "M8 5l11 7-11 7z",
  skip: "M5 6l8 6-8 6zM16 6v12",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4",
  sound: "M4 9.500h4l5-4v13l-5-4H4zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.500 1.500M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.500-1.500",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  flag: "M6 21V4M6 5c4-3 7 3 12 0v8c-5 3-8-3-12 0",
  star: "M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6-5.300-2.900L6.700 20l1.100-6L3.400 9.800l6-.8z",
  cup: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.500 5M17 6h3c0 3-1 5-3.500 5M12 14v4M8.500 20.500h7",
  offline: "M3 3l18 18M8.500 16a5 5 0 0 1 5-1.200M5 12.500a10 10 0 0 1 4-2.400M19 12.500a10 10 0 0 0-5-2.700M2.500 9a14 14 0 0 1 3.500-2.300M21.500 9A14 14 0 0 0 11 5.600M12 19.500v.01",
  dots: "M5 12v.01M12 12v.01M19 12v.01",
  book: "M4 5c3-1.500 6-1 8 1 2-2 5-2.500 8-1v14c-3-1.500-6-1-8 1-2-2-5-2.500-8-1zM12 6v14",
  history: "M4 12a8 8 0 1 0 2.500-5.800M4 4.500V9h4.500M12 8v4.500l3 1.500",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
};

/** @type {Record<string, string>} */
const FILLED = {
  flame: "M12 2c1.500 4.500 6.500 6.500 6.500 12a6.500 6.500 0 0 1-13 0c0-2.800 1.600-4.600 2.700-6.700.8 1.700 1.600 2.500 2.500 2.600C11.500 7.200 10.400 4.600 12 2z",
  disc: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  square: "M4 4h16v16H4z",
  triangle: "M12 3l10 18H2z",
  diamond: "M12 2l9 10-9 10L3 12z",
  hexagon: "M7 3.500h10L22 12l-5 8.500H7L2 12z",
  pentagon: "M12 2.500l9.500 7-3.600 11.500H6.100L2.500 9.500z",
};

/** The symbols, drawn once on each page. */
export function Symbols({ children = null }) {
  return html`<svg class="unseen" aria-hidden="true" width="0" height="0">
    ${Object.entries(LINES).map(
      ([id, d]) => html`<symbol id=${`i-${id}`} key=${id} viewBox="0 0 24 24">
        <path d=${d} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" />
      </symbol>`,
    )}
    ${Object.entries(FILLED).map(
      ([id, d]) => html`<symbol id=${`i-${id}`} key=${id} viewBox="0 0 24 24"><path d=${d} fill="currentColor" /></symbol>`,
    )}
    ${children}
  </svg>`;
}

/**
 * A symbol in a line of text. With a label it is an image that a screen reader names, otherwise decoration.
 * @param {{id: string, label?: string, color?: string, class?: string}} props
 */
export function Icon({ id, label, color, class: more = "" }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const href = `#${id in LINES || id in FILLED ? "i-" : ""}${id}`;
  return h("svg", { class: `icon ${more}`, viewBox: "0 0 24 24", style: color ? { color } : undefined, ...named }, h("use", { href }));
}
