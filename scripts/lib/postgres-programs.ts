import { join } from 'node:path';
import type pg from 'pg';
import { placesOnPath, versionTold } from './system-program.ts';

/** pg_dump and pg_restore of one major version. */
export interface PostgresPrograms {
  readonly major: number;
  readonly pg_dump: string;
  readonly pg_restore: string;
}

/** The server's major version. */
export async function majorOfServer(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  return rows[0]!.major;
}

/** Where systems put the programs of this major version: PG_BIN, the packages' own folders, the path. */
export function usualPlaces(major: number, pgBin?: string): string[] {
  const folders = [
    ...(pgBin ? [pgBin] : []),
    `/usr/lib/postgresql/${major}/bin`, // Debian, Ubuntu
    `/usr/pgsql-${major}/bin`, // the PostgreSQL project's packages for Red Hat and its kin
    `/usr/libexec/postgresql${major}`, // Alpine
    ...['/opt/homebrew/opt', '/usr/local/opt', '/home/linuxbrew/.linuxbrew/opt'].flatMap((homebrew) => [
      `${homebrew}/postgresql@${major}/bin`,
      `${homebrew}/libpq/bin`,
    ]),
    `/Library/PostgreSQL/${major}/bin`,
    `/Applications/Postgres.app/Contents/Versions/${major}/bin`,
  ];
  return [...folders.map((folder) => join(folder, 'pg_dump')), ...placesOnPath(['pg_dump'])];
}

/**
 * The pair of exactly this major version, by what each says of itself: an older pg_dump refuses a newer server, and
 * what a newer one writes may not go back into the older.
 */
export function findPrograms(major: number, places: readonly string[]): PostgresPrograms | undefined {
  for (const pg_dump of places) {
    const pg_restore = join(pg_dump, '../pg_restore');
    if (majorOf(pg_dump) === major && majorOf(pg_restore) === major) return { major, pg_dump, pg_restore };
  }
  return undefined;
}

/** What to do where there is none. */
export function howToInstall(major: number): string {
  return (
    `pg_dump and pg_restore of PostgreSQL ${major} are not on this machine. Install them (Debian, Ubuntu: ` +
    `apt-get install postgresql-client-${major}; Homebrew: brew install postgresql@${major}), or set PG_BIN to their folder.`
  );
}

function majorOf(program: string): number | undefined {
  const said = versionTold(program);
  const major = said === undefined ? undefined : /\(PostgreSQL\) (\d+)/.exec(said)?.[1];
  return major === undefined ? undefined : Number(major);
}
