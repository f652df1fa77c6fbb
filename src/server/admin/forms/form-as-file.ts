import type { FormContent, Question } from '#domain/forms.ts';
import { headOf } from '../file-head.ts';
import { type AskedOf, EVERYBODY, NOBODY, wordsIn } from './form-from-file.ts';

type ShownForm = {
  key: string;
  name: string;
  description: string;
  type: string;
  asked_of: AskedOf;
  content: FormContent;
};

/** A form as `formFromFile` reads it. Each question has its name with it, so that it stays the same in other words. */
export function fileOfForm({ key, name, description, type, asked_of, content }: ShownForm): string {
  const head = headOf([
    ['key', key],
    ['name', name],
    ['description', description],
    ['type', type],
    ['for', spellAskedOf(asked_of)],
  ]);
  const parts = content.sections.flatMap(({ title, questions }, at) => [
    // Only the first section can go without a heading.
    ...(at === 0 && title === '' ? [] : [`## ${wordsIn(title)}`.trim()]),
    ...questions.map(textOf),
  ]);
  return `${head}\n${parts.join('\n\n')}\n`;
}

function textOf({ id, label, type, required, options }: Question): string {
  const question = `${type}${required ? ' required' : ''} {${id}}: ${wordsIn(label)}`;
  return [question, ...(options ?? []).map((option) => `- ${wordsIn(option)}`)].join('\n');
}

/** As `for:` of a file says it. */
export function spellAskedOf(asked_of: AskedOf): string {
  if (asked_of === 'everybody') return EVERYBODY;
  return asked_of.length === 0 ? NOBODY : asked_of.join(', ');
}
