import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { refuseUnsuitableDatabase } from './pool.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

interface MigrateOptions {
  readonly url: string;
  /** Folder of the SQL files; the project's own when left out. */
  readonly folder?: string;
  /** Stops after the file of this name: a backup is restored into the tables that it was taken from. */
  readonly upTo?: string;
  readonly log: { info(message: string): void };
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** Any number, the same in all processes: whoever holds this lock migrates, the others wait. */
const LOCK_KEY = 7_130_251_804;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Brings the database to the newest version and returns the names of the files applied now.
 * Forward only; each file in its own transaction, so a process killed half-way leaves it as it was.
 * Several processes may call this at once: each file is applied once.
 * @throws Error that names the file, if one is broken, was changed after it was applied, or is unknown here
 */
export async function migrate({ url, folder, upTo, log }: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folder ?? MIGRATIONS_FOLDER);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'sattva-and-sage migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the running query fails too, and tells
  await client.connect();
  try {
    await refuseUnsuitableDatabase(client);
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const pending = pendingOf(migrations, await readApplied(client)).filter(
      ({ name }) => upTo === undefined || name <= upTo,
    );
    for (const migration of pending) {
      await apply(client, migration);
      log.info(`Migrated: ${migration.name}`);
    }
    return pending.map(({ name }) => name);
  } finally {
    await client.end().catch(() => undefined); // gives the lock back
  }
}

/** True if every migration of this version has been applied: part of being ready. */
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

/** The files of this folder in order, with what a database remembers of each once it is applied. */
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
        `The database was migrated by a newer version of the app: it has ${name}, which is not here.`,
      );
    }
  }
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new Error(
        `migrations/${name} was changed after it had been applied. Put it back and write a new file instead.`,
      );
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const { message, position } = error as { message: string; position?: string };
    const line = position === undefined ? '' : `:${sql.slice(0, Number(position)).split('\n').length}`;
    throw new Error(`migrations/${name}${line}: ${message}`, { cause: error });
  }
}
