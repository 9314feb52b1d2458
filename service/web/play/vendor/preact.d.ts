// Types of the vendored module, as far as the client uses it.
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: unknown;
}
export interface Signal<T> {
  value: T;
  peek(): T;
  subscribe(told: (value: T) => void): () => void;
}
export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
  subscribe(told: (value: T) => void): () => void;
}
export interface Ref<T> {
  current: T;
}
export type Props<P> = P & { children?: Child; key?: string | number };

export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function h(type: unknown, props?: Record<string, unknown> | null, ...children: Child[]): VNode;
export function render(what: Child, into: Element): void;
export const Fragment: unknown;
export const options: Record<string, unknown>;
export class Component<P = object, S = object> {
  props: P;
  state: S;
  setState(change: Partial<S>): void;
  forceUpdate(): void;
}
export interface Context<T> {
  Provider: (props: { value: T; children?: Child }) => VNode;
}
export function createContext<T>(value: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, first: S): [S, (action: A) => void];
export function useEffect(run: () => void | (() => void), on?: unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), on?: unknown[]): void;
export function useMemo<T>(make: () => T, on: unknown[]): T;
export function useCallback<T>(made: T, on: unknown[]): T;
export function useRef<T>(first: T): Ref<T>;
export function useId(): string;
export function useErrorBoundary(told?: (error: unknown) => void): [unknown, () => void];
export function signal<T>(first: T): Signal<T>;
export function computed<T>(make: () => T): ReadonlySignal<T>;
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
export function useSignal<T>(first: T): Signal<T>;
export function useComputed<T>(make: () => T): ReadonlySignal<T>;
export function useSignalEffect(run: () => void | (() => void)): void;
