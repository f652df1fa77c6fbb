/**
 * One line of the table; docs/goals.md says what each verdict means. Only some rows must be met; of the others, a goal
 * that is not met is MISSED.
 */
export type Figure = {
  row: string;
  what: string;
  goal: string;
  figure: string;
  verdict: 'AIM MET' | 'PASSED' | 'FAILED' | 'MISSED' | 'SKIPPED' | 'NOTED';
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

/** A figure without a goal, which makes others readable. */
export const noted = (row: string, what: string, figure: string): Figure => ({
  row,
  what,
  goal: 'none',
  figure,
  verdict: 'NOTED',
});

/** A row that needs something that this machine does not have. */
export const skipped = (row: string, what: string, why: string): Figure => ({
  row,
  what,
  goal: 'see docs/goals.md',
  figure: why,
  verdict: 'SKIPPED',
});

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** `npm run bench -- --short`: one short round of everything, to see that a row works. Its figures are not kept. */
export const SHORT = process.argv.includes('--short');
/** What a full run takes, or what a short one does. */
export const sized = (full: number, short: number): number => (SHORT ? short : full);

/** How many rounds there are and how long each lasts; `BENCH_ROUND_MS` shortens them on a machine that is shared. */
export const ROUNDS = sized(3, 1);
export const ROUND_MS = sized(Number(process.env.BENCH_ROUND_MS ?? 5000), 500);

/** Measures things in turn, so that all meet the same load of the machine, after one short round to warm up. */
export async function inRounds<T>(measures: readonly ((ms: number) => Promise<T>)[]): Promise<T[][]> {
  const results = measures.map((): T[] => []);
  for (const measure of measures) await measure(ROUND_MS / 2);
  for (let round = 0; round < ROUNDS; round++)
    for (const [n, measure] of measures.entries()) results[n]!.push(await measure(ROUND_MS));
  return results;
}

/** Two things of inRounds, each with its own kind of result. */
export async function inTurn<A, B>(
  one: (ms: number) => Promise<A>,
  other: (ms: number) => Promise<B>,
): Promise<{ one: A[]; other: B[] }> {
  const [ones, others] = await inRounds<A | B>([one, other]);
  return { one: ones as A[], other: others as B[] };
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ratio = (value: number): string => `${value.toFixed(2)}x`;
