import type { FormContent, Question } from '#domain/forms.ts';

const MOST_LETTERS = 60;
const MOST_TOLD = 30;

/** What of a form is another in its new version, question by question, for the eye of who changed it. */
export function changesOf(before: FormContent, after: FormContent): string[] {
  const [old, next] = [questionsOf(before), questionsOf(after)];
  const lines = [
    ...next.filter(({ id }) => !old.some((each) => each.id === id)).map((each) => `new: ${nameOf(each)}`),
    ...old.filter(({ id }) => !next.some((each) => each.id === id)).map((each) => `gone: ${nameOf(each)}`),
    ...next.flatMap((each) => {
      const was = old.find(({ id }) => id === each.id);
      return was ? differencesOf(was, each) : [];
    }),
  ];
  const more = lines.length - MOST_TOLD;
  return more > 0 ? [...lines.slice(0, MOST_TOLD), `and ${more} more`] : lines;
}

const questionsOf = ({ sections }: FormContent) => sections.flatMap(({ questions }) => questions);
const short = (words: string) =>
  words.length > MOST_LETTERS ? `${words.slice(0, MOST_LETTERS).trimEnd()}…` : words;
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
