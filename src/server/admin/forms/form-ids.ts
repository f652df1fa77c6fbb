import type { FormContent, Question } from '#domain/visits/forms.ts';
import { slugOf } from '#domain/text/slug.ts';
import { type ParsedQuestion, type ParsedSection, isForbiddenId, MAX_LENGTH } from './form-limits.ts';
import type { FileError } from '../input-file.ts';

type NamedForm = { ok: true; content: FormContent } | { ok: false; errors: FileError[] };

/**
 * Assigns each question its id. A question keeps an earlier id if its file names it by {id}, or if an earlier version
 * has the same text; any other question gets an id that was never used. `former` lists all versions, newest first.
 */
export function assignQuestionIds(
  sections: readonly ParsedSection[],
  former: readonly FormContent[],
): NamedForm {
  const asked = sections.flatMap(({ questions }) => questions);
  const versions = former.map((content) => content.sections.flatMap(({ questions }) => questions));
  const before = versions.flat();
  const ids = new Map<ParsedQuestion, string>();
  const taken = new Set<string>();
  const errors: FileError[] = [];
  const give = (question: ParsedQuestion, id: string) => {
    ids.set(question, id);
    taken.add(id);
  };

  for (const question of asked.filter(({ id }) => id !== null)) {
    const same = before.find(({ id }) => id === question.id);
    if (same && !isSameKind(same.type, question.type)) errors.push(anotherKind(question, same));
    give(question, question.id!);
  }
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

  if (errors.length > 0) return { ok: false, errors };
  const named = (question: ParsedQuestion): Question => {
    const { type, required, label, options } = question;
    return { id: ids.get(question)!, label, type, required, options: options.map(({ text }) => text) };
  };
  const content = sections.map(({ title, questions }) => ({ title, questions: questions.map(named) }));
  return { ok: true, content: { sections: content } };
}

/** Question types whose answers are interchangeable: text, and a single choice. */
const ALIKE: readonly (readonly string[])[] = [
  ['TEXT', 'TEXTAREA'],
  ['RADIO', 'SELECT'],
];
const isSameKind = (one: string, other: string) =>
  one === other || ALIKE.some((kinds) => kinds.includes(one) && kinds.includes(other));

const anotherKind = ({ line, id, type }: ParsedQuestion, same: Question): FileError => ({
  line,
  message:
    `{${id}} is a question of the kind ${same.type}, and answers to it would make no sense for ${type}. A question of another ` +
    `kind is a new one: leave {${id}} out, or give it a name of its own.`,
});

/** A slug of the first words of the question. */
const SLUG_LENGTH = 40;

function newId(label: string, isUsed: (id: string) => boolean): string {
  const slug = slugOf(label);
  const words = slug.length > SLUG_LENGTH ? slug.slice(0, SLUG_LENGTH + 1).replace(/-[^-]*$/, '') : slug;
  const base = words.slice(0, MAX_LENGTH.id - 5) || 'question';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!isUsed(id)) return id;
  }
}
