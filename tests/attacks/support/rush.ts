import { inParallel } from '../../support/profile.ts';
import type { Answer } from './real-browser.ts';

/** Requests under way once the rush is over, and how often each may be sent away. */
const AT_ONCE = 32;
const ROUNDS = 10;

/**
 * All of them at once. Those who read that the site is busy (503) try again, some at a time: a rush that only overloads
 * the machine would have shown nothing. `busy`: how many read so at first.
 */
export async function rush(
  tries: readonly (() => Promise<Answer>)[],
): Promise<{ answers: Answer[]; busy: number }> {
  const answers = await inParallel(tries, tries.length);
  const isBusy = ({ status }: Answer) => status === 503 || status === 0;
  const busy = answers.filter(isBusy).length;
  for (let round = 0; round < ROUNDS && answers.some(isBusy); round++) {
    const again = answers.flatMap((answer, n) => (isBusy(answer) ? [n] : []));
    const retried = await inParallel(
      again.map((n) => tries[n]!),
      AT_ONCE,
    );
    for (const [at, n] of again.entries()) answers[n] = retried[at]!;
  }
  return { answers, busy };
}
