import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

it('lets one of each key through at a time, in order, and a few wait', async () => {
  const turns = oneAtATime(2);
  const order: string[] = [];
  const first = await turns.enter('maren');
  const waiting = ['second', 'third'].map(async (name) => {
    const leave = await turns.enter('maren');
    order.push(name);
    return leave;
  });
  expect(await turns.enter('maren')).toBeNull();
  const other = await turns.enter('theo');
  expect(other).not.toBeNull();
  expect(order).toEqual([]);
  first!();
  first!();
  const second = await waiting[0]!;
  expect(order).toEqual(['second']);
  second!();
  (await waiting[1]!)!();
  expect(order).toEqual(['second', 'third']);
  expect(await turns.enter('maren')).not.toBeNull();
});
