import {
  lockForm,
  selectForms,
  selectServicesWithForms,
  setFormActive,
  setFormAudience,
} from '../../forms/form-versions-store.ts';
import { type Command, done, type Outcome, type AdminDeps, usageError } from '../command.ts';
import { formToFile, formatAudience } from './form-to-file.ts';
import { audienceOf, resolveAudience, isSameAudience, audienceChangeLines } from './form-audience.ts';
import { parseAudience, EVERYBODY } from './form-from-file.ts';
import { publishForm } from './form-publish.ts';
import { inTransaction } from '../../db/transactions.ts';

const AGAIN = 'ask-again';

export const forms: Command = {
  name: 'forms',
  usage: '',
  summary: 'the forms: key, name, type, version, audience, and how many people have filled them in',
  async run({ db }, args) {
    if (args.length > 0) return usageError('Usage: forms. To print one of them: form show KEY');
    const [found, services] = [await selectForms(db), await selectServicesWithForms(db)];
    if (found.length === 0) return done('There are no forms.');
    return done(
      ...found.map(({ form_id, key, name, type, version, is_global, is_active, people }) => {
        const keys = services.filter(({ form_ids }) => form_ids.includes(form_id)).map((each) => each.key);
        const whom = formatAudience(is_global ? EVERYBODY : keys);
        const filled = people === 0 ? 'nobody' : people === 1 ? 'one person' : `${people} people`;
        const state = is_active ? `asked of ${whom}` : `retired (was asked of ${whom})`;
        return `${key}  ${name}, ${type}, version ${version}, ${state}, filled in by ${filled}`;
      }),
    );
  },
};

const HOW =
  'Usage: form FILE.md | form show KEY | form for KEY everybody | form for KEY SERVICE … | form retire KEY | form restore KEY';

export const form: Command = {
  name: 'form',
  usage: `FILE.md [${AGAIN}] | show KEY [VERSION] | for KEY everybody | for KEY SERVICE … | retire KEY | restore KEY`,
  summary:
    'make an intake form of a file, or a new version of the one that has its key; print one as such a file; say whom it is asked of; ask it no longer, or again. What was filled in stays as it was (see: forms, services)',
  async run(deps, [first, ...args]) {
    if (!first) return usageError(HOW);
    if (first === 'show') return await showForm(deps, args);
    if (first === 'for') return await askForm(deps, args);
    if (first === 'retire' || first === 'restore') return await keepForm(deps, args, first === 'restore');
    if (args.length > 1 || (args[0] !== undefined && args[0] !== AGAIN))
      return usageError(`Usage: form FILE.md [${AGAIN}]. Put a file name with spaces in quotes.`);
    return await publishForm(deps, first, args[0] === AGAIN);
  },
};

const unknown = (key: string) => usageError(`There is no form ${key}. See: forms`);

async function showForm({ db }: AdminDeps, [key, number, ...more]: string[]): Promise<Outcome> {
  if (!key || more.length > 0) return usageError('Usage: form show KEY [VERSION]');
  return await inTransaction(db, async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const shown =
      number === undefined
        ? there.versions[0]!
        : there.versions.find(({ version }) => String(version) === number);
    if (!shown)
      return usageError(`${key} has the versions 1 to ${there.versions[0]!.version}, no ${number}.`);
    return done(formToFile({ ...shown, key, audience: audienceOf(there) }).trimEnd());
  });
}

async function askForm({ db }: AdminDeps, [key, ...names]: string[]): Promise<Outcome> {
  const wanted = parseAudience(names.flatMap((name) => name.split(',')));
  if (!key || wanted === null) return usageError(`Usage: form for KEY ${EVERYBODY} | form for KEY SERVICE …`);
  return await inTransaction(db, async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const target = resolveAudience(wanted, await selectServicesWithForms(trx), there);
    if (!target.ok) return usageError(target.message);
    const before = audienceOf(there);
    const { name } = there.versions[0]!;
    if (isSameAudience(before, target.audience)) return done(`Nothing has changed: ${name}. ${target.text}`);
    await setFormAudience(trx, there.id, target.by_id);
    const lines = [`Changed: ${name}. ${target.text}`, ...audienceChangeLines(before, target.audience)];
    if (!there.is_active) lines.push(`It is retired and not asked. To ask it again: form restore ${key}`);
    return done(...lines);
  });
}

async function keepForm({ db }: AdminDeps, [key, ...more]: string[], is_active: boolean): Promise<Outcome> {
  if (!key || more.length > 0) return usageError('Name one form. See: forms');
  return await inTransaction(db, async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const { name } = there.versions[0]!;
    const target = resolveAudience(audienceOf(there), await selectServicesWithForms(trx), there);
    const text = target.ok ? target.text : '';
    if (there.is_active === is_active)
      return done(`Nothing has changed: ${name} ${is_active ? `is asked. ${text}` : 'is retired already.'}`);
    await setFormActive(trx, there.id, is_active);
    return is_active
      ? done(`Restored: ${name}. ${text}`)
      : done(`Retired: ${name}. It is no longer asked; clients can still read what they filled in.`);
  });
}
