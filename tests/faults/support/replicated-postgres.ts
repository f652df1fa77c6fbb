import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { cleanEnvironment, startServer, stopServer } from '#server/db/embedded/postmaster.ts';
import { asOrdinaryUser, asSelf, tieToThisProcess } from '#server/db/embedded/run-as.ts';
import { placesOnPath } from '#scripts/lib/system-program.ts';
import { freePorts } from '#scripts/lib/running-app.ts';
import { onServer } from '../../support/extra-database.ts';
import { until } from '../../support/ask.ts';
import { openDoor } from './database-door.ts';

/** When the primary says that a transaction is committed. */
export type Replication = 'asynchronous' | 'on' | 'remote_apply';

type ReplicatedPostgres = {
  /** The address that people use; it leads to the primary, then to the standby that took its place. */
  url: string;
  /** Cuts the connection between the two servers without closing it. */
  stallLink(): Promise<void>;
  /** Ends every process of the primary at once, promotes the standby and moves the address to it. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
};

const MAJORS = [19, 18, 17, 16, 15];
const WAIT_MS = 30_000;
/** Where Debian, Red Hat and Homebrew put them, and the path. */
const bin = [
  ...MAJORS.flatMap((major) => [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    `/opt/homebrew/opt/postgresql@${major}/bin`,
  ]),
  ...placesOnPath(['pg_basebackup']).map((program) => dirname(program)),
].find((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))));
const runAs = process.getuid?.() === 0 ? asOrdinaryUser() : asSelf();

/** False if no PostgreSQL with replication is installed, no user may run it, or processes cannot be listed. */
export const canReplicate = bin !== undefined && runAs !== undefined && existsSync('/proc/self/stat');

/** Two servers, the second one a standby of the first, and one address before them. */
export async function startReplicatedPostgres(replication: Replication): Promise<ReplicatedPostgres> {
  const base = mkdtempSync(join(tmpdir(), 'replicated-'));
  if (runAs!.owner) chownSync(base, runAs!.owner.uid, runAs!.owner.gid);
  // Not spawnSync: the copy goes through a door of this process.
  const run = async (name: string, args: readonly string[]) => {
    const child = spawn(join(bin!, name), args, { cwd: base, env: cleanEnvironment(), ...runAs!.spawnAs });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${name} failed: ${said}`);
  };
  const [primaryPort, standbyPort] = await freePorts(2);
  const addressOf = (port: number) => `postgresql://sattva@127.0.0.1:${port}/site`;
  const start = (folder: string, port: number) =>
    startServer(
      {
        native: dirname(bin!),
        base,
        cluster: join(base, folder),
        logFile: join(base, `${folder}.log`),
        runAs: runAs!,
      },
      tieToThisProcess('INT'),
      // Processes are killed here, not machines: the system keeps what was written.
      [
        `port=${port}`,
        'listen_addresses=127.0.0.1',
        `unix_socket_directories=${base}`,
        'fsync=off',
        'max_connections=100',
      ].flatMap((setting) => ['-c', setting]),
    );

  await run('initdb', [
    '--pgdata=primary',
    '--username=sattva',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  const primary = await start('primary', primaryPort!);
  await onServer(
    `postgresql://sattva@127.0.0.1:${primaryPort}/postgres`,
    'create database site template template0',
  );
  const link = await openDoor(addressOf(primaryPort!));
  const conninfo = `host=127.0.0.1 port=${new URL(link.url).port} user=sattva application_name=standby`;
  await run('pg_basebackup', [
    `--pgdata=${join(base, 'standby')}`,
    '-R',
    '-X',
    'stream',
    '--checkpoint=fast',
    '-d',
    conninfo,
  ]);
  const standby = await start('standby', standbyPort!);
  if (replication !== 'asynchronous') {
    await onServer(addressOf(primaryPort!), `alter system set synchronous_standby_names = 'standby'`);
    await onServer(addressOf(primaryPort!), `alter system set synchronous_commit = '${replication}'`);
    await onServer(addressOf(primaryPort!), 'select pg_reload_conf()');
  }
  const follows = async () => {
    const wanted = replication === 'asynchronous' ? 'async' : 'sync';
    return (
      (await countOf(
        addressOf(primaryPort!),
        `select 1 from pg_stat_replication where sync_state = '${wanted}'`,
      )) > 0
    );
  };
  if (!(await until(follows, WAIT_MS))) throw new Error('The standby does not follow.');
  const address = await openDoor(addressOf(primaryPort!));

  return {
    url: address.url,
    stallLink: () => link.stall(),
    async failOver() {
      killAll(primary);
      await link.refuse();
      await onServer(addressOf(standbyPort!), 'select pg_promote()');
      await address.lead(addressOf(standbyPort!));
    },
    async stop() {
      await address.refuse();
      await link.refuse();
      await stopServer(standby);
      await stopServer(primary);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** As when a machine loses its power: no process of the server says or writes anything more. */
function killAll(postmaster: ChildProcess): void {
  postmaster.kill('SIGSTOP'); // so that it starts no new processes meanwhile
  const own = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster.pid);
  for (const pid of own) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  postmaster.kill('SIGKILL');
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

async function countOf(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows.length;
  } finally {
    await client.end();
  }
}
