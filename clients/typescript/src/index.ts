// A typed client of Emberlog, the event-sourced game server.

export { Client, Problem, commitment, isOver } from "./client.js";
export type { Settings, Following } from "./client.js";
export type * from "./types.js";

import type { Ruleset } from "./types.js";

/** A component of any game; its `kind` tells which. */
export type Component = Ruleset["components"][number];
