// The contract between the table, which knows no game, and the folder of a game. README.md explains it.
import type { components } from "../openapi";
import type { Child, VNode } from "../vendor/preact";

type Schemas = components["schemas"];
export type Catalogue = Schemas["Ruleset"];
export type Component = Schemas["Component"];
export type Game = Schemas["Game"];
export type Entry = Schemas["Entry"];

/** A move as the API takes it: its type, and its fields by name. */
export type Move = { type: string; [field: string]: unknown };
export interface Tokens {
  kind: string;
  id: string;
  count: number;
}
/** What can be chosen at a place now. */
export interface Target {
  /** Every offered move that this place is part of; several open a small menu. */
  moves: Move[];
  /** What a screen reader says, and the tooltip. */
  label: string;
  /** What the cheapest of them costs. */
  price: Tokens[];
}
/** How far a seat is with what a component asks for. */
export interface Progress {
  have: number;
  need: number;
  met: boolean;
}
export interface Spot {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Layout {
  width: number;
  height: number;
  spots: Record<string, Spot>;
}
export interface Seat {
  seat: number;
  name: string;
  /** A CSS colour, usually a custom property of the game's style sheet: `var(--seat-1)`. */
  color: string;
  /** The id of a symbol: seats differ in shape as well as in colour. */
  shape: string;
  you: boolean;
  /** Whether this seat has to act now. */
  due: boolean;
  automa: boolean;
  player: string | null;
}

/** What every Draw component receives as `table`. Properties read signals: read them while drawing. */
export interface Table {
  readonly ruleset: string;
  readonly catalogue: Catalogue;
  /** The game as it is shown now, which may be a few entries behind while they are told one by one. */
  readonly game: Game;
  /** `game.view`: the JSON of this ruleset. */
  readonly view: any;
  /** The view after the move that waits for confirmation, or null. Draw what differs faintly. */
  readonly preview: any;
  readonly seats: Seat[];
  /** Your seat, or null if you watch. */
  readonly you: number | null;
  readonly screen: "wide" | "phone";
  /** A layout of the catalogue's `layouts`, or null if the catalogue has none of this name. */
  layout(name: string): Layout | null;
  /** A component of the catalogue: by kind and id, or by id alone. */
  thing(kind: string, id: string): Component | undefined;
  thing(id: string): Component | undefined;
  /** The name of a component or word in the reader's language. */
  name(kind: string, id: string): string;
  /** What can be chosen at a place now, or null. */
  target(kind: string, id: string): Target | null;
  /** Choose it, or show what it is if it cannot be chosen now. */
  choose(kind: string, id: string): void;
  /** How far a seat, or else you, is with what a component asks for; null if that is not known. */
  progress?(kind: string, id: string, seat?: number): Progress | null;
  /** Show name and text of a component. */
  show(kind: string, id: string): void;
  /** Why a place is lit: words of the log point at it, or the last entry changed it. */
  lit(id: string): "said" | "changed" | null;
  t(key: string, details?: Record<string, unknown>): string;
}

export interface ZoneProps {
  table: Table;
  /** Only for zones that are drawn once for each seat. */
  seat?: Seat;
}
export interface Zone {
  id: string;
  /** Key of the title in the texts of the game's folder. */
  title: string;
  Draw: (props: ZoneProps) => VNode | null;
  /** Name of the layout it draws with; the table reserves its proportions before anything is loaded. */
  layout?: string;
  /** On which screens: `wide` from 1024 px, `phone` below it. Without it, on both. */
  on?: "wide" | "phone";
  /** Wide screens: in the large column on the left or in the one beside it. */
  place: "board" | "side";
  /** Phone: the tab that shows it. */
  tab: string;
  /** Drawn once for each seat; one seat at a time is shown, yours first. */
  perSeat?: boolean;
  /** The kinds of targets that it draws: a tab with a target has a dot, and a question opens its tab. */
  kinds: string[];
}
export interface Tab {
  id: string;
  /** Key of the title. */
  title: string;
  /** Id of a symbol. */
  icon: string;
}
export interface Fact {
  icon: string;
  title: string;
  value: number | string;
}
export interface SeatLook {
  color: string;
  shape: string;
  /** The name of an automa, or of a seat without a player. */
  name?: string;
}
export interface AnswerProps {
  table: Table;
  /** The open question: command and field. */
  type: string;
  field: string;
  /** The offered answers; `value` is that of the field, `move` what choosing it would make. */
  answers: { value: any; label: string; move: Move; price: Tokens[] }[];
  pick: (move: Move) => void;
}

/** The default export of `play/<ruleset>/index.js`. */
export interface GameFolder {
  /** Address of its style sheet: `new URL("./style.css", import.meta.url).href`. */
  style?: string;
  /** `<symbol>` elements, ids of the game's own, as one VNode or several. */
  symbols?: Child;
  zones: Zone[];
  tabs: Tab[];
  /** Colour and shape of a seat, from a view or from the lobby (then `view` is null). */
  look(view: any, seat: number, catalogue: Catalogue): SeatLook;
  /** Points that everyone sees, for the players bar. */
  points(view: any, seat: number): number | null;
  /** A few small counters for the players bar. */
  facts(table: Table, seat: number): Fact[];
  /** What concerns everyone: round, phase, countdown; at most three. */
  status(table: Table): Fact[];
  /** Tokens of a seat in the order of the hand; those with count 0 are shown faintly or not at all. */
  hand(table: Table, seat: number): Tokens[];
  /** The symbol of a token and its colour. */
  token(kind: string, id: string): { icon: string; color?: string };
  /** Types of moves that end the turn: they get the button of their own. */
  endsTurn: string[];
  /** Sentences that the button adds; without it, the table lists the other open types of moves. */
  remaining?(table: Table): string[];
  /** A shorter name for the answer of a field than the server's; undefined leaves it. */
  label?(table: Table, type: string, field: string, value: any): string | undefined;
  /** Own drawings of questions, by `<type>.<field>` or `<field>`; otherwise answers are a list of buttons. */
  questions?: Record<string, (props: AnswerProps) => VNode | null>;
}
