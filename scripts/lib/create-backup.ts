import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { listTables, readRows } from './table-copy.ts';

/** What a backup says of itself. */
export interface Manifest {
  readonly made_at: string;
  /** Migrations of the database that it was taken from, with their checksums. */
  readonly migrations: readonly { name: string; checksum: string }[];
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: readonly string[];
}

/** Not copied: the database's own files (its rows are copied), earlier backups, and files of the running process. */
const LEFT_OUT = /^((postgres|backups)(\/|$)|.*\.(log|sock|pid|part)$|.*\/owner\.json)/;

/** Writes the database, photos and secrets into one file, while the app may go on running: all tables as of one moment. */
export async function backUp(options: {
  url: string;
  dataDir: string;
  file: string;
  now: Date;
}): Promise<Manifest> {
  const { url, dataDir, file, now } = options;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the next query fails too, and says why
  await client.connect();
  let archive: ArchiveWriter | undefined;
  try {
    await refuseEmptyDatabase(client);
    archive = createArchive(file);
    await client.query('begin isolation level repeatable read read only');
    // The time-outs of the app's role are not for a backup.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const tables = await addRows(archive, client);
    await client.query('commit');
    const files: string[] = [];
    for (const name of listFiles(dataDir)) {
      const content = readIfThere(join(dataDir, name));
      if (content === undefined) continue;
      await archive.add(`files/${name}`, [content], !name.endsWith('.jpg'));
      files.push(name);
    }
    const manifest: Manifest = { made_at: now.toISOString(), migrations, tables, files };
    await archive.add('manifest.json', [Buffer.from(JSON.stringify(manifest, null, 2))]);
    archive.finish();
    return manifest;
  } catch (error) {
    archive?.discard();
    throw error;
  } finally {
    await client.end();
  }
}

async function addRows(archive: ArchiveWriter, client: pg.Client): Promise<Manifest['tables']> {
  const tables: Record<string, number> = {};
  for (const table of await listTables(client)) {
    tables[table.name] = 0;
    const rows = readRows(client, table, (count) => (tables[table.name]! += count));
    await archive.add(`tables/${table.name}.ndjson`, rows);
  }
  return tables;
}

async function refuseEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('schema_migrations') as found`,
  );
  if (!rows[0]?.found) throw new Error('The database is empty: the app has never run on it.');
}

/** Undefined if the file was deleted after it was listed, because the site keeps running. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function listFiles(dataDir: string): string[] {
  const names: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(dataDir, path).split(sep).join('/');
      if (LEFT_OUT.test(name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) names.push(name);
    }
  };
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory()) visit(dataDir);
  return names.sort();
}
