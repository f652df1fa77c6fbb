import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type PostgresPrograms, findPrograms, usualPlaces } from '#scripts/lib/postgres-programs.ts';
import { freePorts } from '#scripts/lib/running-app.ts';
import { tieToThisProcess } from '#server/db/embedded/run-as.ts';
import { type Database, createDb } from '#server/db/pool.ts';
import { cleanEnvironment, startServer, stopServer } from '#server/db/embedded/postmaster.ts';
import { asOrdinaryUser, asSelf } from '#server/db/embedded/run-as.ts';
import type { TestDatabase } from './database.ts';
import { databaseUrl } from './database-url.ts';
import { onServer } from './extra-database.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

interface InstalledPostgres {
  readonly programs: PostgresPrograms;
  /** A certificate that is not the server's. */
  readonly otherCertificate: string;
  /** An empty database on it. */
  database(name: string): Promise<TestDatabase>;
}

/** In the address of every database of this server, which is reached by TCP with TLS. */
export const PASSWORD = `p@ss 'word'\\&=%/?#`;

const MAJORS = [19, 18, 17, 16, 15];

/** The newest version that is installed here whole: server, pg_dump and pg_restore. Most machines have none. */
const installed = MAJORS.map((major) => findPrograms(major, usualPlaces(major))).find(
  (programs) =>
    programs &&
    ['initdb', 'postgres'].every((name) => existsSync(join(dirname(programs.pg_dump), name))) &&
    (process.getuid?.() !== 0 || asOrdinaryUser() !== undefined),
);

/**
 * Starts the PostgreSQL that this machine has installed, if any, on files of its own; gone when the test file is done.
 * At the top of a file, as `testDatabase`.
 */
export async function installedPostgres(): Promise<InstalledPostgres | undefined> {
  if (!installed) return undefined;
  const base = mkdtempSync(join(tmpdir(), 'pg-'));
  const runAs = process.getuid?.() === 0 ? asOrdinaryUser()! : asSelf();
  const own = (path: string): void => {
    if (runAs.owner) chownSync(path, runAs.owner.uid, runAs.owner.gid);
  };
  own(base);
  const write = (name: string, text: string): string => {
    const path = join(base, name);
    writeFileSync(path, text, { mode: 0o600 });
    own(path);
    return path;
  };
  const bin = dirname(installed.pg_dump);
  const cluster = join(base, 'cluster');
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${cluster}`,
      `--pwfile=${write('password', PASSWORD)}`,
      '--username=keeper',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ],
    { cwd: base, env: cleanEnvironment(), encoding: 'utf8', ...runAs.spawnAs },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stdout}${made.stderr}`);

  const certificate = selfSignedCertificate(new Date());
  const [port] = await freePorts(1);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: base,
    ssl: 'on',
    ssl_cert_file: write('server.crt', certificate.cert),
    ssl_key_file: write('server.key', certificate.key),
    fsync: 'off',
    synchronous_commit: 'off',
  };
  const child = await startServer(
    { native: dirname(bin), base, cluster, logFile: join(base, 'postgres.log'), runAs },
    tieToThisProcess('INT'),
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  );
  afterAll(async () => {
    for (const database of open) await database.close();
    await stopServer(child);
    rmSync(base, { recursive: true, force: true });
  });
  const open: Database[] = [];
  const query = `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(base, 'server.crt'))}`;
  const url = `postgresql://keeper:${encodeURIComponent(PASSWORD)}@localhost:${port}/postgres?${query}`;
  return {
    programs: installed,
    otherCertificate: write('other.crt', selfSignedCertificate(new Date()).cert),
    async database(name) {
      await onServer(url, `create database "${name}" template template0 encoding 'UTF8'`);
      const own = databaseUrl(url, encodeURIComponent(name));
      const database = createDb(own, { max: 10, queryTimeoutMs: 15_000, connectTimeoutMs: 15_000 });
      open.push(database);
      return { ...database, url: own };
    },
  };
}
