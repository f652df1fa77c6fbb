import { expect, it } from 'vitest';
import { oneAtATime } from './in-turn.ts';

/** Work that ends when it is told to, and the order in which works began. */
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

it('does what has one key one after the other, and the rest at once', async () => {
  const { begun, work, end } = works();
  const inTurn = oneAtATime(60_000);
  const [first, second] = [inTurn('slot', work('first')), inTurn('slot', work('second'))];
  const other = inTurn('other slot', work('other'));
  expect(begun).toEqual(['first', 'other']);
  end('first').resolve('held');
  expect(await first).toBe('held');
  await expect.poll(() => begun).toEqual(['first', 'other', 'second']);
  end('second').resolve('refused');
  end('other').resolve('held');
  expect(await Promise.all([second, other])).toEqual(['refused', 'held']);
});

it('goes on after a fault, which only its own caller hears of', async () => {
  const { work, end } = works();
  const inTurn = oneAtATime(60_000);
  const [first, second] = [inTurn('slot', work('first')), inTurn('slot', work('second'))];
  end('first').reject(new Error('The database is away'));
  await expect(first).rejects.toThrow('The database is away');
  await expect.poll(() => end('second')).toBeDefined();
  end('second').resolve('held');
  expect(await second).toBe('held');
});

it('waits no longer than its patience', async () => {
  const { begun, work, end } = works();
  const inTurn = oneAtATime(1);
  const both = [inTurn('slot', work('stuck')), inTurn('slot', work('next'))];
  await expect.poll(() => begun).toEqual(['stuck', 'next']);
  end('next').resolve('refused');
  end('stuck').resolve('held');
  expect(await Promise.all(both)).toEqual(['held', 'refused']);
});
