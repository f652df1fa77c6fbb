import { answerTo, type FormContent, isBlank, questionsOf } from '#domain/visits/forms.ts';

/** Answers with the version of the form that they belong to. */
type Answered = { content: FormContent; responses: Readonly<Record<string, unknown>> };

type Difference = {
  question_id: string;
  /** As it is asked now, or was asked before. */
  label: string;
  kind: 'CHANGED' | 'NEW' | 'GONE' | 'SAME';
};

/**
 * Compares two submissions of a form by question id. Signatures are never compared, and questions without an answer in
 * both are left out. The order is that of `after`; what only `before` asked comes last.
 */
export function diffAnswers(before: Answered, after: Answered): Difference[] {
  const [asked, askedBefore] = [questionsOf(after.content), questionsOf(before.content)];
  const signatures = new Set(
    [...asked, ...askedBefore].filter(({ type }) => type === 'SIGNATURE').map(({ id }) => id),
  );
  const labels = new Map<string, string>();
  for (const { id, label } of [...asked, ...askedBefore])
    if (!labels.has(id) && !signatures.has(id)) labels.set(id, label);
  return [...labels].flatMap(([question_id, label]): Difference[] => {
    const kind = kindOf(answerTo(before.responses, question_id), answerTo(after.responses, question_id));
    return kind === null ? [] : [{ question_id, label, kind }];
  });
}

function kindOf(before: unknown, after: unknown): Difference['kind'] | null {
  if (isBlank(after)) return isBlank(before) ? null : 'GONE';
  if (isBlank(before)) return 'NEW';
  return textOf(before) === textOf(after) ? 'SAME' : 'CHANGED';
}

/** Neither the order of choices nor blanks around a text are a difference. One choice equals a list with only that one. */
function textOf(answer: unknown): string {
  const choices = Array.isArray(answer) ? answer : [answer];
  return JSON.stringify(choices.map((choice) => String(choice).replaceAll('\r\n', '\n').trim()).sort());
}
