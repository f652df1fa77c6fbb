import { createElement, Suspense } from 'react';
import { prerender } from 'react-dom/static';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hydrateOnInteraction } from '#web/layout/hydrate-on-interaction.ts';

type Props = { text: string };
type Listening = Parameters<EventTarget['addEventListener']>;

/** A component, and whether its code was loaded. */
function component() {
  const load = vi.fn(() => Promise.resolve(({ text }: Props) => createElement('p', null, text)));
  return { load, Component: hydrateOnInteraction<Props>(load) };
}

/** The markup of the component once everything that it waits for has loaded. */
async function rendered(
  Component: ReturnType<typeof component>['Component'],
  text = 'Below the fold',
): Promise<string> {
  const { prelude } = await prerender(
    createElement(Suspense, { fallback: 'waiting' }, createElement(Component, { text })),
  );
  return new Response(prelude).text();
}

/**
 * The parts of a browser window that the component uses. When there is a document, React's server renderer takes the same
 * snapshot as a browser that hydrates, so hydration can be tested without a browser.
 */
function stubWindow({ scrolled = 0, focused = false, pressed = false } = {}): EventTarget {
  const body = {};
  const target = new EventTarget();
  const querySelector = () => (pressed ? {} : null);
  vi.stubGlobal('document', { body, activeElement: focused ? {} : body, querySelector });
  vi.stubGlobal('scrollY', scrolled);
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  return target;
}

/** Resolves when everything that does not wait for an interaction is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.unstubAllGlobals());

describe('a component that hydrates on interaction', () => {
  it('renders at once on the server', async () => {
    const { Component, load } = component();
    expect(await rendered(Component)).toContain('<p>Below the fold</p>');
    expect(load).toHaveBeenCalledOnce();
  });

  describe('with server markup', () => {
    let page: EventTarget;
    beforeEach(() => (page = stubWindow()));

    it.each([
      'pointerdown',
      'pointermove',
      'touchstart',
      'wheel',
      'scroll',
      'keydown',
      'focusin',
      'popstate',
    ])('loads its code once, at the first %s', async (event) => {
      const { Component, load } = component();
      const done = rendered(Component);
      await settled();
      expect(load).not.toHaveBeenCalled();
      page.dispatchEvent(new Event(event));
      expect(await done).toContain('<p>Below the fold</p>');
      page.dispatchEvent(new Event(event));
      page.dispatchEvent(new Event('keydown'));
      await settled();
      expect(load).toHaveBeenCalledOnce();
    });

    it('does not wait when it is rendered again before any interaction, and shows the newest props', async () => {
      const { Component, load } = component();
      const first = rendered(Component);
      await settled();
      expect(load).not.toHaveBeenCalled();
      expect(await rendered(Component, 'Newer text')).toContain('<p>Newer text</p>');
      await first;
      expect(load).toHaveBeenCalledOnce();
    });

    it('removes every listener', async () => {
      const listening = new Set<string>();
      vi.stubGlobal('addEventListener', (...[event, listener, options]: Listening) => {
        listening.add(event);
        page.addEventListener(event, listener, options);
      });
      vi.stubGlobal('removeEventListener', (event: string) => void listening.delete(event));
      const done = rendered(component().Component);
      await settled();
      expect(listening.size).toBeGreaterThan(0);
      page.dispatchEvent(new Event('wheel'));
      await done;
      expect([...listening]).toEqual([]);
    });
  });

  it.each([
    ['the page was scrolled before the code had loaded', { scrolled: 300 }],
    ['an element was focused before the code had loaded', { focused: true }],
    ['a button was pressed before the code had loaded', { pressed: true }],
  ])('does not wait when %s', async (_why, state) => {
    stubWindow(state);
    const { Component, load } = component();
    expect(await rendered(Component)).toContain('<p>Below the fold</p>');
    expect(load).toHaveBeenCalledOnce();
  });
});
