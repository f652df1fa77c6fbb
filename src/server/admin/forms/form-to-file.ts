import type { FormContent, Question } from '#domain/visits/forms.ts';
import { headOf } from '../input-file.ts';
import { type Audience, EVERYBODY, NOBODY, collapseSpaces } from './form-from-file.ts';

type ShownForm = {
  key: string;
  name: string;
  description: string;
  type: string;
  audience: Audience;
  content: FormContent;
};

/**
 * Formats a form so that `formFromFile` reads it back. Each question names its id, so that it keeps it when reworded.
 */
export function formToFile({ key, name, description, type, audience, content }: ShownForm): string {
  const head = headOf([
    ['key', key],
    ['name', name],
    ['description', description],
    ['type', type],
    ['for', formatAudience(audience)],
  ]);
  const parts = content.sections.flatMap(({ title, questions }, at) => [
    // Only the first section may lack a heading.
    ...(at === 0 && title === '' ? [] : [`## ${collapseSpaces(title)}`.trim()]),
    ...questions.map(textOf),
  ]);
  return `${head}\n${parts.join('\n\n')}\n`;
}

function textOf({ id, label, type, required, options }: Question): string {
  const question = `${type}${required ? ' required' : ''} {${id}}: ${collapseSpaces(label)}`;
  return [question, ...(options ?? []).map((option) => `- ${collapseSpaces(option)}`)].join('\n');
}

/** The audience in the format of `for:` in a file. */
export function formatAudience(audience: Audience): string {
  if (audience === 'everybody') return EVERYBODY;
  return audience.length === 0 ? NOBODY : audience.join(', ');
}
