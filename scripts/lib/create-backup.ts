import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import pg from 'pg';
import { type ArchiveWriter, createArchive } from './archive.ts';
import { dumpDatabase } from './database-dump.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { countRows, listTables, readRows } from './table-copy.ts';

/** What a backup says of itself. */
export interface Manifest {
  readonly made_at: string;
  /** Migrations of the database that it was taken from, with their checksums. */
  readonly migrations: readonly { name: string; checksum: string }[];
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  /** How the tables are in it: a dump of a server of this major version, or row by row if there is none. */
  readonly dump?: { readonly major: number; readonly sha256: string };
}

/** The dump's name in the file. */
export const DUMP_FILE = 'database.dump';

/** Not copied: the database's own files (its rows are dumped), earlier backups, and files of the running process. */
const LEFT_OUT = /^((postgres|backups)(\/|$)|.*\.(log|sock|pid|part)$|.*\/owner\.json)/;

/**
 * Writes the database, photos and secrets into one file, while the app may go on running: all tables as of
 * one moment. With `programs`, which have to be of the server's own version, the tables go in as a dump, else row by row.
 */
export async function backUp(options: {
  url: string;
  dataDir: string;
  file: string;
  now: Date;
  programs?: PostgresPrograms | undefined;
}): Promise<Manifest> {
  const { url, dataDir, file, now, programs } = options;
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the next query fails too, and tells
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
    const { tables, dump } = programs
      ? await addDump({ archive, client, url, programs })
      : { tables: await addRows(archive, client), dump: undefined };
    await client.query('commit');
    const files: string[] = [];
    for (const name of listFiles(dataDir)) {
      const content = readIfThere(join(dataDir, name));
      if (content === undefined) continue;
      await archive.add(`files/${name}`, [content], !name.endsWith('.jpg'));
      files.push(name);
    }
    const manifest: Manifest = {
      made_at: now.toISOString(),
      migrations,
      tables,
      files,
      ...(dump ? { dump } : {}),
    };
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

/** The tables by pg_dump, and how many rows of each it has to hold. */
async function addDump(options: {
  archive: ArchiveWriter;
  client: pg.Client;
  url: string;
  programs: PostgresPrograms;
}): Promise<Pick<Manifest, 'tables' | 'dump'>> {
  const { archive, client, url, programs } = options;
  // This transaction waits for pg_dump to look at the same moment.
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of dumpDatabase(url, programs, rows[0]!.snapshot)) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await archive.add(DUMP_FILE, hashed(), false);
  return {
    tables: await countRows(client),
    dump: { major: programs.major, sha256: hash.digest('hex') },
  };
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
