import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onceTouched } from '#web/layout/once-touched.ts';

type Props = { words: string };
type Listening = Parameters<EventTarget['addEventListener']>;

/** A part of a page, and whether its code was asked for. */
function aPart() {
  const load = vi.fn(() => Promise.resolve(({ words }: Props) => createElement('p', null, words)));
  return { load, Part: onceTouched<Props>(load) };
}

/** The markup of the part once everything it waits for is there. */
async function drawn(Part: ReturnType<typeof aPart>['Part'], words = 'Below the fold'): Promise<string> {
  const { prelude } = await prerender(
    createElement(Suspense, { fallback: 'waiting' }, createElement(Part, { words })),
  );
  return new Response(prelude).text();
}

/**
 * A browser's window, as far as the part looks at it. With a document there, React's renderer for servers asks for
 * the same snapshot as a browser that takes over markup does, so that taking over can be tried without a browser.
 */
function aWindow({ scrolled = 0, focused = false } = {}): EventTarget {
  const body = {};
  const target = new EventTarget();
  vi.stubGlobal('document', { body, activeElement: focused ? {} : body });
  vi.stubGlobal('scrollY', scrolled);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  return target;
}

/** Everything that could go on without a sign of a person has gone on. */
const atRest = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.unstubAllGlobals());

describe('a part of a page whose code waits for a touch', () => {
  it('is there at once on the server', async () => {
    const { Part, load } = aPart();
    expect(await drawn(Part)).toContain('<p>Below the fold</p>');
    expect(load).toHaveBeenCalledOnce();
  });

  describe('where the markup of the server stands already', () => {
    let touch: EventTarget;
    beforeEach(() => (touch = aWindow()));

    it.each([
      'pointerdown',
      'pointermove',
      'touchstart',
      'wheel',
      'scroll',
      'keydown',
      'focusin',
      'popstate',
    ])('asks for its code at the first %s, once', async (sign) => {
      const { Part, load } = aPart();
      const done = drawn(Part);
      await atRest();
      expect(load).not.toHaveBeenCalled();
      touch.dispatchEvent(new Event(sign));
      expect(await done).toContain('<p>Below the fold</p>');
      touch.dispatchEvent(new Event(sign));
      touch.dispatchEvent(new Event('keydown'));
      await atRest();
      expect(load).toHaveBeenCalledOnce();
    });

    it('does not wait when it is drawn anew before any sign, and shows the newest', async () => {
      const { Part, load } = aPart();
      const first = drawn(Part);
      await atRest();
      expect(load).not.toHaveBeenCalled();
      expect(await drawn(Part, 'Newer words')).toContain('<p>Newer words</p>');
      await first;
      expect(load).toHaveBeenCalledOnce();
    });

    it('leaves no listener behind', async () => {
      const listening = new Set<string>();
      vi.stubGlobal('addEventListener', (...[sign, listener, options]: Listening) => {
        listening.add(sign);
        touch.addEventListener(sign, listener, options);
      });
      vi.stubGlobal('removeEventListener', (sign: string) => void listening.delete(sign));
      const done = drawn(aPart().Part);
      await atRest();
      expect(listening.size).toBeGreaterThan(0);
      touch.dispatchEvent(new Event('wheel'));
      await done;
      expect([...listening]).toEqual([]);
    });
  });

  it.each([
    ['the page was scrolled before the code was here', { scrolled: 300 }],
    ['something was reached by keyboard before the code was here', { focused: true }],
  ])('does not wait when %s', async (_why, state) => {
    aWindow(state);
    const { Part, load } = aPart();
    expect(await drawn(Part)).toContain('<p>Below the fold</p>');
    expect(load).toHaveBeenCalledOnce();
  });
});
