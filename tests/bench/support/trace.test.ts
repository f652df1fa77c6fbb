import { expect, test } from 'vitest';
import { type TraceEvent, workPerFrame } from './trace.ts';

const event = (name: string, ts: number, rest: Partial<TraceEvent> = {}): TraceEvent => ({
  name,
  pid: 1,
  tid: 1,
  ts,
  args: {},
  ...rest,
});
const task = (ts: number, dur: number, tdur: number, rest: Partial<TraceEvent> = {}) =>
  event('RunTask', ts, { dur, tdur, ...rest });

test('the work of a frame is that of all tasks of the main thread until the next frame begins', () => {
  const trace = [
    event('thread_name', 0, { args: { name: 'CrRendererMain' } }),
    event('thread_name', 0, { tid: 2, args: { name: 'Compositor' } }),
    event('thread_name', 0, { pid: 3, args: { name: 'CrRendererMain' } }),
    // Before the first mark, on another thread, of another page.
    task(0, 900, 900),
    task(1_500, 5_000, 5_000, { tid: 2 }),
    task(1_500, 5_000, 5_000, { pid: 3 }),
    // A frame whose second task follows its picture. Neighbours took half of the first.
    event('frame', 1_200),
    task(1_000, 8_000, 4_000),
    task(9_500, 2_000, 2_000),
    event('frame', 20_000),
    task(19_000, 3_000, 3_000),
    // The last frame has no end.
    event('frame', 30_100),
    task(30_000, 7_000, 7_000),
  ];
  expect(workPerFrame(trace, 'frame')).toEqual([6, 3]);
  expect(workPerFrame(trace, 'another')).toEqual([]);
});
