import { FORMS_LIMIT } from '#contract/call.ts';
import { MAX_SIGNATURE_BYTES, MAX_TEXT, MAX_TEXTAREA, type QuestionType } from '#domain/forms.ts';
import type { Problem } from '../problems.ts';

/** Letters at most, as screens and lists have room for. */
export const MOST_LETTERS = { heading: 150, label: 500, option: 200, id: 60 } as const;
const MOST_SECTIONS = 30;
const MOST_QUESTIONS = 100;
const MOST_OPTIONS = 40;

/** A question as its file has it; null: the file leaves it to us to name it. */
export type FiledQuestion = {
  line: number;
  id: string | null;
  type: QuestionType;
  required: boolean;
  label: string;
  options: { line: number; words: string }[];
};
export type FiledSection = { line: number; title: string; questions: FiledQuestion[] };

/** The kinds whose answers are chosen from a list. */
export const isChoice = (type: string): boolean => ['RADIO', 'CHECKBOX', 'SELECT'].includes(type);

/** Names under which a browser already finds something in every object, or that the site takes from nobody. */
export const isForbiddenId = (id: string): boolean => id in {} || id === 'prototype';

/** Each sign of a text takes up to three bytes; what stands around an answer is in RESERVE. */
const BYTES_OF_A_SIGN = 3;
const RESERVE = 12_000;
/** Base64 is a third longer than what it stands for. */
const SIGNATURE_BYTES = Math.ceil((MAX_SIGNATURE_BYTES * 4) / 3) + 100;

function largestAnswer({ type, options }: FiledQuestion): number {
  if (type === 'TEXT') return MAX_TEXT * BYTES_OF_A_SIGN;
  if (type === 'TEXTAREA') return MAX_TEXTAREA * BYTES_OF_A_SIGN;
  if (type === 'SIGNATURE') return SIGNATURE_BYTES;
  return Buffer.byteLength(options.map(({ words }) => words).join('","'));
}

/** What no screen could show, no client answer or no answer could carry. */
export function problemsOfForm(sections: readonly FiledSection[]): Problem[] {
  const problems: Problem[] = [];
  const questions = sections.flatMap((section) => section.questions);
  if (sections.length > MOST_SECTIONS)
    problems.push({ line: sections[MOST_SECTIONS]!.line, words: `${MOST_SECTIONS} headings at most.` });
  if (questions.length > MOST_QUESTIONS)
    problems.push({ line: questions[MOST_QUESTIONS]!.line, words: `${MOST_QUESTIONS} questions at most.` });
  for (const { line, title, questions: own } of sections) {
    if (own.length === 0) problems.push({ line, words: 'There are no questions under this heading.' });
    if (title.length > MOST_LETTERS.heading) problems.push({ line, words: tooLong(MOST_LETTERS.heading) });
    problems.push(...twice(own, ({ label }) => label, 'This question stands there twice under one heading.'));
  }
  for (const question of questions) problems.push(...problemsOfQuestion(question));
  problems.push(...twice(questions, ({ id }) => id, 'This {name} stands there twice.'));
  problems.push(
    ...questions
      .filter(({ type }) => type === 'SIGNATURE')
      .slice(1)
      .map(({ line }) => ({
        line,
        words: 'One SIGNATURE at most: two pictures would be too large to send.',
      })),
  );
  return problems.length > 0 ? problems : problemOfSize(questions);
}

function problemsOfQuestion({ line, type, label, options }: FiledQuestion): Problem[] {
  const problems: Problem[] = [];
  if (!hasWords(label)) problems.push({ line, words: 'This question has no words.' });
  if (label.length > MOST_LETTERS.label) problems.push({ line, words: tooLong(MOST_LETTERS.label) });
  if (isChoice(type) && options.length === 0)
    problems.push({ line, words: `${type} needs its choices below, each on a line: - Words` });
  if (options.length > MOST_OPTIONS)
    problems.push({ line: options[MOST_OPTIONS]!.line, words: `${MOST_OPTIONS} choices at most.` });
  for (const { line: place, words } of options) {
    if (!hasWords(words)) problems.push({ line: place, words: 'This choice has no words.' });
    if (words.length > MOST_LETTERS.option)
      problems.push({ line: place, words: tooLong(MOST_LETTERS.option) });
  }
  return [...problems, ...twice(options, ({ words }) => words, 'This choice stands there twice.')];
}

/** Whoever writes as much as each field takes must be able to send it (rules.md §1). */
function problemOfSize(questions: readonly FiledQuestion[]): Problem[] {
  let bytes = RESERVE;
  const over = questions.find((question) => (bytes += largestAnswer(question)) > FORMS_LIMIT);
  if (!over) return [];
  const kB = (type: QuestionType) => Math.round(largestAnswer({ ...over, type, options: [] }) / 1000);
  return [
    {
      line: over.line,
      words:
        `From here on the answers could be too large to send: ${Math.floor(FORMS_LIMIT / 1000)} kB in all, of which a TEXTAREA may take ` +
        `${kB('TEXTAREA')}, a TEXT ${kB('TEXT')} and a SIGNATURE ${kB('SIGNATURE')}. Make some of them TEXT, or two forms of it.`,
    },
  ];
}

const tooLong = (letters: number) => `Too long: ${letters} letters at most.`;

/** Signs that can be seen: blanks and marks without width alone say nothing. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

function twice<T extends { line: number }>(
  list: readonly T[],
  nameOf: (each: T) => string | null,
  words: string,
): Problem[] {
  const seen = new Set<string>();
  return list.flatMap((each) => {
    const name = nameOf(each);
    if (name === null || !seen.has(name)) {
      if (name !== null) seen.add(name);
      return [];
    }
    return [{ line: each.line, words }];
  });
}
