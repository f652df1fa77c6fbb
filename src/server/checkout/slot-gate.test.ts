import { expect, it } from 'vitest';
import { createSlotGate } from './create-checkout.ts';

/** Work that ends on command, and the order in which it began. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return { begun, work, end: (name: string) => ends.get(name)! };
}

it('runs the first with a key, then all the others at once; other keys do not wait', async () => {
  const { begun, work, end } = works();
  const behind = createSlotGate(60_000);
  const first = behind.run('slot', work('first'));
  const others = [behind.run('slot', work('second')), behind.run('slot', work('third'))];
  const other = behind.run('other slot', work('other'));
  expect(begun).toEqual(['first', 'other']);
  end('first').resolve('held');
  expect(await first).toBe('held');
  await expect.poll(() => begun).toEqual(['first', 'other', 'second', 'third']);
  for (const name of ['second', 'third', 'other']) end(name).resolve(`answer of ${name}`);
  expect(await Promise.all([...others, other])).toEqual([
    'answer of second',
    'answer of third',
    'answer of other',
  ]);
});

it('continues after an error, which only its own caller receives', async () => {
  const { begun, work, end } = works();
  const behind = createSlotGate(60_000);
  const [first, second] = [behind.run('slot', work('first')), behind.run('slot', work('second'))];
  end('first').reject(new Error('The database is away'));
  await expect(first).rejects.toThrow('The database is away');
  const next = behind.run('slot', work('next'));
  await expect.poll(() => new Set(begun)).toEqual(new Set(['first', 'second', 'next']));
  end('second').resolve('held');
  end('next').resolve('refused');
  expect(await Promise.all([second, next])).toEqual(['held', 'refused']);
});

it('waits at most its timeout', async () => {
  const { begun, work, end } = works();
  const behind = createSlotGate(1);
  const both = [behind.run('slot', work('stuck')), behind.run('slot', work('next'))];
  await expect.poll(() => begun).toEqual(['stuck', 'next']);
  end('next').resolve('refused');
  end('stuck').resolve('held');
  expect(await Promise.all(both)).toEqual(['held', 'refused']);
});

it('says that a request is contested until the first with its key is through', async () => {
  const { work, end } = works();
  const behind = createSlotGate(60_000);
  expect(['slot', 'slot', 'other slot'].map(behind.isContested)).toEqual([false, true, false]);
  const first = behind.run('slot', work('first'));
  expect(behind.isContested('slot')).toBe(true);
  end('first').resolve('held');
  await first;
  expect(behind.isContested('slot')).toBe(false);
});

it('forgets a request that was announced and never came', async () => {
  const behind = createSlotGate(1);
  expect(behind.isContested('slot')).toBe(false);
  await expect.poll(() => behind.isContested('slot')).toBe(false);
});
