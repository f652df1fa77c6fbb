import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { onDemand } from '#web/ui/on-demand.tsx';

const Menu = ({ label }: { label: string }) => <p>{label}</p>;
const waiting = 'page-progress';

describe('what is fetched when somebody reaches for it', () => {
  it('shows that it is being waited for until its code has come', () => {
    const Part = onDemand(async () => Menu);
    expect(renderToString(<Part label="Menu" />)).toContain(waiting);
  });

  it('is in the first picture once its code has come', async () => {
    let asked = 0;
    const Part = onDemand(async () => {
      asked += 1;
      return Menu;
    });
    Part.nearing.onPointerEnter();
    await new Promise(setImmediate);
    expect(renderToString(<Part label="Menu" />)).toBe('<p>Menu</p>');
    Part.nearing.onFocus();
    await new Promise(setImmediate);
    expect(asked).toBe(1);
  });

  it('keeps quiet about code that could not be had ahead, and asks for it again', async () => {
    let asked = 0;
    const Part = onDemand<{ label: string }>(async () => {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return Menu;
    });
    Part.fetch();
    await new Promise(setImmediate);
    expect(renderToString(<Part label="Menu" />)).toContain(waiting);
    Part.fetch();
    await new Promise(setImmediate);
    expect(renderToString(<Part label="Menu" />)).toBe('<p>Menu</p>');
  });
});
