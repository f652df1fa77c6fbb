import { FORMS_LIMIT } from '#contract/call.ts';
import { MAX_SIGNATURE_BYTES, MAX_TEXT, MAX_TEXTAREA, type QuestionType } from '#domain/forms.ts';
import type { FileError } from '../file-errors.ts';

/** Letters at most, as screens and lists have room for. */
export const MAX_LENGTH = { heading: 150, label: 500, option: 200, id: 60 } as const;
const MAX_SECTIONS = 30;
const MAX_QUESTIONS = 100;
const MAX_OPTIONS = 40;

/** A question as its file has it; null: the file leaves it to us to name it. */
export type ParsedQuestion = {
  line: number;
  id: string | null;
  type: QuestionType;
  required: boolean;
  label: string;
  options: { line: number; text: string }[];
};
export type ParsedSection = { line: number; title: string; questions: ParsedQuestion[] };

/** The kinds whose answers are chosen from a list. */
export const isChoice = (type: string): boolean => ['RADIO', 'CHECKBOX', 'SELECT'].includes(type);

/** Names under which a browser already finds something in every object, or that the site takes from nobody. */
export const isForbiddenId = (id: string): boolean => id in {} || id === 'prototype';

/** Each sign of a text takes up to three bytes; what stands around an answer is in RESERVE. */
const BYTES_PER_CHARACTER = 3;
const RESERVE = 12_000;
/** Base64 is a third longer than what it stands for. */
const SIGNATURE_BYTES = Math.ceil((MAX_SIGNATURE_BYTES * 4) / 3) + 100;

function largestAnswer({ type, options }: ParsedQuestion): number {
  if (type === 'TEXT') return MAX_TEXT * BYTES_PER_CHARACTER;
  if (type === 'TEXTAREA') return MAX_TEXTAREA * BYTES_PER_CHARACTER;
  if (type === 'SIGNATURE') return SIGNATURE_BYTES;
  return Buffer.byteLength(options.map(({ text }) => text).join('","'));
}

/** What no screen could show, no client answer or no answer could carry. */
export function errorsOfForm(sections: readonly ParsedSection[]): FileError[] {
  const errors: FileError[] = [];
  const questions = sections.flatMap((section) => section.questions);
  if (sections.length > MAX_SECTIONS)
    errors.push({ line: sections[MAX_SECTIONS]!.line, message: `${MAX_SECTIONS} headings at most.` });
  if (questions.length > MAX_QUESTIONS)
    errors.push({ line: questions[MAX_QUESTIONS]!.line, message: `${MAX_QUESTIONS} questions at most.` });
  for (const { line, title, questions: own } of sections) {
    if (own.length === 0) errors.push({ line, message: 'There are no questions under this heading.' });
    if (title.length > MAX_LENGTH.heading) errors.push({ line, message: tooLong(MAX_LENGTH.heading) });
    errors.push(...twice(own, ({ label }) => label, 'This question stands there twice under one heading.'));
  }
  for (const question of questions) errors.push(...errorsOfQuestion(question));
  errors.push(...twice(questions, ({ id }) => id, 'This {name} stands there twice.'));
  errors.push(
    ...questions
      .filter(({ type }) => type === 'SIGNATURE')
      .slice(1)
      .map(({ line }) => ({
        line,
        message: 'One SIGNATURE at most: two pictures would be too large to send.',
      })),
  );
  return errors.length > 0 ? errors : errorOfSize(questions);
}

function errorsOfQuestion({ line, type, label, options }: ParsedQuestion): FileError[] {
  const errors: FileError[] = [];
  if (!hasText(label)) errors.push({ line, message: 'This question has no words.' });
  if (label.length > MAX_LENGTH.label) errors.push({ line, message: tooLong(MAX_LENGTH.label) });
  if (isChoice(type) && options.length === 0)
    errors.push({ line, message: `${type} needs its choices below, each on a line: - Words` });
  if (options.length > MAX_OPTIONS)
    errors.push({ line: options[MAX_OPTIONS]!.line, message: `${MAX_OPTIONS} choices at most.` });
  for (const { line: place, text } of options) {
    if (!hasText(text)) errors.push({ line: place, message: 'This choice has no words.' });
    if (text.length > MAX_LENGTH.option) errors.push({ line: place, message: tooLong(MAX_LENGTH.option) });
  }
  return [...errors, ...twice(options, ({ text }) => text, 'This choice stands there twice.')];
}

/** Whoever writes as much as each field takes must be able to send it (rules.md §1). */
function errorOfSize(questions: readonly ParsedQuestion[]): FileError[] {
  let bytes = RESERVE;
  const over = questions.find((question) => (bytes += largestAnswer(question)) > FORMS_LIMIT);
  if (!over) return [];
  const kB = (type: QuestionType) => Math.round(largestAnswer({ ...over, type, options: [] }) / 1000);
  return [
    {
      line: over.line,
      message:
        `From here on the answers could be too large to send: ${Math.floor(FORMS_LIMIT / 1000)} kB in all, of which a TEXTAREA may take ` +
        `${kB('TEXTAREA')}, a TEXT ${kB('TEXT')} and a SIGNATURE ${kB('SIGNATURE')}. Make some of them TEXT, or two forms of it.`,
    },
  ];
}

const tooLong = (letters: number) => `Too long: ${letters} letters at most.`;

/** Signs that can be seen: blanks and marks without width alone say nothing. */
export const hasText = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

function twice<T extends { line: number }>(
  list: readonly T[],
  nameOf: (each: T) => string | null,
  message: string,
): FileError[] {
  const seen = new Set<string>();
  return list.flatMap((each) => {
    const name = nameOf(each);
    if (name === null || !seen.has(name)) {
      if (name !== null) seen.add(name);
      return [];
    }
    return [{ line: each.line, message }];
  });
}
