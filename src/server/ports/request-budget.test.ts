import { expect, it } from 'vitest';
import { createRequestBudget, type Lane } from './request-budget.ts';

/** A budget on a clock that stands still until it is moved; work that is planned runs when its time comes. */
function budgetOf(per_second: number) {
  let now = 0;
  const planned: { at: number; work: () => void }[] = [];
  const budget = createRequestBudget({
    per_second,
    clock: () => now,
    schedule: (work, ms) => void planned.push({ at: now + ms, work }),
  });
  const advance = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await Promise.resolve();
      const next = planned.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) break;
      planned.splice(planned.indexOf(next), 1);
      now = next.at;
      next.work();
    }
    now = until;
    await Promise.resolve();
  };
  const sent: { at: number; lane: Lane; name: string }[] = [];
  const refused: string[] = [];
  const ask = (lane: Lane, name = '') =>
    void budget.take(lane).then((may) => (may ? sent.push({ at: now, lane, name }) : refused.push(name)));
  return { ask, advance, sent, refused };
}

/** The most that were sent within any second. */
const mostInASecond = (sent: readonly { at: number }[]) =>
  Math.max(...sent.map(({ at }) => sent.filter((each) => each.at >= at && each.at < at + 1000).length));

it('sends at most the rate and a quarter of it in any second', async () => {
  const { ask, advance, sent } = budgetOf(20);
  for (let n = 0; n < 1000; n++) {
    ask('PERSON');
    await advance(10);
  }
  await advance(5000);
  expect(mostInASecond(sent)).toBeLessThanOrEqual(25);
  // Nor less than it could: ten seconds of asking and three of waiting.
  expect(sent.length).toBeGreaterThanOrEqual(20 * 13);
});

it('refuses a request at once that would wait too long', async () => {
  const { ask, advance, sent, refused } = budgetOf(20);
  for (let n = 0; n < 100; n++) ask('PERSON', String(n));
  await advance(0);
  // Five at once, sixty within three seconds.
  expect(sent).toHaveLength(5);
  expect(refused).toHaveLength(35);
  await advance(3000);
  expect(sent).toHaveLength(65);
  expect(sent.at(-1)!.at).toBeLessThanOrEqual(3000);
  await advance(10_000);
  ask('PERSON', 'later');
  await advance(0);
  expect(sent.at(-1)).toMatchObject({ name: 'later', at: 13_000 });
});

it('lets money go first, then people, then comparisons', async () => {
  const { ask, advance, sent } = budgetOf(4);
  for (const lane of ['LIST', 'LIST', 'PERSON', 'PERSON', 'MONEY', 'MONEY'] as const) ask(lane);
  await advance(5000);
  // The first found a full bucket.
  expect(sent.map(({ lane }) => lane)).toEqual(['LIST', 'MONEY', 'MONEY', 'PERSON', 'PERSON', 'LIST']);
});

it('refuses who is overtaken until their time is over', async () => {
  const { ask, advance, sent, refused } = budgetOf(4);
  ask('MONEY');
  for (let n = 0; n < 8; n++) ask('PERSON', `person ${n}`);
  for (let n = 0; n < 20; n++) ask('MONEY', `payment ${n}`);
  await advance(10_000);
  expect(sent.filter(({ lane }) => lane === 'MONEY')).toHaveLength(21);
  expect(refused).toEqual(Array.from({ length: 8 }, (_, n) => `person ${n}`));
});
