import type { FormContent, Question } from '#domain/forms.ts';
import type { FormText } from '../../forms/save-form.ts';

const HEAD = ['name', 'description', 'type'] as const;

const MOST_LETTERS = 60;
const MOST_TOLD = 30;

/** What of a form is another in its new version, question by question, for the eye of who changed it. */
export function changesOf(before: FormText, after: FormText): string[] {
  const [old, next] = [questionsOf(before.content), questionsOf(after.content)];
  const lines = [
    ...HEAD.filter((word) => before[word] !== after[word]).map(
      (word) => `${word}: ${short(before[word]) || 'none'} → ${short(after[word]) || 'none'}`,
    ),
    ...next.filter(({ id }) => !old.some((each) => each.id === id)).map((each) => `new: ${nameOf(each)}`),
    ...old.filter(({ id }) => !next.some((each) => each.id === id)).map((each) => `gone: ${nameOf(each)}`),
    ...next.flatMap((each) => {
      const was = old.find(({ id }) => id === each.id);
      return was ? differencesOf(was, each) : [];
    }),
  ];
  // Whatever is left of a difference lies between the questions.
  if (lines.length === 0) lines.push('the order, or the headings');
  const more = lines.length - MOST_TOLD;
  return more > 0 ? [...lines.slice(0, MOST_TOLD), `and ${more} more`] : lines;
}

const questionsOf = ({ sections }: FormContent) => sections.flatMap(({ questions }) => questions);
/** By whole letters: half of a sign would be shown as none. */
function short(words: string): string {
  const letters = [...words];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('').trimEnd()}…` : words;
}
const nameOf = ({ id, label }: Question) => `{${id}} ${short(label)}`;

function differencesOf(was: Question, is: Question): string[] {
  const lines: string[] = [];
  if (was.label !== is.label)
    lines.push(`in other words, but the same question: {${is.id}} ${short(was.label)} → ${short(is.label)}`);
  if (was.type !== is.type) lines.push(`${was.type} is now ${is.type}: ${nameOf(is)}`);
  if (was.required !== is.required)
    lines.push(`${is.required ? 'now required' : 'no longer required'}: ${nameOf(is)}`);
  const [had, has] = [was.options ?? [], is.options ?? []];
  const gone = had.filter((option) => !has.includes(option));
  const added = has.filter((option) => !had.includes(option));
  if (added.length > 0) lines.push(`new choices of {${is.id}}: ${added.map(short).join(', ')}`);
  if (gone.length > 0) lines.push(`choices of {${is.id}} that are gone: ${gone.map(short).join(', ')}`);
  return lines;
}
