// The one module that the web client takes from others: Preact, its hooks, htm and signals.
import { h } from "preact";
import htm from "htm";

export { Component, Fragment, createContext, h, options, render } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "preact/hooks";
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from "@preact/signals";
export const html = htm.bind(h);
