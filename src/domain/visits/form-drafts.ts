/** Forms as staff write them: what a form may have, and what is wrong with a draft (rules.md §9). */
import { type FormContent, MAX_SIGNATURE_BYTES, MAX_TEXT, MAX_TEXTAREA, type QuestionType } from './forms.ts';
import { cleanLine } from '#domain/text/typed-text.ts';

/** A question that is being written. The id of a new one is any text that no version has. */
export type DraftQuestion = {
  id: string;
  label: string;
  type: QuestionType;
  required: boolean;
  options: readonly string[];
};
/** The text of a version. Its audience belongs to the form. */
export type FormText<Content = FormContent> = {
  name: string;
  description: string;
  type: string;
  content: Content;
};
type DraftContent = { sections: readonly { title: string; questions: readonly DraftQuestion[] }[] };
export type FormDraft = FormText<DraftContent>;

/** Everybody, once for all visits, or who books one of these services (ids), before each visit. */
export type Audience = 'EVERYBODY' | readonly string[];

/** Most characters of a text, and most parts of a form. */
export const FORM_LIMITS = {
  name: 100,
  description: 1000,
  title: 150,
  label: 500,
  option: 200,
  sections: 30,
  questions: 100,
  options: 40,
} as const;

export const QUESTION_LABELS: Readonly<Record<QuestionType, string>> = {
  TEXT: 'Short text',
  TEXTAREA: 'Long text',
  RADIO: 'Choose one',
  CHECKBOX: 'Choose several',
  SELECT: 'Pick from a list',
  SIGNATURE: 'Signature',
};

/** True for the types whose answers are chosen. */
export const hasOptions = (type: string): boolean => ['RADIO', 'CHECKBOX', 'SELECT'].includes(type);

/** Removes empty lines of choices, and the choices of questions that have none. */
export const cleanContent = ({ sections }: DraftContent): DraftContent => ({
  sections: sections.map(({ title, questions }) => ({
    title: cleanLine(title),
    questions: questions.map((question) => ({
      ...question,
      label: cleanLine(question.label),
      options: hasOptions(question.type) ? question.options.map(cleanLine).filter(Boolean) : [],
    })),
  })),
});

/** What one submission may have in bytes, less the JSON around the answers. */
const MAX_ANSWERS_BYTES = 512 * 1024 - 12_000;
/** One UTF-16 unit takes up to three bytes in UTF-8. */
const BYTES_PER_CHARACTER = 3;
/** Base64 is a third longer than the bytes it encodes. */
const SIGNATURE_BYTES = Math.ceil((MAX_SIGNATURE_BYTES * 4) / 3) + 100;

function largestAnswer({ type, options }: DraftQuestion): number {
  if (type === 'SIGNATURE') return SIGNATURE_BYTES;
  const chosen = options.join('","').length;
  return BYTES_PER_CHARACTER * (type === 'TEXT' ? MAX_TEXT : type === 'TEXTAREA' ? MAX_TEXTAREA : chosen);
}

/** Whether a text has visible characters; spaces and marks without width do not count. */
const isVisible = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

/**
 * Validates a draft before it is published; the lengths of its texts were validated when it was saved. Returns a message for
 * each place, such as `name` or `QUESTION_ID.label`; the place of a section is its number.
 */
export function validateDraft({ name, type, content }: FormDraft): Record<string, string> {
  const { sections } = cleanContent(content);
  const questions = sections.flatMap((section) => section.questions);
  const errors: Record<string, string> = {};
  const say = (place: string, message: string) => void (errors[place] ??= message);
  if (!isVisible(name)) say('name', 'Please give the form a name.');
  if (!/^[A-Z][A-Z0-9_]*$/.test(type)) say('type', 'Please choose what kind of form it is.');
  if (questions.length === 0) say('sections', 'Add a question first.');
  if (questions.length > FORM_LIMITS.questions)
    say('sections', `${FORM_LIMITS.questions} questions at most.`);
  if (sections.length > FORM_LIMITS.sections) say('sections', `${FORM_LIMITS.sections} headings at most.`);
  sections.forEach(({ title, questions: own }, at) => {
    if (own.length === 0) say(`${at}.title`, 'There are no questions under this heading.');
    // Questions before the first heading have none.
    if (at > 0 && !isVisible(title)) say(`${at}.title`, 'Please write a heading.');
    for (const { id } of repeated(own, ({ label }) => label))
      say(`${id}.label`, 'This question appears twice under one heading.');
  });
  for (const { id } of questions.filter((question) => question.type === 'SIGNATURE').slice(1))
    say(`${id}.type`, 'One signature at most: two pictures would be too large to send.');
  let bytes = 0;
  for (const question of questions) {
    const { id, label, options } = question;
    if (!isVisible(label)) say(`${id}.label`, 'Please write the question.');
    if (hasOptions(question.type) && options.length === 0) say(`${id}.options`, 'Please write its choices.');
    if (options.length > FORM_LIMITS.options) say(`${id}.options`, `${FORM_LIMITS.options} choices at most.`);
    if (options.some((option) => option.length > FORM_LIMITS.option))
      say(`${id}.options`, `Please keep each under ${FORM_LIMITS.option} characters.`);
    for (const option of repeated(options, (each) => each))
      say(`${id}.options`, `“${option}” appears twice.`);
    // A client who fills every field to its limit must still be able to send the answers (rules.md §1).
    bytes += largestAnswer(question);
    if (bytes > MAX_ANSWERS_BYTES)
      say(`${id}.type`, 'The answers could be too large to send. Make long texts short, or two forms of it.');
  }
  return errors;
}

function repeated<T>(list: readonly T[], nameOf: (each: T) => string): T[] {
  const seen = new Set<string>();
  return list.filter((each) => seen.size === seen.add(nameOf(each)).size);
}
