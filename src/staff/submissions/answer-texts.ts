import { practice } from '#content/public/practice.ts';
import type { Submission } from '#contract/submissions.schemas.ts';
import { formatShortDate } from '#domain/date-formats.ts';

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

/** How the answers differ from those before: '2 of 7 answers changed since Mar 16, 2026; 1 new.' */
export function comparisonText({
  previous,
  differences,
}: Pick<Submission, 'previous' | 'differences'>): string {
  if (!previous) return 'The first time this form was filled in.';
  const since = formatShortDate(previous.submitted_at, practice.zone);
  const counts = KINDS.map(
    ([kind, word]) => [differences.filter((each) => each.kind === kind).length, word] as const,
  ).filter(([count]) => count > 0);
  if (counts.length === 0) return `Nothing has changed since ${since}.`;
  return `Compared with ${since}: ${counts.map(([count, word]) => `${count} ${word}`).join(', ')}.`;
}
