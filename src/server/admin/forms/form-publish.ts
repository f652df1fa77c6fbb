import type { FormContent } from '#domain/forms.ts';
import type { Db } from '../../db/pool.ts';
import {
  askAgainSince,
  countAnswered,
  lockForm,
  type LockedForm,
  selectServicesWithForms,
  setFormAudience,
} from '../../forms/manage-forms.ts';
import { type FormText, saveForm, saveVersion } from '../../forms/save-form.ts';
import { done, type Outcome, type Practice, wrong } from '../command.ts';
import { askedOf, askingOf, isSameAsked, wordsOfMove } from './form-asked.ts';
import { changesOf } from './form-changes.ts';
import { type FiledForm, formFromFile } from './form-from-file.ts';
import { withIds } from './form-ids.ts';
import { givenFile } from '../given-file.ts';
import { type Problem, tellProblems } from '../problems.ts';

/** A form as it is to be from now on, all of it understood. */
type Wanted = FormText & { asking: Extract<ReturnType<typeof askingOf>, { ok: true }>; again: boolean };

/** Makes a form of a file, or a new version of the one that has its key. */
export async function publishForm(practice: Practice, path: string, again: boolean): Promise<Outcome> {
  const { db, now } = practice;
  const file = await givenFile(practice, path);
  if (!file.ok) return wrong(file.message);
  const read = formFromFile(file.text);
  if (!read.ok) return wrong(tellProblems(path, read.problems));
  const { form: filed } = read;
  return await db.transaction().execute(async (trx) => {
    const there = await lockForm(trx, filed.key);
    const judged = await judge(trx, filed, there, again);
    if (!judged.ok) return wrong(tellProblems(path, judged.problems));
    const { wanted } = judged;
    if (there) return await change(trx, there, wanted, path, now);
    const made = await saveForm(trx, { ...wanted, key: filed.key, asked_of: wanted.asking.by_id }, now);
    if (!made) return wrong(`Somebody else has just made a form ${filed.key}. Please look again: forms`);
    return done(`New: ${filed.name} (${filed.key}), version 1.`, wanted.asking.words);
  });
}

async function judge(
  db: Db,
  filed: FiledForm,
  there: LockedForm | undefined,
  again: boolean,
): Promise<{ ok: true; wanted: Wanted } | { ok: false; problems: Problem[] }> {
  const asking = askingOf(filed.asked_of, await selectServicesWithForms(db), there);
  const named = withIds(filed.sections, there?.versions.map(({ content }) => content) ?? []);
  if (!asking.ok || !named.ok) {
    const problems = named.ok ? [] : named.problems;
    if (!asking.ok) problems.push({ line: filed.asked_of_line, words: asking.message });
    return { ok: false, problems };
  }
  const { name, description, type } = filed;
  return { ok: true, wanted: { name, description, type, content: named.content, asking, again } };
}

async function change(trx: Db, there: LockedForm, wanted: Wanted, path: string, now: Date): Promise<Outcome> {
  const newest = there.versions[0]!;
  const isSame = JSON.stringify(inOrder(newest)) === JSON.stringify(inOrder(wanted));
  const before = askedOf(there);
  const { asking, again } = wanted;
  const isMoved = !isSameAsked(before, asking.asked_of);
  const version = isSame ? newest.version : await saveVersion(trx, there, wanted, now);
  if (isMoved) await setFormAudience(trx, there.id, asking.by_id);
  const isAskedAnew = again && there.asked_since_version < version;
  if (isAskedAnew) await askAgainSince(trx, there.id, version);

  const { key } = there;
  const lines = isSame
    ? [
        `${isMoved || isAskedAnew ? 'The questions are as they were' : 'Nothing has changed'}: ${wanted.name} (${key}), version ${version}.`,
      ]
    : [
        `Changed: ${wanted.name} (${key}), now version ${version}.`,
        ...changesOf(newest, wanted).map((each) => `  ${each}`),
      ];
  lines.push(asking.words);
  if (isMoved) lines.push(...wordsOfMove(before, asking.asked_of));
  const since = isAskedAnew ? version : there.asked_since_version;
  if (!isSame || again) lines.push(...(await wordsOfEarlier(trx, there, { since, version }, path)));
  if (!isSame)
    lines.push(
      'Who is filling it in at this moment keeps what is typed, and sees the new version before it is handed in.',
    );
  if (!there.is_active) lines.push(`It is retired, so nobody is asked. To ask it: form restore ${key}`);
  return done(...lines);
}

/** What a version says, whatever the order in which the database keeps it. */
const inOrder = ({ name, description, type, content }: FormText) => [
  name,
  description,
  type,
  content.sections.map(({ title, questions }) => [title, questions.map(partsOf)]),
];
const partsOf = ({ id, label, type, required, options }: FormContent['sections'][0]['questions'][0]) => [
  id,
  label,
  type,
  required,
  options ?? [],
];

/** Who has filled in a version before, told apart by whether it counts. */
async function wordsOfEarlier(
  db: Db,
  { id }: LockedForm,
  { since, version }: { since: number; version: number },
  path: string,
): Promise<string[]> {
  const asked = await countAnswered(db, id, { first: 1, end: since });
  const left = await countAnswered(db, id, { first: since, end: version });
  const who = (people: number) => (people === 1 ? 'One person has' : `${people} people have`);
  const are = (people: number) => (people === 1 ? 'is' : 'are');
  const lines: string[] = [];
  if (asked > 0) lines.push(`${who(asked)} filled in a version before and ${are(asked)} asked again.`);
  if (left > 0)
    lines.push(
      `${who(left)} filled in a version before and ${are(left)} not asked again. To ask them too: form ${path} ask-again`,
    );
  return lines;
}
