// @ts-check
// The text of a component, for everybody who cannot hover.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { Icon } from "../icons.js";
import { t } from "../texts.js";

/** @param {{state: import("./state.js").State}} props */
export function Card({ state }) {
  const asked = state.card.value;
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const thing = asked ? (state.table.thing(asked.kind, asked.id) ?? state.table.thing(asked.id)) : undefined;
  useEffect(() => {
    if (thing && !place.current?.open) place.current?.showModal();
  }, [thing]);
  const close = () => {
    state.card.value = null;
  };
  if (!thing) return null;
  return html`<dialog class="sheet" ref=${place} onClose=${close} onClick=${(/** @type {Event} */ event) => event.target === place.current && close()} aria-label=${thing.name}>
    <h2>${thing.name}</h2>
    <p>${thing.text}</p>
    <button type="button" class="button" autofocus onClick=${close}><${Icon} id="close" /> ${t("dialog.close")}</button>
  </dialog>`;
}
