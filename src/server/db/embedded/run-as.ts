import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * How a PostgreSQL program is started. PostgreSQL refuses to run as root, so under root
 * its programs either enter a user namespace (they stay the owner of root's files without being
 * root) or are started as an ordinary user.
 */
export interface RunAs {
  readonly kind: 'self' | 'namespace' | 'user';
  /** Words put before the program. */
  readonly prefix: readonly string[];
  /** Who must own the files, seen from here; `undefined` leaves owners alone. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** The user that the process is switched to before it starts. */
  readonly spawnAs: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Words before a program that let it get this signal at the moment our process dies, however it dies; none where the
 * system does not offer that (Linux does).
 */
export function tieToThisProcess(signal: 'INT' | 'KILL'): string[] {
  tie ??= ['/usr/bin/setpriv', '/bin/setpriv'].find(canTie) ?? 'none';
  return tie === 'none' ? [] : [tie, '--pdeathsig', signal, '--'];
}

let tie: string | undefined;

/** Older ones, and those of small systems, do not know how. */
const canTie = (setpriv: string): boolean =>
  spawnSync(setpriv, ['--pdeathsig', 'INT', '--', 'true'], { stdio: 'ignore' }).status === 0;

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The accounts of this machine: initdb refuses a user id that has no name. */
function accounts(): Account[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

/** How this machine calls the owner of a file. */
export function accountOf(uid: number): string {
  return accounts().find((account) => account.uid === uid)?.name ?? `user ${uid}`;
}

/** Runs as whoever we are: right for everybody but root. */
export function asSelf(): RunAs {
  return { kind: 'self', prefix: [], owner: undefined, spawnAs: undefined };
}

/** Root's files, without being root: a user namespace that shows us as an ordinary account. */
export function asNamespace(): RunAs {
  const known = accounts().filter(({ uid }) => uid > 0 && uid < 65534);
  const id = (known.find(({ uid }) => uid === 1000) ?? known[0])?.uid ?? 1000;
  return {
    kind: 'namespace',
    prefix: ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`, '--'],
    owner: { uid: 0, gid: 0 },
    spawnAs: undefined,
  };
}

/** The account `postgres` if this machine has it, else `nobody`. */
export function asOrdinaryUser(): RunAs | undefined {
  const known = accounts();
  const account =
    known.find(({ name }) => name === 'postgres') ??
    known.find(({ name }) => name === 'nobody') ??
    known.find(({ uid }) => uid >= 1000);
  if (!account) return undefined;
  const ids = { uid: account.uid, gid: account.gid };
  return { kind: 'user', prefix: [], owner: ids, spawnAs: ids };
}

/** True if a process started this way may execute the programs and write in the folder. */
export function mayUse(runAs: RunAs, programs: readonly string[], folder: string | undefined): boolean {
  const tests = programs.map((_, i) => `test -x "$${i + 1}"`);
  if (folder !== undefined) tests.push(`test -w "$${programs.length + 1}"`);
  const words = [
    ...runAs.prefix,
    '/bin/sh',
    '-c',
    // A program that may be executed can still be cut off from its libraries: ask it its version.
    `${tests.join(' && ')} && "$1" --version`,
    'probe',
    ...programs,
    ...(folder === undefined ? [] : [folder]),
  ];
  const [command, ...args] = words;
  const done = spawnSync(command!, args, { stdio: 'ignore', timeout: 10_000, cwd: '/', ...runAs.spawnAs });
  return done.status === 0;
}
