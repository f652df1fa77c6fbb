import {
  lockForm,
  selectServicesWithForms,
  selectForms,
  setFormAudience,
  setFormActive,
} from '../../forms/manage-forms.ts';
import { type Command, done, type Outcome, type Practice, wrong } from '../command.ts';
import { fileOfForm, spellAskedOf } from './form-as-file.ts';
import { askedOf, askingOf, isSameAsked, wordsOfMove } from './form-asked.ts';
import { askedOfFrom, EVERYBODY } from './form-from-file.ts';
import { publishForm } from './form-publish.ts';

const AGAIN = 'ask-again';

export const forms: Command = {
  name: 'forms',
  takes: '',
  does: 'the forms: key, name, type, version, whom they are asked of, how many people have filled them in',
  async run({ db }, args) {
    if (args.length > 0) return wrong('forms takes nothing. For one of them: form show KEY');
    const [found, services] = [await selectForms(db), await selectServicesWithForms(db)];
    if (found.length === 0) return done('There are no forms.');
    return done(
      ...found.map(({ form_id, key, name, type, version, is_global, is_active, people }) => {
        const asking = services.filter(({ form_ids }) => form_ids.includes(form_id)).map((each) => each.key);
        const whom = spellAskedOf(is_global ? EVERYBODY : asking);
        const filled = people === 0 ? 'nobody' : people === 1 ? 'one person' : `${people} people`;
        const state = is_active ? `asked of ${whom}` : `retired (was asked of ${whom})`;
        return `${key}  ${name}, ${type}, version ${version}, ${state}, filled in by ${filled}`;
      }),
    );
  },
};

const HOW =
  'Say form FILE.md, form show KEY, form for KEY everybody, form for KEY SERVICE …, form retire KEY or form restore KEY.';

export const form: Command = {
  name: 'form',
  takes: `FILE.md [${AGAIN}] | show KEY [VERSION] | for KEY everybody | for KEY SERVICE … | retire KEY | restore KEY`,
  does: 'make an intake form of a file, or a new version of the one that has its key; print one as such a file; say whom it is asked of; ask it no longer, or again. What was filled in stays as it was (see: forms, services)',
  async run(practice, [first, ...args]) {
    if (!first) return wrong(HOW);
    if (first === 'show') return await showForm(practice, args);
    if (first === 'for') return await askForm(practice, args);
    if (first === 'retire' || first === 'restore') return await keepForm(practice, args, first === 'restore');
    if (args.length > 1 || (args[0] !== undefined && args[0] !== AGAIN))
      return wrong(`After the file comes nothing, or ${AGAIN}. A name with blanks stands in quotes.`);
    return await publishForm(practice, first, args[0] === AGAIN);
  },
};

const unknown = (key: string) => wrong(`There is no form ${key}. See: forms`);

async function showForm({ db }: Practice, [key, number, ...more]: string[]): Promise<Outcome> {
  if (!key || more.length > 0) return wrong('Say form show KEY, or form show KEY VERSION for one before.');
  return await db.transaction().execute(async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const shown =
      number === undefined
        ? there.versions[0]!
        : there.versions.find(({ version }) => String(version) === number);
    if (!shown) return wrong(`${key} has the versions 1 to ${there.versions[0]!.version}, no ${number}.`);
    return done(fileOfForm({ ...shown, key, asked_of: askedOf(there) }).trimEnd());
  });
}

async function askForm({ db }: Practice, [key, ...names]: string[]): Promise<Outcome> {
  const wanted = askedOfFrom(names.flatMap((name) => name.split(',')));
  if (!key || wanted === null)
    return wrong(`Say form for KEY ${EVERYBODY}, or form for KEY SERVICE SERVICE …`);
  return await db.transaction().execute(async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const asking = askingOf(wanted, await selectServicesWithForms(trx), there);
    if (!asking.ok) return wrong(asking.message);
    const before = askedOf(there);
    const { name } = there.versions[0]!;
    if (isSameAsked(before, asking.asked_of)) return done(`Nothing has changed: ${name}. ${asking.words}`);
    await setFormAudience(trx, there.id, asking.by_id);
    const lines = [`Changed: ${name}. ${asking.words}`, ...wordsOfMove(before, asking.asked_of)];
    if (!there.is_active) lines.push(`It is retired, so nobody is asked. To ask it: form restore ${key}`);
    return done(...lines);
  });
}

async function keepForm({ db }: Practice, [key, ...more]: string[], is_active: boolean): Promise<Outcome> {
  if (!key || more.length > 0) return wrong('Name one form. See: forms');
  return await db.transaction().execute(async (trx) => {
    const there = await lockForm(trx, key);
    if (!there) return unknown(key);
    const { name } = there.versions[0]!;
    const asking = askingOf(askedOf(there), await selectServicesWithForms(trx), there);
    const words = asking.ok ? asking.words : '';
    if (there.is_active === is_active)
      return done(`Nothing has changed: ${name} ${is_active ? `is asked. ${words}` : 'is retired already.'}`);
    await setFormActive(trx, there.id, is_active);
    return is_active
      ? done(`Restored: ${name}. ${words}`)
      : done(
          `Retired: ${name}. Nobody is asked for it any more; what was filled in stays readable for its client.`,
        );
  });
}
