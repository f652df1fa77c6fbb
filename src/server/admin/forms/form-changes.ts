import type { FormContent, Question } from '#domain/visits/forms.ts';
import type { FormText } from '../../forms/form-versions-store.ts';

const HEAD = ['name', 'description', 'type'] as const;

const MAX_LENGTH = 60;
const MAX_SHOWN = 30;

/** Lists the differences between two versions of a form, question by question. */
export function describeFormChanges(before: FormText, after: FormText): string[] {
  const [old, next] = [questionsOf(before.content), questionsOf(after.content)];
  const lines = [
    ...HEAD.filter((word) => before[word] !== after[word]).map(
      (word) => `${word}: ${short(before[word]) || 'none'} → ${short(after[word]) || 'none'}`,
    ),
    ...next.filter(({ id }) => !old.some((each) => each.id === id)).map((each) => `new: ${nameOf(each)}`),
    ...old.filter(({ id }) => !next.some((each) => each.id === id)).map((each) => `removed: ${nameOf(each)}`),
    ...next.flatMap((each) => {
      const was = old.find(({ id }) => id === each.id);
      return was ? differencesOf(was, each) : [];
    }),
  ];
  // If no question differs, the difference is in their order or headings.
  if (lines.length === 0) lines.push('the order, or the headings');
  const more = lines.length - MAX_SHOWN;
  return more > 0 ? [...lines.slice(0, MAX_SHOWN), `and ${more} more`] : lines;
}

const questionsOf = ({ sections }: FormContent) => sections.flatMap(({ questions }) => questions);
/** Cuts at whole characters, so that no surrogate pair is split. */
function short(text: string): string {
  const letters = [...text];
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH).join('').trimEnd()}…` : text;
}
const nameOf = ({ id, label }: Question) => `{${id}} ${short(label)}`;

function differencesOf(was: Question, is: Question): string[] {
  const lines: string[] = [];
  if (was.label !== is.label)
    lines.push(`reworded, the same question: {${is.id}} ${short(was.label)} → ${short(is.label)}`);
  if (was.type !== is.type) lines.push(`${was.type} is now ${is.type}: ${nameOf(is)}`);
  if (was.required !== is.required)
    lines.push(`${is.required ? 'now required' : 'no longer required'}: ${nameOf(is)}`);
  const [had, has] = [was.options ?? [], is.options ?? []];
  const gone = had.filter((option) => !has.includes(option));
  const added = has.filter((option) => !had.includes(option));
  if (added.length > 0) lines.push(`new choices of {${is.id}}: ${added.map(short).join(', ')}`);
  if (gone.length > 0) lines.push(`removed choices of {${is.id}}: ${gone.map(short).join(', ')}`);
  return lines;
}
