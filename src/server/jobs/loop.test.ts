import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { createJobLoop } from './loop.ts';

const MINUTE = 60_000;

it('a job that waits for a slow server does not make the process unhealthy', async () => {
  let now = Date.now();
  let answer: (rows: number) => void = () => undefined;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const metrics = { jobRuns: { inc: () => undefined }, jobDone: { inc: () => undefined } };
  const deps = { clock: () => new Date(now), metrics } as unknown as Deps;
  const run = () => {
    begin();
    return new Promise<number>((done) => (answer = done));
  };
  const loop = createJobLoop([{ name: 'send-mail', every_ms: 1000, run }], deps);
  loop.start();
  await begun;
  // Twenty mails, three at a time, each of which times out after a minute.
  now += 7 * MINUTE;
  expect(loop.isAlive()).toBe(true);
  // Longer than any run takes, so this process is unhealthy.
  now += 9 * MINUTE;
  expect(loop.isAlive()).toBe(false);
  const stopped = loop.stop();
  answer(0);
  await stopped;
  expect(loop.isAlive()).toBe(true);
});
