import { parseEmail } from '#domain/people/email.ts';
import { cleanName, isStorable } from '#domain/text/typed-text.ts';
import { formatCount } from '#domain/text/sentences.ts';
import {
  addOwner,
  inviteMember,
  resetFactors,
  restoreMember,
  suspendMember,
} from '../staff/manage-members.ts';
import { selectMembers } from '../staff/member-store.ts';
import { type AdminDeps, type Command, done, type Outcome, usageError } from './command.ts';

const MAX_NAME = 100;
const USAGE = 'add EMAIL "NAME" | list | invite EMAIL | reset-factors EMAIL | suspend EMAIL | restore EMAIL';

export const owner: Command = {
  name: 'owner',
  usage: USAGE,
  summary:
    'people who sign in to the staff area: add one and print a set-up link that works once within a day, print another link, forget a lost password and app, suspend or restore',
  async run(deps, [act, ...args]) {
    if (act === 'list' && args.length === 0) return await list(deps);
    if (act === 'add') return await add(deps, args);
    const change = act === undefined ? undefined : CHANGES.get(act);
    if (!change) return usageError(`Usage: owner ${USAGE}`);
    const [typed, ...more] = args;
    const email = parseEmail(typed ?? '');
    if (email === null || more.length > 0)
      return usageError(`Name one owner by email address: owner ${act} EMAIL`);
    return await change(deps, email);
  },
};

async function list({ db, now }: AdminDeps): Promise<Outcome> {
  const members = await selectMembers(db, now);
  if (members.length === 0) return done('There is no owner. See: owner add EMAIL "NAME"');
  return done(
    ...members.map(({ email, name, is_demo, is_set_up, suspended_at, sessions }) => {
      const browsers = formatCount(sessions ?? 0, 'browser');
      const state = is_set_up ? `signed in with ${browsers}` : 'not set up';
      return `${email}  ${name}${is_demo ? ' (demo)' : ''}: ${suspended_at ? 'suspended' : state}`;
    }),
  );
}

async function add(deps: AdminDeps, args: string[]): Promise<Outcome> {
  const [typed, given, ...more] = args;
  const email = parseEmail(typed ?? '');
  const name = cleanName(given ?? '');
  if (email === null || name === '' || more.length > 0)
    return usageError('Give an email address and a name in quotes: owner add EMAIL "NAME"');
  if (name.length > MAX_NAME || !isStorable(name))
    return usageError(`Give a name of at most ${MAX_NAME} characters, in one line.`);
  const added = await addOwner(deps.db, { email, name }, deps.now);
  if (!added.ok) return usageError(`${email} is an owner already. See: owner invite, owner reset-factors`);
  return done(`${name} is an owner.`, ...linkLines(deps, added.value));
}

type Change = (deps: AdminDeps, email: string) => Promise<Outcome>;

const CHANGES: ReadonlyMap<string, Change> = new Map<string, Change>([
  [
    'invite',
    async (deps, email) => {
      const invited = await inviteMember(deps.db, email, deps.now);
      return invited.ok ? done(...linkLines(deps, invited.value)) : refused(invited.problem, email);
    },
  ],
  [
    'reset-factors',
    async (deps, email) => {
      const reset = await resetFactors(deps.db, email, deps.now);
      if (!reset.ok) return refused(reset.problem, email);
      const what = `${email} is signed out everywhere; password, app, recovery codes and passkeys are forgotten.`;
      return done(what, ...linkLines(deps, reset.value));
    },
  ],
  [
    'suspend',
    async (deps, email) => {
      const suspended = await suspendMember(deps.db, email, deps.now);
      if (!suspended.ok) return refused(suspended.problem, email);
      return done(`${email} is signed out everywhere and cannot sign in. See: owner restore`);
    },
  ],
  [
    'restore',
    async (deps, email) => {
      const restored = await restoreMember(deps.db, email, deps.now);
      return restored.ok ? done(`${email} can sign in again.`) : refused(restored.problem, email);
    },
  ],
]);

const linkLines = ({ site_url }: AdminDeps, token: string) => [
  `${site_url}/staff/set-up/${token}`,
  'The link works once, within a day. Anyone who has it can set the password: give it to nobody else.',
];

const PROBLEMS = {
  UNKNOWN: (email: string) => `No owner has the address ${email}. See: owner list`,
  EXISTS: (email: string) => `${email} is an owner already.`,
  SET_UP: (email: string) =>
    `${email} is set up already. To forget a lost password or app: owner reset-factors ${email}`,
  SUSPENDED: (email: string) => `${email} is suspended. First: owner restore ${email}`,
  NOT_SUSPENDED: (email: string) => `${email} is not suspended.`,
} as const;

const refused = (problem: keyof typeof PROBLEMS, email: string): Outcome =>
  usageError(PROBLEMS[problem](email));
