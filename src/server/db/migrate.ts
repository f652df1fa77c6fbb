import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { refuseUnsuitableDatabase } from './pool.ts';

const ROOT = dirname(createRequire(import.meta.url).resolve('#root/package.json'));
export const MIGRATIONS_FOLDER = join(ROOT, 'migrations');

interface MigrateOptions {
  readonly url: string;
  /** Folder of the SQL files; the project's own by default. */
  readonly folder?: string;
  /** Stops after this file, so that a backup is restored into the tables it was taken from. */
  readonly upTo?: string;
  /** How long to wait for another process that is migrating. */
  readonly patience_ms?: number;
  readonly log: { info(message: string): void; warn?(message: string): void };
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The advisory lock of migrations, the same in all processes. */
export const MIGRATION_LOCK = 7_130_251_804;
const CONNECT_TIMEOUT_MS = 10_000;
const PATIENCE_MS = 60_000;
/** Delay between two attempts to take the lock. */
const RETRY_MS = 100;

/**
 * Migrates the database to the newest version and returns the names of the files applied now. Forward only; each file
 * runs in its own transaction, so a killed process leaves no half-applied file. Several processes may call this at
 * once: each file is applied once. The lock lasts for one transaction, so that it is released with the connection and
 * works behind a pooler too.
 * @throws Error that names the file if one is broken, unknown here, or was changed after it was applied; or the process
 * that holds the lock for longer than `patience_ms`
 */
export async function migrate({
  url,
  folder,
  upTo,
  patience_ms = PATIENCE_MS,
  log,
}: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folder ?? MIGRATIONS_FOLDER);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'sattva-and-sage migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the running query fails too, and says why
  await client.connect();
  try {
    await refuseUnsuitableDatabase(client);
    const applied: string[] = [];
    for (;;) {
      await client.query('begin');
      await takeLock(client, patience_ms, log);
      // The time-outs of the app's role are not meant for migrations.
      await client.query('set local statement_timeout = 0');
      await client.query(
        `create table if not exists schema_migrations (
           name text primary key,
           checksum text not null,
           applied_at timestamptz not null default now()
         )`,
      );
      const [migration] = pendingOf(migrations, await readApplied(client)).filter(
        ({ name }) => upTo === undefined || name <= upTo,
      );
      if (migration) await apply(client, migration);
      await client.query('commit');
      if (!migration) return applied;
      applied.push(migration.name);
      log.info(`Migrated: ${migration.name}`);
    }
  } finally {
    await client.end().catch(() => undefined); // ends a transaction that failed
  }
}

/**
 * Takes the lock for this transaction.
 * @throws Error with the holder's process, if that takes longer than `patience_ms`
 */
async function takeLock(client: pg.Client, patience_ms: number, log: MigrateOptions['log']): Promise<void> {
  const limit = performance.now() + patience_ms;
  for (let isWaiting = false; ; isWaiting = true) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]!.taken) return;
    if (!isWaiting) (log.warn ?? log.info)('Another process is migrating the database. Waiting…');
    if (performance.now() > limit) throw new Error(await lockHolder(client, patience_ms));
    await wait(RETRY_MS);
  }
}

async function lockHolder(client: pg.Client, waited_ms: number): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; address: string | null }>(
    `select l.pid, a.application_name as program, host(a.client_addr) as address
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and (l.classid::bigint << 32) + l.objid::bigint = $1
        and l.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  const began = `Another process has been migrating the database for more than ${Math.round(waited_ms / 1000)} s`;
  const [holder] = rows;
  if (!holder) return `${began}. Start again.`;
  const from = holder.address === null ? 'on this machine' : `from ${holder.address}`;
  return (
    `${began}: process ${holder.pid} of PostgreSQL (${holder.program || 'no name'}, ${from}). Wait until it is done, ` +
    `or, if it hangs, end it: select pg_terminate_backend(${holder.pid}), and start again.`
  );
}

/** Whether every migration of this version has been applied, as readiness requires. */
export async function isMigrated(
  client: Pick<pg.Pool, 'query'>,
  folder = MIGRATIONS_FOLDER,
): Promise<boolean> {
  return pendingOf(readMigrations(folder), await readApplied(client)).length === 0;
}

async function readApplied(client: Pick<pg.Pool, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The SQL files of this folder in order, with the checksums that the database stores once they are applied. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
  return names.map((name, i) => {
    const number = /^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1];
    if (number === undefined || Number(number) !== i + 1) {
      const expected = String(i + 1).padStart(4, '0');
      throw new Error(`migrations/${name}: expected a file named ${expected}_what-it-does.sql here.`);
    }
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    if (/^\s*(begin|commit|rollback|start transaction)\s*;/im.test(sql)) {
      throw new Error(`migrations/${name}: leave BEGIN and COMMIT out, each file runs in one transaction.`);
    }
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

function pendingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!known.has(name)) {
      throw new Error(
        `The database was migrated by a newer version of the app: it has ${name}, which this version lacks. Start the newer version.`,
      );
    }
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `migrations/${name} was changed after it was applied. Restore it and write a new file instead.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  } catch (error) {
    const { message, position } = error as { message: string; position?: string };
    const line = position === undefined ? '' : `:${sql.slice(0, Number(position)).split('\n').length}`;
    throw new Error(`migrations/${name}${line}: ${message}`, { cause: error });
  }
}
