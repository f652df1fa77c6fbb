/** An event of a Chromium trace. `ts`, `dur` and `tdur` are microseconds: `dur` by the clock, `tdur` of the thread's own work. */
export type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

/** The tasks of the main thread of a page in the order in which they ran; `pid` is the process of any event of the page. */
export function mainThreadTasks(events: readonly TraceEvent[], pid: number): TraceEvent[] {
  const mains = new Set(
    events
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map((event) => `${event.pid} ${event.tid}`),
  );
  return events
    .filter((event) => event.pid === pid && mains.has(`${event.pid} ${event.tid}`))
    .filter(({ name }) => name.endsWith('RunTask'))
    .toSorted((one, other) => one.ts - other.ts);
}

/**
 * Milliseconds that the main thread worked in each frame, without what other processes took meanwhile. A frame begins with
 * the task in which the page set a mark of this name, and ends where the next begins.
 */
export function workPerFrame(events: readonly TraceEvent[], mark: string): number[] {
  const marks = events.filter(({ name }) => name === mark).toSorted((one, other) => one.ts - other.ts);
  const frames: number[] = [];
  let at = 0;
  for (const { ts, dur = 0, tdur = 0 } of mainThreadTasks(events, marks[0]?.pid ?? -1)) {
    const isNext = at < marks.length && marks[at]!.ts <= ts + dur;
    if (isNext) {
      while (at < marks.length && marks[at]!.ts <= ts + dur) at++;
      frames.push(0);
    }
    if (frames.length > 0) frames[frames.length - 1]! += tdur / 1000;
  }
  // The last one has no end.
  return frames.slice(0, -1);
}
