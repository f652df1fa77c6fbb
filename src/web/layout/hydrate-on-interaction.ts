import type { Component } from '#jsx/jsx-runtime';
import { createElement, use, useMemo } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useServerMarkup } from '#web/ui/server-markup.ts';

/** The last one comes from the browser's own Back and Forward buttons. */
const INTERACTION_EVENTS = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'popstate',
];

/**
 * Delays the hydration of a component until the first user event; until then its server markup is shown. The component
 * must be a direct child of `<Suspense>`. Where there is no server markup to hydrate (on the server itself, and on a
 * page reached by client-side navigation) its code loads at once.
 * Without it the landing page loads 146.5 kB of code in 15 files, instead of 123.3 in 7 (P11, P14; decision 0009).
 */
export function hydrateOnInteraction<Props extends object>(
  load: () => Promise<Component<Props>>,
): Component<Props> {
  const ClientRendered = onDemand(load);
  let loading: Promise<Component<Props>> | undefined;
  let loadNow = (): void => undefined;

  const component = (): Promise<Component<Props>> => {
    if (loading === undefined) {
      loading = onServer()
        ? ClientRendered.load()
        : firstInteraction((resolve) => (loadNow = resolve)).then(ClientRendered.load);
    } else {
      // Rendered again: something on the page changes that must not wait for an interaction.
      loadNow();
    }
    return loading;
  };

  function Hydrated(props: Props) {
    const Component = use(component());
    // Memoised, so that it is not rendered twice after it has hydrated its markup.
    return useMemo(() => createElement(Component, props), [Component, props]);
  }

  return function HydratedOnInteraction(props: Props) {
    return createElement(useServerMarkup() ? Hydrated : ClientRendered, props);
  };
}

const onServer = (): boolean => typeof document === 'undefined';

function firstInteraction(exposeResolve: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const event of INTERACTION_EVENTS) removeEventListener(event, done, true);
      resolve();
    };
    for (const event of INTERACTION_EVENTS) addEventListener(event, done, { capture: true, passive: true });
    exposeResolve(done);
    // The client scrolled, moved the focus or pressed a button (Safari does not focus it) before this code had loaded.
    const isPressed = document.querySelector('[data-early-part] [aria-busy]') !== null;
    if (scrollY > 0 || document.activeElement !== document.body || isPressed) done();
  });
}
