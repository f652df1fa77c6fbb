import { useSyncExternalStore } from 'react';

/** A value outside of React that components and other code follow. */
export type Store<State> = {
  /** The state on the server and in the first render. */
  readonly initial: State;
  get: () => State;
  /** Notifies the listeners, unless the state is the same. */
  set: (state: State) => void;
  /** Returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
};

const resets: (() => void)[] = [];
/** Sets every store to what a new page starts with. */
export const resetStores = (): void => resets.forEach((reset) => reset());

export function createStore<State>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let current = initial;
  resets.push(() => (current = initial));
  return {
    initial,
    get: () => current,
    set(state) {
      if (Object.is(state, current)) return;
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <State>({ subscribe, get, initial }: Store<State>): State =>
  useSyncExternalStore(subscribe, get, () => initial);
