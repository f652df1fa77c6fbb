import { FORMS_LIMIT } from '#contract/call.ts';
import { MAX_SIGNATURE_BYTES, MAX_TEXT, MAX_TEXTAREA, type QuestionType } from '#domain/visits/forms.ts';
import type { FileError } from '../input-file.ts';

/** Maximum lengths in characters. */
export const MAX_LENGTH = { heading: 150, label: 500, option: 200, id: 60 } as const;
const MAX_SECTIONS = 30;
const MAX_QUESTIONS = 100;
const MAX_OPTIONS = 40;

/** A question as parsed from its file. The id is null if the file gives none. */
export type ParsedQuestion = {
  line: number;
  id: string | null;
  type: QuestionType;
  required: boolean;
  label: string;
  options: { line: number; text: string }[];
};
export type ParsedSection = { line: number; title: string; questions: ParsedQuestion[] };

/** Question types whose answers are chosen from a list. */
export const isChoice = (type: string): boolean => ['RADIO', 'CHECKBOX', 'SELECT'].includes(type);

/** Ids that every JavaScript object already has, or that json-body.ts refuses. */
export const isForbiddenId = (id: string): boolean => id in {} || id === 'prototype';

/** One UTF-16 unit takes up to three bytes in UTF-8. RESERVE covers the JSON around the answers. */
const BYTES_PER_CHARACTER = 3;
const RESERVE = 12_000;
/** Base64 is a third longer than the bytes it encodes. */
const SIGNATURE_BYTES = Math.ceil((MAX_SIGNATURE_BYTES * 4) / 3) + 100;

function largestAnswer({ type, options }: ParsedQuestion): number {
  if (type === 'TEXT') return MAX_TEXT * BYTES_PER_CHARACTER;
  if (type === 'TEXTAREA') return MAX_TEXTAREA * BYTES_PER_CHARACTER;
  if (type === 'SIGNATURE') return SIGNATURE_BYTES;
  return Buffer.byteLength(options.map(({ text }) => text).join('","'));
}

/** Errors in a form that no screen could show, no client could answer, or no request could carry. */
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
    errors.push(...twice(own, ({ label }) => label, 'This question appears twice under one heading.'));
  }
  for (const question of questions) errors.push(...errorsOfQuestion(question));
  errors.push(...twice(questions, ({ id }) => id, 'This {name} appears twice.'));
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
  if (!hasText(label)) errors.push({ line, message: 'This question has no text.' });
  if (label.length > MAX_LENGTH.label) errors.push({ line, message: tooLong(MAX_LENGTH.label) });
  if (isChoice(type) && options.length === 0)
    errors.push({ line, message: `${type} needs its choices below, each on a line: - Words` });
  if (options.length > MAX_OPTIONS)
    errors.push({ line: options[MAX_OPTIONS]!.line, message: `${MAX_OPTIONS} choices at most.` });
  for (const { line: place, text } of options) {
    if (!hasText(text)) errors.push({ line: place, message: 'This choice has no text.' });
    if (text.length > MAX_LENGTH.option) errors.push({ line: place, message: tooLong(MAX_LENGTH.option) });
  }
  return [...errors, ...twice(options, ({ text }) => text, 'This choice appears twice.')];
}

/** A client who fills every field to its limit must still be able to send the answers (rules.md §1). */
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

/** Whether a text has visible characters; spaces and zero-width marks do not count. */
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
