import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DataDirInUse, startInFolder } from './data-dir-claim.ts';
import { findPlace, locate, type Place, takeOver } from './postgres-place.ts';
import { tieToThisProcess } from './run-as.ts';
import {
  cleanEnvironment,
  readPostmaster,
  type StartLog,
  startServer,
  stopOrphan,
  stopServer,
} from './postmaster.ts';

export interface EmbeddedPostgres {
  /** Connection string of the application's database. It stays the same when PostgreSQL restarts. */
  readonly url: string;
  /** Stops PostgreSQL and releases the folder. May be called twice. */
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** The application's data folder; PostgreSQL lives in `<dataDir>/postgres`. */
  readonly dataDir: string;
  readonly log: StartLog;
  /** Further server settings such as `{ fsync: 'off' }`, which override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How to avoid running as root. Chosen automatically by default. */
  readonly as?: 'namespace' | 'user';
  /** False lets PostgreSQL outlive a killed app, as on systems that cannot tie them together. */
  readonly tied?: boolean;
}

const DATABASE = 'sattva';
const SUPERUSER = 'postgres';
const SOCKET_FILE = '.s.PGSQL.5432';
/** sun_path holds 104 bytes on macOS and 108 on Linux, and PostgreSQL adds ".lock". */
const LONGEST_SOCKET_PATH = 98;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // a socket in a folder of our own: no port to collide, no password to keep
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  // The data fits into memory. At the default of 4, plans made while tables are small scan whole tables and are kept
  // until the next analyze.
  random_page_cost: '1.1',
  io_method: 'sync',
  // Values of rows must not reach a log file: no statement text, no DETAIL lines.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * For commands next to a running app: uses the PostgreSQL that already runs on the folder, else starts one for the
 * duration of the command.
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
 * Starts a real PostgreSQL that belongs to this process and creates its files on the first start. Works as an ordinary
 * user and as root, in folders that only root can enter too. It first stops a PostgreSQL left behind by a killed
 * process, and restarts one that dies.
 * @throws DataDirInUse when another living process uses the folder; Error with what to do otherwise
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = join(resolve(options.dataDir), 'postgres');
  return await startInFolder(folder, (release) => startClaimed(folder, options, release));
}

async function startClaimed(
  folder: string,
  { log, settings, as, tied = true }: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const base = locate(folder);
  await stopOrphan(join(base, 'cluster'), log);
  const place = findPlace(folder, base, as);
  const isNew = !fs.existsSync(join(place.cluster, 'PG_VERSION'));
  if (isNew) createCluster(place, log);
  refuseOtherVersion(place);
  giveFilesToOwner(place);

  const socketDir = makeSocketDir(place);
  const url = urlOf(socketDir);
  const startCommand = [...place.runAs.prefix, ...(tied ? tieToThisProcess('INT') : [])];
  const serverArgs = Object.entries({ ...SETTINGS, unix_socket_directories: socketDir, ...settings }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  );

  let stopping = false;
  let child = await startServer(place, startCommand, serverArgs);
  const onExit = (): void => {
    stopping = true;
    child.kill('SIGINT');
    release();
  };
  process.once('exit', onExit);

  const superviseChild = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.warn(`PostgreSQL exited unexpectedly (${signal ?? `code ${code}`}); restarting it`);
      void restart();
    });
  };
  const restart = async (): Promise<void> => {
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2000)) {
      try {
        child = await startServer(place, startCommand, serverArgs);
        if (stopping) child.kill('SIGINT');
        else log.info('PostgreSQL is running again');
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
    // An initdb that outlived its app would write into the draft of the next start.
    ...tieToThisProcess('KILL'),
    join(place.native, 'bin', 'initdb'),
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    '--auth=trust', // only over the socket, in a folder that only its owner can enter
    // Without LANG, initdb would choose SQL_ASCII; state the locale in full.
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
    // initdb prints its progress to stdout; only its error output helps the operator.
    const why = done.error?.message ?? (done.stderr.trim() || done.stdout.trim());
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
      `The files in ${place.cluster} were created by PostgreSQL ${files}; this version ships PostgreSQL ${programs}. ` +
        'Restore a backup into an empty DATA_DIR, or use the earlier version of the app.',
    );
  }
}

function makeSocketDir(place: Place): string {
  const inFolder = join(place.base, 'run');
  const fits = Buffer.byteLength(join(inFolder, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
  if (fits) fs.mkdirSync(inFolder, { recursive: true, mode: 0o700 });
  const dir = fits ? inFolder : fs.mkdtempSync(join(tmpdir(), 'sattva-pg-'));
  const { owner } = place.runAs;
  if (owner) fs.chownSync(dir, owner.uid, owner.gid);
  return dir;
}

/** Creates the application's own database if it is missing. */
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
