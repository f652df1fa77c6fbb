import { isQuestionType } from '#domain/forms.ts';
import { fileWithHead } from '../file-head.ts';
import {
  type FiledQuestion,
  type FiledSection,
  hasWords,
  isChoice,
  isForbiddenId,
  MOST_LETTERS,
  problemsOfForm,
} from './form-limits.ts';
import type { Problem } from '../problems.ts';

/** Whom a form is asked of: everybody, or those who book one of these services. */
export type AskedOf = 'everybody' | readonly string[];
/** Asked of no one, as a form stays whose services were taken from it in the tables. */
export const NOBODY = 'nobody';
export const EVERYBODY = 'everybody';

/** A form as its file tells it. */
export type FiledForm = {
  key: string;
  name: string;
  description: string;
  type: string;
  asked_of: AskedOf;
  asked_of_line: number;
  sections: FiledSection[];
};

const HEAD = {
  most: { key: 60, name: 100, description: 1000, type: 30, for: 4000 },
  needed: ['key', 'name', 'for'],
  lists: ['for'],
  most_bytes: 200_000,
  example: [
    '---',
    'key: sleep-and-rest (a name for commands, small letters)',
    'name: Sleep and Rest',
    'description: One sentence for those who fill it in.',
    'type: INTAKE (if left out)',
    'for: everybody (or services: private-yoga, chair-yoga)',
    '---',
    '## A heading',
    'TEXT required: A question',
    'RADIO: Another one',
    '- a choice',
    '- another choice',
  ].join('\n'),
};
const USUAL_TYPE = 'INTAKE';

const KINDS =
  'TEXT (one line), TEXTAREA (many lines), RADIO (one of a few), SELECT (one of many), CHECKBOX (any of them) and SIGNATURE (drawn)';
const HOW_A_LINE_IS =
  'A line is a heading (## Words), a question (TEXT required: Words) or a choice (- Words).';

/** Reads a whole file before anything is changed by it; every problem is told at once. */
export function formFromFile(
  text: string,
): { ok: true; form: FiledForm } | { ok: false; problems: Problem[] } {
  const problems: Problem[] = [];
  const file = fileWithHead(text, HEAD, problems);
  if (!file) return { ok: false, problems };
  const { value, lineOf, body, firstLine } = file;
  const wrong = (name: string, words: string) => void problems.push({ line: lineOf(name), words });

  const key = value('key');
  if (key && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key))
    wrong('key', 'The key is of small letters, digits and single hyphens: sleep-and-rest');
  const name = wordsIn(value('name'));
  if (value('name') && !hasWords(name)) wrong('name', 'The name has no words.');
  const type = value('type').toUpperCase() || USUAL_TYPE;
  if (!/^[A-Z][A-Z0-9_]*$/.test(type))
    wrong('type', 'The type is one word of the letters A to Z, such as INTAKE or AGREEMENT.');
  const asked_of = askedOfFrom(value('for').split(','));
  if (value('for') && asked_of === null)
    wrong('for', `Write for: ${EVERYBODY}, or services with commas between them.`);

  const sections = sectionsFrom(body, firstLine, problems);
  if (sections.length === 0 && problems.length === 0)
    problems.push({ line: firstLine - 1, words: `There are no questions after the head. ${HOW_A_LINE_IS}` });
  problems.push(...problemsOfForm(sections));
  if (problems.length > 0 || asked_of === null) return { ok: false, problems };
  const description = wordsIn(value('description'));
  return {
    ok: true,
    form: { key, name, description, type, asked_of, asked_of_line: lineOf('for'), sections },
  };
}

/** Null where everybody stands among services, or nothing stands there; services that stand there twice count once. */
export function askedOfFrom(words: readonly string[]): AskedOf | null {
  const names = [...new Set(words.map((word) => word.trim()).filter(Boolean))];
  if (names.length === 0) return null;
  if (names.length === 1 && names[0] === EVERYBODY) return EVERYBODY;
  if (names.length === 1 && names[0] === NOBODY) return [];
  return names.includes(EVERYBODY) || names.includes(NOBODY) ? null : names;
}

/** How words of a form are kept: blanks and ends of lines are one blank. */
export const wordsIn = (text: string): string => text.replace(/\s+/g, ' ').trim();

function sectionsFrom(lines: readonly string[], firstLine: number, problems: Problem[]): FiledSection[] {
  const sections: FiledSection[] = [];
  let question: FiledQuestion | null = null;
  lines.forEach((raw, index) => {
    const line = firstLine + index;
    const refuse = (words: string) => void problems.push({ line, words });
    const text = wordsIn(raw);
    if (text === '') return;

    const heading = /^(#+)\s*(.*)$/.exec(text);
    if (heading) {
      question = null;
      const [, signs, title] = heading;
      if (!hasWords(title!)) refuse('This heading has no words.');
      else if (signs!.length > 2) refuse('A form has headings of one kind: ## Words');
      sections.push({ line, title: title!, questions: [] });
      return;
    }
    const option = /^[-*•]\s(.*)$/.exec(text) ?? /^[-*•]$/.exec(text);
    if (option) {
      if (question && isChoice(question.type)) question.options.push({ line, words: option[1] ?? '' });
      else
        refuse(
          `Choices stand right below a question that has some: RADIO, SELECT or CHECKBOX. ${question ? `This one is ${question.type}.` : ''}`.trim(),
        );
      return;
    }
    const read = questionFrom(text, line);
    if (typeof read === 'string') return refuse(read);
    question = read;
    // Questions before the first heading are a section without one.
    if (sections.length === 0) sections.push({ line, title: '', questions: [] });
    sections.at(-1)!.questions.push(read);
  });
  return sections;
}

/** `RADIO required {sleep}: How do you sleep?`, or why it is none. */
function questionFrom(text: string, line: number): FiledQuestion | string {
  const [, kind, between, label] = /^(\p{L}+)([^:]*):\s?(.*)$/u.exec(text) ?? [];
  if (kind === undefined)
    return `I cannot read this. ${HOW_A_LINE_IS} Each stands on one line, however long.`;
  const type: string = kind.toUpperCase();
  if (!isQuestionType(type)) return `A question begins with its kind: ${KINDS}. ${kind} is none.`;
  const [, required, braces, id] = /^(\s+required)?(\s*\{\s?([^{}]*?)\s?\})?\s?$/i.exec(between!) ?? [];
  if (required === undefined && braces === undefined && between!.trim() !== '')
    return `Between ${type} and the colon stand only required and {a-name}: ${type} required {a-name}: Words`;
  if (id !== undefined) {
    const problem = problemOfId(id);
    if (problem) return problem;
  }
  return {
    line,
    id: id ?? null,
    type,
    required: required !== undefined,
    label: label!,
    options: [],
  };
}

function problemOfId(id: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id) || id.length > MOST_LETTERS.id)
    return `A name in braces is of letters a to z, digits and hyphens, ${MOST_LETTERS.id} at most: {sleep-well}. It can be left out.`;
  return isForbiddenId(id) ? `{${id}} cannot be used as a name. Take another one, or leave it out.` : null;
}
