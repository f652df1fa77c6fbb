/** Versions of a form: which question is the same, and what a new version changes (docs/decisions/0012). */
import type { DraftQuestion, FormText } from './form-drafts.ts';
import { type FormContent, type Question, questionsOf } from './forms.ts';
import { slugOf } from '#domain/text/slug.ts';
import { formatCount } from '#domain/text/sentences.ts';

/** Question types whose answers are interchangeable: text, and a single choice. */
const ALIKE: readonly (readonly string[])[] = [
  ['TEXT', 'TEXTAREA'],
  ['RADIO', 'SELECT'],
];
const isSameKind = (one: string, other: string) =>
  one === other || ALIKE.some((kinds) => kinds.includes(one) && kinds.includes(other));

/** Ids that every JavaScript object already has, or that requests may not have. */
const isForbiddenId = (id: string): boolean => id in {} || id === 'prototype';

/** Returns the type that a question was answered as, if its answers make no sense for the present one. `former`: newest first. */
export function formerKind(
  { id, type }: Pick<Question, 'id' | 'type'>,
  former: readonly FormContent[],
): string | null {
  const same = former.flatMap(questionsOf).find((question) => question.id === id);
  return same && !isSameKind(same.type, type) ? same.type : null;
}

/**
 * Assigns each question its id. A question keeps the id of an earlier version, its own or that of a question with the same
 * text; any other gets one that was never used. `former` lists all versions, newest first.
 */
export function assignQuestionIds<Asked extends DraftQuestion>(
  sections: readonly { title: string; questions: readonly Asked[] }[],
  former: readonly FormContent[],
): FormContent {
  const asked = sections.flatMap(({ questions }) => questions);
  const versions = former.map(questionsOf);
  const before = versions.flat();
  const ids = new Map<Asked, string>();
  const taken = new Set<string>();
  const give = (question: Asked, id: string) => {
    ids.set(question, id);
    taken.add(id);
  };
  for (const question of asked)
    if (!taken.has(question.id) && before.some(({ id }) => id === question.id)) give(question, question.id);
  // The newest version takes precedence over earlier ones.
  for (const version of versions)
    for (const question of asked.filter((each) => !ids.has(each))) {
      const same = version.find(
        ({ id, label, type }) =>
          label === question.label && isSameKind(type, question.type) && !taken.has(id) && !isForbiddenId(id),
      );
      if (same) give(question, same.id);
    }
  const isUsed = (id: string) => taken.has(id) || isForbiddenId(id) || before.some((each) => each.id === id);
  for (const question of asked.filter((each) => !ids.has(each)))
    give(question, newId(question.label, isUsed));
  return {
    sections: sections.map(({ title, questions }) => ({
      title,
      questions: questions.map((question) => ({ ...question, id: ids.get(question)! })),
    })),
  };
}

/** Most characters of the words that an id is made of. */
const SLUG_LENGTH = 40;
const MAX_ID = 60;

function newId(label: string, isUsed: (id: string) => boolean): string {
  const slug = slugOf(label);
  const words = slug.length > SLUG_LENGTH ? slug.slice(0, SLUG_LENGTH + 1).replace(/-[^-]*$/, '') : slug;
  const base = words.slice(0, MAX_ID - 5) || 'question';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!isUsed(id)) return id;
  }
}

/** The parts of a question in one order, whatever the order of keys in the stored JSON. */
const partsOf = ({ id, label, type, required, options }: Question) => [
  id,
  label,
  type,
  required,
  options ?? [],
];

/** Returns whether two versions ask the same in the same order. */
export function isSameText(one: FormText, other: FormText): boolean {
  const inOrder = ({ name, description, type, content }: FormText) => [
    [name, description, type],
    content.sections.map(({ title, questions }) => [title, questions.map(partsOf)]),
  ];
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

const MAX_SHOWN = 5;
const MAX_LETTERS = 60;

/** Lists what a new version changes, a sentence for each kind of change. */
export function describeChanges(before: FormText, after: FormText): string[] {
  const [old, next] = [questionsOf(before.content), questionsOf(after.content)];
  const kept = next.flatMap((is) => old.filter(({ id }) => id === is.id).map((was) => ({ was, is })));
  const added = next.filter(({ id }) => !old.some((each) => each.id === id));
  const gone = old.filter(({ id }) => !next.some((each) => each.id === id));
  const reworded = kept.filter(({ was, is }) => was.label !== is.label);
  const other = kept.filter(
    ({ was, is }) => JSON.stringify(partsOf({ ...was, label: is.label })) !== JSON.stringify(partsOf(is)),
  );
  const lines = [
    line(formatCount(added.length, 'new question'), added.map(nameOf)),
    line(`${gone.length} removed, answers stay readable`, gone.map(nameOf)),
    line(
      `${reworded.length} reworded`,
      reworded.map(({ was, is }) => `${nameOf(was)} → ${nameOf(is)}`),
    ),
    line(
      `${other.length} with another kind of field, other choices or another duty to answer`,
      other.map(({ is }) => nameOf(is)),
    ),
  ].filter(Boolean);
  return lines.length > 0 ? lines : ['Another name or description, another order, or other headings.'];
}

function line(start: string, names: readonly string[]): string {
  const more = names.length - MAX_SHOWN;
  const shown = names.slice(0, MAX_SHOWN).join(', ');
  return names.length === 0 ? '' : `${start}: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Cuts at whole characters, so that no surrogate pair is split. */
function nameOf({ label }: Question): string {
  const letters = [...label];
  return `“${letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('').trimEnd()}…` : label}”`;
}
