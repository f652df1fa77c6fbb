import type { Submission } from '#contract/submissions.schemas.ts';
import { ON_PAPER } from '#domain/visits/submission-origin.ts';
import { dateInSentence } from '#staff/parts/date-text.ts';

type Answer = Submission['responses'][string];
type Kind = Submission['differences'][number]['kind'];

/** An answer as one text; choices are separated by commas. */
export const answerText = (answer: Answer): string =>
  typeof answer === 'string' ? answer : answer.join(', ');

/** The text as a part of a sentence that ends with it. */
export const endOf = (text: string): string =>
  /[.!?…]\s*$/.test(text) ? text.trimEnd() : `${text.trimEnd()}.`;

const KINDS: readonly [Kind, string][] = [
  ['CHANGED', 'changed'],
  ['NEW', 'new'],
  ['GONE', 'gone'],
];

/** How the answers differ from those before: 'Compared with Mon 16 Mar: 1 changed, 1 new.' */
export function comparisonText(
  { previous, differences, source }: Pick<Submission, 'previous' | 'differences' | 'source'>,
  now: Date,
): string {
  if (source === 'PAPER') return ON_PAPER;
  if (!previous) return 'The first time this form was filled in.';
  const since = dateInSentence(previous.submitted_at, now);
  const counts = KINDS.map(
    ([kind, word]) => [differences.filter((each) => each.kind === kind).length, word] as const,
  ).filter(([count]) => count > 0);
  if (counts.length === 0) return `Nothing has changed since ${since}.`;
  return `Compared with ${since}: ${counts.map(([count, word]) => `${count} ${word}`).join(', ')}.`;
}
