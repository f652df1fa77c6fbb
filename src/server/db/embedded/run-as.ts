import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * How PostgreSQL programs are started. PostgreSQL refuses to run as root, so under root its programs either enter a
 * user namespace (and keep access to root's files without being root) or run as an ordinary user.
 */
export interface RunAs {
  readonly kind: 'self' | 'namespace' | 'user';
  /** Command words before the program. */
  readonly prefix: readonly string[];
  /** The required owner of the files as seen from here; undefined leaves owners unchanged. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined;
  /** The user that the process switches to before it starts. */
  readonly spawnAs: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Command words that make the kernel send this signal to the program when our process dies, however it dies. Empty
 * where the system cannot do that (only Linux can).
 */
export function tieToThisProcess(signal: 'INT' | 'KILL'): string[] {
  tie ??= ['/usr/bin/setpriv', '/bin/setpriv'].find(canTie) ?? 'none';
  return tie === 'none' ? [] : [tie, '--pdeathsig', signal, '--'];
}

let tie: string | undefined;

/** Older and minimal versions of setpriv lack the option. */
const canTie = (setpriv: string): boolean =>
  spawnSync(setpriv, ['--pdeathsig', 'INT', '--', 'true'], { stdio: 'ignore' }).status === 0;

interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The accounts of this machine, since initdb refuses a user id without a name. */
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

/** The account name of a file's owner. */
export function accountOf(uid: number): string {
  return accounts().find((account) => account.uid === uid)?.name ?? `user ${uid}`;
}

/** Runs as the current user, for everyone but root. */
export function asSelf(): RunAs {
  return { kind: 'self', prefix: [], owner: undefined, spawnAs: undefined };
}

/** Runs in a user namespace that shows root as an ordinary account and keeps access to root's files. */
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

/** Whether a process started this way may execute the programs and write in the folder. */
export function mayUse(runAs: RunAs, programs: readonly string[], folder: string | undefined): boolean {
  const tests = programs.map((_, i) => `test -x "$${i + 1}"`);
  if (folder !== undefined) tests.push(`test -w "$${programs.length + 1}"`);
  const words = [
    ...runAs.prefix,
    '/bin/sh',
    '-c',
    // An executable program may still be cut off from its libraries, so run it with --version.
    `${tests.join(' && ')} && "$1" --version`,
    'probe',
    ...programs,
    ...(folder === undefined ? [] : [folder]),
  ];
  const [command, ...args] = words;
  const done = spawnSync(command!, args, { stdio: 'ignore', timeout: 10_000, cwd: '/', ...runAs.spawnAs });
  return done.status === 0;
}
