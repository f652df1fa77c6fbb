import { setTimeout as pause } from 'node:timers/promises';

/** How much slower than the fastest that it was so far a machine may be and still count as calm. */
const CALM = 0.9;
const SAMPLE_MS = 150;
const WAIT_MS = 1_000;
/** A machine that never becomes calm is measured anyway. */
const MOST_WAITS = 6;

let fastest = 0;

/** Waits until neighbours of this machine leave it alone, as it was at its fastest in this process; 7 s at most. */
export async function calmMoment(): Promise<void> {
  for (let waits = 0; waits <= MOST_WAITS; waits++) {
    const speed = workDone(SAMPLE_MS);
    fastest = Math.max(fastest, speed);
    if (speed >= CALM * fastest) return;
    await pause(WAIT_MS);
  }
}

/** Rounds of the same small sum that fit into so many milliseconds. */
function workDone(ms: number): number {
  const until = performance.now() + ms;
  let rounds = 0;
  let sum = 0;
  for (; performance.now() < until; rounds++) for (let at = 0; at < 2_000; at++) sum += Math.sqrt(at);
  return sum > 0 ? rounds : 0;
}
