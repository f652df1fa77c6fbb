import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';
import { asNamespace, asSelf, mayUse, tieToThisProcess } from '#server/db/embedded/run-as.ts';
import { freePorts } from '#scripts/lib/running-app.ts';

const START_LIMIT_MS = 10_000;
const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (path) => spawnSync(path, ['--version']).status === 0,
);
/** It refuses to run as root, and has to enter the folder of the test's PostgreSQL, which is root's then. */
const runAs = process.getuid?.() === 0 ? asNamespace() : asSelf();

/** False where PgBouncer is not installed, or cannot be run by this user. */
export const hasPgBouncer = program !== undefined && mayUse(runAs, [program], undefined);

/**
 * Puts PgBouncer, pooling transactions over few connections, in front of this database; gone when the test file is
 * done. Returns the address behind which it is.
 */
export async function startPgBouncer(
  url: string,
  options: { connections: number; ignored?: readonly string[] },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const [port] = await freePorts(1);
  const { host, port: serverPort, user, database } = new pg.Client({ connectionString: url });
  const settings = join(folder, 'pgbouncer.ini');
  const logFile = join(folder, 'log');
  writeFileSync(
    settings,
    `[databases]
    ${database} = host=${host} port=${serverPort} user=${user} dbname=${database}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    default_pool_size = ${options.connections}
    max_client_conn = 1000
    ${options.ignored ? `ignore_startup_parameters = ${options.ignored.join(', ')}` : ''}
    logfile = ${logFile}`.replaceAll(/^ +/gm, ''),
  );
  const [command, ...args] = [...tieToThisProcess('INT'), ...runAs.prefix, program!, '--quiet', settings];
  const child = spawn(command!, args, { stdio: 'ignore', cwd: folder });
  const ended = once(child, 'exit');
  afterAll(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const pooled = `postgresql://${user}@127.0.0.1:${port}/${database}`;
  for (const limit = performance.now() + START_LIMIT_MS; ; await wait(20)) {
    const client = new pg.Client({ connectionString: pooled });
    try {
      await client.connect();
      return pooled;
    } catch (error) {
      if (performance.now() > limit)
        throw new Error(`PgBouncer does not answer: ${readFileSync(logFile, 'utf8')}`, { cause: error });
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
