import { type FormContent, isQuestionType, MAX_TEXT, MAX_TEXTAREA, signatureProblem } from '#domain/forms.ts';
import type { RequiredForm, Submission } from '#web/forms/queries.ts';

/** What stands in the fields: question id to a text, a list of choices, or signature image data. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

/** Which form of which booking; the name of its draft, too. */
export const draftNameOf = ({ form, booking_id }: Pick<RequiredForm, 'form' | 'booking_id'>): string =>
  `form:${form.id}:${booking_id ?? 'global'}`;

/**
 * What of these answers can still stand in this form: a draft may be older than the form, or from a device that was
 * tampered with. Choices that are not offered any more are left out, texts stay.
 */
export function answersThatFit(content: FormContent, given: unknown): Answers {
  if (typeof given !== 'object' || given === null) return {};
  const answers = given as Record<string, unknown>;
  const fitting: Record<string, string | string[]> = {};
  for (const { id, type, options } of content.sections.flatMap(({ questions }) => questions)) {
    if (!isQuestionType(type) || !Object.hasOwn(answers, id)) continue;
    const answer = answers[id];
    const offered = (choice: unknown): choice is string =>
      typeof choice === 'string' && (options ?? []).includes(choice);
    if (type === 'CHECKBOX') {
      if (Array.isArray(answer)) fitting[id] = answer.filter(offered);
    } else if (typeof answer !== 'string' || answer === '') continue;
    else if (type === 'TEXT') fitting[id] = answer.slice(0, MAX_TEXT);
    else if (type === 'TEXTAREA') fitting[id] = answer.slice(0, MAX_TEXTAREA);
    else if (type === 'SIGNATURE') {
      if (signatureProblem(answer) === null) fitting[id] = answer;
    } else if (offered(answer)) fitting[id] = answer;
  }
  return fitting;
}

/** No question has a name with a blank (its own answer may stand beside what was written before). */
const BEFORE = ' before';

/** An answer that the form, as it is now, has no place for; it waits in the draft under its `id`. */
export type Unplaced = { id: string; label: string | null; words: string };

/**
 * What was written and chosen for a form before it was changed, and does not fit it any more: it is never handed in, but
 * whoever wrote it may want to say it elsewhere. `asked`: the form as it was, where that is still known. A signature
 * stood under what was signed then, and is not kept for anything else.
 */
export function answersWithoutPlace(
  content: FormContent,
  given: unknown,
  asked: FormContent = content,
): Unplaced[] {
  if (typeof given !== 'object' || given === null) return [];
  const fitting = answersThatFit(content, given);
  const questions = [asked, content].flatMap(({ sections }) =>
    sections.flatMap((section) => section.questions),
  );
  return Object.entries(given as Record<string, unknown>).flatMap(([name, answer]) => {
    const asked_as = name.endsWith(BEFORE) ? name.slice(0, -BEFORE.length) : name;
    const label = questions.find(({ id }) => id === asked_as)?.label ?? null;
    const id = `${asked_as}${BEFORE}`;
    const fit = fitting[name];
    if (Array.isArray(answer)) {
      const left = answer.filter(
        (choice): choice is string => typeof choice === 'string' && !fit?.includes(choice),
      );
      return left.length > 0 ? [{ id, label, words: left.join(', ') }] : [];
    }
    if (typeof answer !== 'string' || answer === '' || answer === fit || answer.startsWith('data:'))
      return [];
    return [{ id, label, words: answer }];
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
