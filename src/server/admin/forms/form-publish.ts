import type { FormContent } from '#domain/visits/forms.ts';
import type { Db, Trx } from '../../db/pool.ts';
import { inTransaction } from '../../db/transactions.ts';
import {
  askAgainSince,
  countAnswered,
  type FormText,
  type LockedForm,
  lockForm,
  saveForm,
  saveVersion,
  selectServicesWithForms,
  setFormAudience,
} from '../../forms/form-versions-store.ts';
import { type AdminDeps, done, type Outcome, usageError } from '../command.ts';
import { audienceChangeLines, audienceOf, isSameAudience, resolveAudience } from './form-audience.ts';
import { describeFormChanges } from './form-changes.ts';
import { formFromFile, type ParsedForm } from './form-from-file.ts';
import { assignQuestionIds } from './form-ids.ts';
import { type FileError, formatFileErrors, readInputFile } from '../input-file.ts';

/** The validated target state of a form. */
type Wanted = FormText & {
  target: Extract<ReturnType<typeof resolveAudience>, { ok: true }>;
  again: boolean;
};

/** Publishes a form from a file: a new form, or a new version of the form with its key. */
export async function publishForm(deps: AdminDeps, path: string, again: boolean): Promise<Outcome> {
  const { db, now } = deps;
  const file = await readInputFile(deps, path);
  if (!file.ok) return usageError(file.message);
  const read = formFromFile(file.text);
  if (!read.ok) return usageError(formatFileErrors(path, read.errors));
  const { form: parsed } = read;
  return await inTransaction(db, async (trx) => {
    const there = await lockForm(trx, parsed.key);
    const validated = await validateForm(trx, parsed, there, again);
    if (!validated.ok) return usageError(formatFileErrors(path, validated.errors));
    const { wanted } = validated;
    if (there) return await change(trx, there, wanted, path, now);
    const made = await saveForm(trx, { ...wanted, key: parsed.key, audience: wanted.target.by_id }, now);
    if (!made) return usageError(`Someone else has just created a form ${parsed.key}. Check it: forms`);
    return done(`New: ${parsed.name} (${parsed.key}), version 1.`, wanted.target.text);
  });
}

async function validateForm(
  db: Db,
  parsed: ParsedForm,
  there: LockedForm | undefined,
  again: boolean,
): Promise<{ ok: true; wanted: Wanted } | { ok: false; errors: FileError[] }> {
  const target = resolveAudience(parsed.audience, await selectServicesWithForms(db), there);
  const named = assignQuestionIds(parsed.sections, there?.versions.map(({ content }) => content) ?? []);
  if (!target.ok || !named.ok) {
    const errors = named.ok ? [] : named.errors;
    if (!target.ok) errors.push({ line: parsed.audience_line, message: target.message });
    return { ok: false, errors };
  }
  const { name, description, type } = parsed;
  return { ok: true, wanted: { name, description, type, content: named.content, target, again } };
}

async function change(
  trx: Trx,
  there: LockedForm,
  wanted: Wanted,
  path: string,
  now: Date,
): Promise<Outcome> {
  const newest = there.versions[0]!;
  const isSame = JSON.stringify(inOrder(newest)) === JSON.stringify(inOrder(wanted));
  const before = audienceOf(there);
  const { target, again } = wanted;
  const isMoved = !isSameAudience(before, target.audience);
  const version = isSame ? newest.version : await saveVersion(trx, there, wanted, now);
  if (isMoved) await setFormAudience(trx, there.id, target.by_id);
  const isAskedAnew = again && there.asked_since_version < version;
  if (isAskedAnew) await askAgainSince(trx, there.id, version);

  const { key } = there;
  const lines = isSame
    ? [
        `${isMoved || isAskedAnew ? 'The questions are as they were' : 'Nothing has changed'}: ${wanted.name} (${key}), version ${version}.`,
      ]
    : [
        `Changed: ${wanted.name} (${key}), now version ${version}.`,
        ...describeFormChanges(newest, wanted).map((each) => `  ${each}`),
      ];
  lines.push(target.text);
  if (isMoved) lines.push(...audienceChangeLines(before, target.audience));
  const since = isAskedAnew ? version : there.asked_since_version;
  if (!isSame || again) lines.push(...(await earlierAnswersLines(trx, there, { since, version }, path)));
  if (!isSame)
    lines.push(
      'Clients who are filling it in now keep what they typed and see the new version before they submit.',
    );
  if (!there.is_active) lines.push(`It is retired and not asked. To ask it again: form restore ${key}`);
  return done(...lines);
}

/** The content of a version in a canonical order, whatever the key order of the stored JSON. */
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

/** How many people have filled in an earlier version, split by whether they are asked again. */
async function earlierAnswersLines(
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
