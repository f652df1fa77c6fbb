/**
 * One line of the table. AIM MET: what proof.md aims at, PASSED: what it asks for. SKIPPED: what it needs is not on this
 * machine. Only some rows must be met; of the others, what is not is MISSED.
 */
export type Figure = {
  row: string;
  what: string;
  goal: string;
  figure: string;
  verdict: 'AIM MET' | 'PASSED' | 'FAILED' | 'MISSED' | 'SKIPPED';
};

/** How far a figure came: to the aim, to the must, or to neither. */
type Reach = 'AIM' | 'MUST' | 'NEITHER';
type Goal = { must: number; aim: number };

export const atLeast = (value: number, { must, aim }: Goal): Reach =>
  value >= aim ? 'AIM' : value >= must ? 'MUST' : 'NEITHER';
export const atMost = (value: number, { must, aim }: Goal): Reach =>
  atLeast(-value, { must: -must, aim: -aim });
/** Of a row with several goals: the least that any of them came to. */
export const leastOf = (...reaches: Reach[]): Reach =>
  (['NEITHER', 'MUST', 'AIM'] as const).find((reach) => reaches.includes(reach)) ?? 'NEITHER';

const MUSTS = new Set(['P1', 'P3', 'P5', 'P6', 'P9', 'P11', 'P12', 'P13', 'P14', 'P15']);

export function figureOf(row: string, what: string, goal: string, figure: string, reach: Reach): Figure {
  const below = MUSTS.has(row) ? 'FAILED' : 'MISSED';
  const verdict = reach === 'AIM' ? 'AIM MET' : reach === 'MUST' ? 'PASSED' : below;
  return { row, what, goal, figure, verdict };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How long a round lasts and how many there are; `BENCH_ROUND_MS` shortens them on a machine that is shared. */
export const ROUNDS = 3;
export const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 5000);

/** Measures two things in turn, so that both meet the same load of the machine, after one short round to warm up. */
export async function inTurn<A, B>(
  one: (ms: number) => Promise<A>,
  other: (ms: number) => Promise<B>,
): Promise<{ one: A[]; other: B[] }> {
  const results = { one: [] as A[], other: [] as B[] };
  await one(ROUND_MS / 2);
  await other(ROUND_MS / 2);
  for (let round = 0; round < ROUNDS; round++) {
    results.one.push(await one(ROUND_MS));
    results.other.push(await other(ROUND_MS));
  }
  return results;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ratio = (value: number): string => `${value.toFixed(2)}x`;
