import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import pg from 'pg';
import { migrate, MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrate.ts';
import { type ArchiveReader, openArchive } from './archive.ts';
import type { Manifest } from './create-backup.ts';
import { advanceSequences, listTables, writeRows } from './table-copy.ts';

/** Tables whose rows give access: sessions, waiting sign-ins and sign-ups, codes, prompts, invitations, links, feeds. */
export const ACCESS_TABLES: ReadonlySet<string> = new Set([
  'calendar_feeds',
  'client_invites',
  'codes',
  'email_undos',
  'logins',
  'mailbox_links',
  'payment_links',
  'sign_up_attempts',
  'spent_refresh_tokens',
  'staff_calendar_feeds',
  'staff_invites',
  'staff_passkey_challenges',
  'staff_sessions',
  'staff_sign_ins',
]);

/** Ends all access that a backup remembers: some of it may have been ended since, because it was stolen. */
async function endAccess(client: pg.ClientBase): Promise<void> {
  const tables = (await listTables(client)).filter(({ name }) => ACCESS_TABLES.has(name));
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
}

interface Target {
  readonly url: string;
  readonly client: pg.Client;
  readonly archive: ArchiveReader;
  readonly manifest: Manifest;
}

/**
 * Brings a backup back into an empty database and data folder, then migrates it to this version.
 * All rows come in one transaction, and their numbers are compared with the backup's. Then all access ends.
 * @throws Error that says why, with nothing restored, if the target is not empty or the file not whole
 */
export async function restoreBackup(options: {
  url: string;
  dataDir: string;
  file: string;
}): Promise<Manifest> {
  const { url, dataDir, file } = options;
  const log = { info: () => undefined };
  const { archive, manifest } = readBackup(file);
  refuseOtherMigrations(manifest);
  refuseOtherFiles(dataDir, manifest, (name) => archive.read(`files/${name}`));

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('schema_migrations') as found`,
    );
    if (rows[0]?.found)
      throw new Error('The database is not empty. Restore into a new DATA_DIR or a new database.');
    await bringRows({ url, client, archive, manifest });
    await endAccess(client);
  } finally {
    await client.end();
  }
  for (const name of manifest.files) {
    const path = join(dataDir, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, archive.read(`files/${name}`), { mode: 0o600 });
  }
  await migrate({ url, log });
  return manifest;
}

async function bringRows({ url, client, archive, manifest }: Target): Promise<void> {
  const newest = manifest.migrations.at(-1)?.name;
  if (newest !== undefined) await migrate({ url, upTo: newest, log: { info: () => undefined } });
  await client.query('begin');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const tables = await listTables(client);
  for (const { name } of tables) {
    if (!(name in manifest.tables)) throw new Error(`The table ${name} is not in the file.`);
  }
  // A migration may have put rows in; the backup has them too.
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
  // What the triggers would write is in the backup already.
  for (const { name } of tables) await client.query(`alter table "${name}" disable trigger user`);
  for (const table of tables) {
    const count = await writeRows(client, table, archive.read(`tables/${table.name}.ndjson`));
    const expected = manifest.tables[table.name];
    if (count !== expected) throw new Error(`${table.name}: ${count} rows of ${expected} are in the file.`);
    await advanceSequences(client, table);
  }
  for (const { name } of tables) await client.query(`alter table "${name}" enable trigger user`);
  await client.query('commit');
}

/**
 * Reads the file before anything is changed.
 * @throws Error that says so if it is no backup, or not a whole one
 */
export function readBackup(file: string): { archive: ArchiveReader; manifest: Manifest } {
  if (!existsSync(file)) throw new Error(`There is no file ${resolve(file)}.`);
  try {
    const archive = openArchive(file);
    const manifest = JSON.parse(archive.read('manifest.json').toString()) as Manifest;
    if (!archive.names.includes('database.dump')) return { archive, manifest };
  } catch {
    throw new Error(`${resolve(file)} is no backup of this app, or was cut off.`);
  }
  throw new Error(
    `${resolve(file)} holds a dump of pg_dump, which only the version that made it restores. Take that version, restore, and update.`,
  );
}

/** The backup's have to be the first of ours, unchanged: the rest is applied to what it brings. */
function refuseOtherMigrations({ migrations }: Manifest): void {
  const known = readMigrations(MIGRATIONS_FOLDER)
    .slice(0, migrations.length)
    .map(({ name, checksum }) => ({ name, checksum }));
  if (JSON.stringify(known) !== JSON.stringify(migrations)) {
    throw new Error('The backup was made by a version of the app whose migrations this one does not have.');
  }
}

/** Nothing that lies in the folder already is overwritten, and nothing is written outside of it. */
function refuseOtherFiles(dataDir: string, manifest: Manifest, read: (name: string) => Buffer): void {
  for (const name of manifest.files) {
    const path = resolve(dataDir, name);
    if (!path.startsWith(resolve(dataDir) + sep))
      throw new Error(`The backup names a file outside of DATA_DIR: ${name}`);
    if (existsSync(path) && !readFileSync(path).equals(read(name))) {
      throw new Error(`${path} exists and is another one. Restore into a new DATA_DIR.`);
    }
  }
}
