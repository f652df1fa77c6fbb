import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { describe, expect, it } from 'vitest';
import { onDemand } from '#web/ui/on-demand.tsx';

const Menu = ({ label }: { label: string }) => <p>{label}</p>;

/** A component on demand, and how often its code was asked for. */
function aPart(answers: readonly ('comes' | 'fails')[] = ['comes']) {
  const asked = { times: 0 };
  const Part = onDemand(async () => {
    if (answers[asked.times++] === 'fails') throw new Error('away');
    return Menu;
  });
  return { asked, Part };
}

const settled = () => new Promise(setImmediate);

describe('code that comes on demand', () => {
  it('is waited for on the server', async () => {
    const { Part } = aPart();
    const { prelude } = await prerender(<Part label="Menu" />);
    expect(await new Response(prelude).text()).toContain('<p>Menu</p>');
  });

  it('is drawn at once when it has come before, and asked for once', async () => {
    const { asked, Part } = aPart();
    Part.nearing.onPointerEnter();
    await settled();
    expect(renderToString(<Part label="Menu" />)).toContain('<p>Menu</p>');
    Part.nearing.onFocus();
    await settled();
    expect(asked.times).toBe(1);
  });

  it('is asked for again where it could not be had ahead, without a word', async () => {
    const { asked, Part } = aPart(['fails', 'comes']);
    Part.fetch();
    await settled();
    Part.fetch();
    await settled();
    expect(asked.times).toBe(2);
    expect(renderToString(<Part label="Menu" />)).toContain('<p>Menu</p>');
  });
});
