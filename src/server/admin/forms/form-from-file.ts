import { isQuestionType } from '#domain/visits/forms.ts';
import { type FileError, fileWithHead } from '../input-file.ts';
import {
  errorsOfForm,
  hasText,
  isChoice,
  isForbiddenId,
  MAX_LENGTH,
  type ParsedQuestion,
  type ParsedSection,
} from './form-limits.ts';

/** The clients who are asked to fill in a form: everybody, or those who book one of these services. */
export type Audience = 'everybody' | readonly string[];
/** The audience of a form whose services were removed in the database. */
export const NOBODY = 'nobody';
export const EVERYBODY = 'everybody';

/** A form as parsed from its file. */
export type ParsedForm = {
  key: string;
  name: string;
  description: string;
  type: string;
  audience: Audience;
  audience_line: number;
  sections: ParsedSection[];
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

/** Parses a whole file before anything is changed, and reports all errors at once. */
export function formFromFile(
  text: string,
): { ok: true; form: ParsedForm } | { ok: false; errors: FileError[] } {
  const errors: FileError[] = [];
  const file = fileWithHead(text, HEAD, errors);
  if (!file) return { ok: false, errors };
  const { value, lineOf, body, firstLine } = file;
  const report = (name: string, message: string) => void errors.push({ line: lineOf(name), message });

  const key = value('key');
  if (key && !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key))
    report('key', 'The key is of small letters, digits and single hyphens: sleep-and-rest');
  const name = collapseSpaces(value('name'));
  if (value('name') && !hasText(name)) report('name', 'The name has no text.');
  const type = value('type').toUpperCase() || USUAL_TYPE;
  if (!/^[A-Z][A-Z0-9_]*$/.test(type))
    report('type', 'The type is one word of the letters A to Z, such as INTAKE or AGREEMENT.');
  const audience = parseAudience(value('for').split(','));
  if (value('for') && audience === null)
    report('for', `Write for: ${EVERYBODY}, or services with commas between them.`);

  const sections = sectionsFrom(body, firstLine, errors);
  if (sections.length === 0 && errors.length === 0)
    errors.push({ line: firstLine - 1, message: `There are no questions after the head. ${HOW_A_LINE_IS}` });
  errors.push(...errorsOfForm(sections));
  if (errors.length > 0 || audience === null) return { ok: false, errors };
  const description = collapseSpaces(value('description'));
  return {
    ok: true,
    form: { key, name, description, type, audience, audience_line: lineOf('for'), sections },
  };
}

/** Null if the list is empty or mixes `everybody` with services. Duplicates count once. */
export function parseAudience(keys: readonly string[]): Audience | null {
  const names = [...new Set(keys.map((key) => key.trim()).filter(Boolean))];
  if (names.length === 0) return null;
  if (names.length === 1 && names[0] === EVERYBODY) return EVERYBODY;
  if (names.length === 1 && names[0] === NOBODY) return [];
  return names.includes(EVERYBODY) || names.includes(NOBODY) ? null : names;
}

/** Normalises text in a form: every run of white space becomes one space. */
export const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

function sectionsFrom(lines: readonly string[], firstLine: number, errors: FileError[]): ParsedSection[] {
  const sections: ParsedSection[] = [];
  let question: ParsedQuestion | null = null;
  lines.forEach((raw, index) => {
    const line = firstLine + index;
    const refuse = (message: string) => void errors.push({ line, message });
    const text = collapseSpaces(raw);
    if (text === '') return;

    const heading = /^(#+)\s*(.*)$/.exec(text);
    if (heading) {
      question = null;
      const [, signs, title] = heading;
      if (!hasText(title!)) refuse('This heading has no text.');
      else if (signs!.length > 2) refuse('A form has headings of one kind: ## Words');
      sections.push({ line, title: title!, questions: [] });
      return;
    }
    const option = /^[-*•]\s(.*)$/.exec(text) ?? /^[-*•]$/.exec(text);
    if (option) {
      if (question && isChoice(question.type)) question.options.push({ line, text: option[1] ?? '' });
      else
        refuse(
          `Choices stand right below a question that has some: RADIO, SELECT or CHECKBOX. ${question ? `This one is ${question.type}.` : ''}`.trim(),
        );
      return;
    }
    const read = questionFrom(text, line);
    if (typeof read === 'string') return refuse(read);
    question = read;
    // Questions before the first heading form a section without a title.
    if (sections.length === 0) sections.push({ line, title: '', questions: [] });
    sections.at(-1)!.questions.push(read);
  });
  return sections;
}

/** Parses `RADIO required {sleep}: How do you sleep?`, or returns an error message. */
function questionFrom(text: string, line: number): ParsedQuestion | string {
  const [, kind, between, label] = /^(\p{L}+)([^:]*):\s?(.*)$/u.exec(text) ?? [];
  if (kind === undefined) return `Cannot read this. ${HOW_A_LINE_IS} Each stands on one line, however long.`;
  const type: string = kind.toUpperCase();
  if (!isQuestionType(type)) return `A question begins with its kind: ${KINDS}. ${kind} is none.`;
  const [, required, braces, id] = /^(\s+required)?(\s*\{\s?([^{}]*?)\s?\})?\s?$/i.exec(between!) ?? [];
  if (required === undefined && braces === undefined && between!.trim() !== '')
    return `Between ${type} and the colon stand only required and {a-name}: ${type} required {a-name}: Words`;
  if (id !== undefined) {
    const error = errorOfId(id);
    if (error) return error;
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

function errorOfId(id: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id) || id.length > MAX_LENGTH.id)
    return `A name in braces is of letters a to z, digits and hyphens, ${MAX_LENGTH.id} at most: {sleep-well}. It can be left out.`;
  return isForbiddenId(id) ? `{${id}} cannot be used as a name. Take another one, or leave it out.` : null;
}
