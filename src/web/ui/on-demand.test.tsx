import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { onDemand } from '#web/ui/on-demand.tsx';

const Menu = ({ label }: { label: string }) => <p>{label}</p>;

/** A component on demand, and how often its code was requested. */
function component(results: readonly ('loads' | 'fails')[] = ['loads']) {
  const requests = { count: 0 };
  const Component = onDemand(async () => {
    if (results[requests.count++] === 'fails') throw new Error('offline');
    return Menu;
  });
  return { requests, Component };
}

const settled = () => new Promise(setImmediate);

describe('a component on demand', () => {
  it('is awaited on the server', async () => {
    const { Component } = component();
    const { prelude } = await prerender(<Component label="Menu" />);
    expect(await new Response(prelude).text()).toContain('<p>Menu</p>');
  });

  it('renders at once if it was preloaded, and is requested once', async () => {
    const { requests, Component } = component();
    Component.preloadHandlers.onPointerEnter();
    await settled();
    expect(renderToString(<Component label="Menu" />)).toContain('<p>Menu</p>');
    Component.preloadHandlers.onFocus();
    await settled();
    expect(requests.count).toBe(1);
  });

  it('is requested again after a failed preload, silently', async () => {
    const { requests, Component } = component(['fails', 'loads']);
    Component.preload();
    await settled();
    Component.preload();
    await settled();
    expect(requests.count).toBe(2);
    expect(renderToString(<Component label="Menu" />)).toContain('<p>Menu</p>');
  });
});
