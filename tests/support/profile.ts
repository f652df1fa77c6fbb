import { appendFileSync } from 'node:fs';

/** `PROFILE=full` is `npm run faults`; otherwise every row runs in a smoke size. */
export const isFull = process.env.PROFILE === 'full';

/** A count by profile. */
export const size = (smoke: number, full: number): number => (isFull ? full : smoke);

/** The seed of this run: given, or new; printed with the figures so that a run can be repeated. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

/** Random numbers from a seed (mulberry32): [0, 1). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Prints goal, figure and verdict. FIGURES_FILE gets the line of the page, whose goals are in docs/goals.md. */
export function report(row: string, goal: string, figure: string, passed: boolean | 'SKIPPED'): void {
  const verdict = passed === 'SKIPPED' ? passed : passed ? 'PASSED' : 'FAILED';
  console.log(`| ${row} | ${goal} | ${figure} | ${verdict} |`);
  if (process.env.FIGURES_FILE)
    appendFileSync(process.env.FIGURES_FILE, `| ${row} | ${figure} | ${verdict} |\n`);
}

/** The value below which 99 of 100 lie. */
export function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

/** Runs tasks with so many at a time. */
export async function inParallel<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < tasks.length; at = next++) results[at] = await tasks[at]!();
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, work));
  return results;
}

export function shuffled<T>(things: readonly T[], random: () => number): T[] {
  const list = [...things];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
  return list;
}
