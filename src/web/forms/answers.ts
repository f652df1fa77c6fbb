import {
  type FormContent,
  isQuestionType,
  MAX_TEXT,
  MAX_TEXTAREA,
  signatureProblem,
} from '#domain/visits/forms.ts';
import type { RequiredForm, Submission } from '#web/forms/queries.ts';

/** Question id to a text, a list of choices, or the data URL of a signature. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** The name of the draft of a form for a booking. */
export const draftNameOf = ({ form, booking_id }: Pick<RequiredForm, 'form' | 'booking_id'>): string =>
  `form:${form.id}:${booking_id ?? 'global'}`;

/**
 * The answers that this form still has questions for. A draft may be older than the form or may have been tampered with.
 * Choices that are no longer offered are dropped, texts stay.
 */
export function matchingAnswers(content: FormContent, saved: unknown): Answers {
  if (typeof saved !== 'object' || saved === null) return {};
  const answers = saved as Record<string, unknown>;
  const matching: Record<string, string | string[]> = {};
  for (const { id, type, options } of content.sections.flatMap(({ questions }) => questions)) {
    if (!isQuestionType(type) || !Object.hasOwn(answers, id)) continue;
    const answer = answers[id];
    const offered = (choice: unknown): choice is string =>
      typeof choice === 'string' && (options ?? []).includes(choice);
    if (type === 'CHECKBOX') {
      if (Array.isArray(answer)) matching[id] = answer.filter(offered);
    } else if (typeof answer !== 'string' || answer === '') continue;
    else if (type === 'TEXT') matching[id] = answer.slice(0, MAX_TEXT);
    else if (type === 'TEXTAREA') matching[id] = answer.slice(0, MAX_TEXTAREA);
    else if (type === 'SIGNATURE') {
      if (signatureProblem(answer) === null) matching[id] = answer;
    } else if (offered(answer)) matching[id] = answer;
  }
  return matching;
}

/** Suffix of the ids of unmatched answers. No question id has a space, so it is never the id of a question. */
const BEFORE = ' before';

/** An answer that the current form has no question or choice for; the draft keeps it under `id`. */
export type UnmatchedAnswer = { id: string; label: string | null; text: string };

/**
 * Answers to an earlier version of a form that the current version has no place for. They are never submitted, but the
 * client may want to use them elsewhere. `previous` is the earlier version, if known. A signature is dropped, because it
 * belongs to the text that was signed.
 */
export function unmatchedAnswers(
  content: FormContent,
  saved: unknown,
  previous: FormContent = content,
): UnmatchedAnswer[] {
  if (typeof saved !== 'object' || saved === null) return [];
  const matching = matchingAnswers(content, saved);
  const questions = [previous, content].flatMap(({ sections }) =>
    sections.flatMap((section) => section.questions),
  );
  return Object.entries(saved as Record<string, unknown>).flatMap(([name, answer]) => {
    const question_id = name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name;
    const label = questions.find(({ id }) => id === question_id)?.label ?? null;
    const id = `${question_id}${BEFORE}`;
    const fit = matching[name];
    if (Array.isArray(answer)) {
      const left = answer.filter(
        (choice): choice is string => typeof choice === 'string' && !fit?.includes(choice),
      );
      return left.length > 0 ? [{ id, label, text: left.join(', ') }] : [];
    }
    if (typeof answer !== 'string' || answer === '' || answer === fit || answer.startsWith('data:'))
      return [];
    return [{ id, label, text: answer }];
  });
}

/** The submission of product.md §3.11; null without a user or a form (product.md §8.6). */
export function submissionOf(
  user: { id: string } | null,
  { form, service_id, booking_id }: Pick<RequiredForm, 'form' | 'service_id' | 'booking_id'>,
  responses: Record<string, string | string[]>,
): Submission | null {
  if (!user?.id || !form.id) return null;
  return {
    user_id: user.id,
    service_id,
    booking_id,
    form_id: form.id,
    responses,
    form_updated_at: form.updated_at,
  };
}
