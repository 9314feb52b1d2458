// @ts-check
// Your turn, announced: two soft tones, a notification, and a mark in the title. Each has its own switch.
import { settings } from "./store.js";

/** @type {AudioContext | null} */
let audio = null;

export function chime() {
  if (!settings.peek().sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state !== "running") return void audio.resume().catch(() => {});
  [523.25, 783.99].forEach((frequency, i) => tone(/** @type {AudioContext} */ (audio), frequency, i * 0.14));
}

/**
 * @param {AudioContext} on
 * @param {number} frequency
 * @param {number} after
 */
function tone(on, frequency, after) {
  const [from, to] = [on.currentTime + after, on.currentTime + after + 0.45];
  const [source, volume] = [on.createOscillator(), on.createGain()];
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, from);
  volume.gain.exponentialRampToValueAtTime(0.12, from + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, to);
  source.connect(volume).connect(on.destination);
  source.start(from);
  source.stop(to);
}

/** Browsers refuse notifications on plain http, except from the own machine. */
export const canNotify = () => typeof Notification !== "undefined" && isSecureContext;

/** @param {string} text */
export function notify(text) {
  if (!settings.peek().notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification("Emberlog", { body: text, tag: "turn" });
  shown.onclick = () => {
    focus();
    shown.close();
  };
}
