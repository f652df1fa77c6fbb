import { type ComponentType, createElement, use, useMemo } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useServerMarkup } from '#web/ui/server-markup.ts';

/** The signs that somebody is at the page; the last comes from the browser's own buttons. */
const SIGNS = [
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
 * A part of a page whose code waits for the first sign of a person, while its markup stands there from the server.
 * It belongs directly below `<Suspense>`. Where no markup of the server waits for it (on the server itself, and on
 * a page that is reached without a reload) the code comes at once.
 */
export function onceTouched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const MadeHere = onDemand(load);
  let part: Promise<ComponentType<Props>> | undefined;
  let wake = (): void => undefined;

  const asked = (): Promise<ComponentType<Props>> => {
    if (part === undefined) {
      part = onServer() ? MadeHere.load() : firstTouch((waker) => (wake = waker)).then(MadeHere.load);
    } else {
      // Asked for again: something on the page changes that must not have to wait for a touch.
      wake();
    }
    return part;
  };

  function TakenOver(props: Props) {
    const Part = use(asked());
    // Kept, so that the part is not rendered twice when it has taken over its markup.
    return useMemo(() => createElement(Part, props), [Part, props]);
  }

  return function OnceTouched(props: Props) {
    return createElement(useServerMarkup() ? TakenOver : MadeHere, props);
  };
}

const onServer = (): boolean => typeof document === 'undefined';

function firstTouch(giveWaker: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      for (const sign of SIGNS) removeEventListener(sign, wake, true);
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, wake, { capture: true, passive: true });
    giveWaker(wake);
    // Scrolled already, or reached by keyboard, before this code was here.
    if (scrollY > 0 || document.activeElement !== document.body) wake();
  });
}
