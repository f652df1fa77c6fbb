import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '#scripts/lib/archive.ts';
import { backUp } from '#scripts/lib/create-backup.ts';
import { chooseMethod } from '#scripts/lib/backup-method.ts';
import { dumpDatabase } from '#scripts/lib/database-dump.ts';
import { postgresEnvironment } from '#scripts/lib/postgres-environment.ts';
import { type PostgresPrograms, findPrograms, majorOfServer } from '#scripts/lib/postgres-programs.ts';
import { restoreBackup } from '#scripts/lib/restore-archive.ts';
import { migrate } from '#server/db/migrate.ts';
import { startCommand } from '../faults/support/commands.ts';
import { TEST_NOW } from '../support/clock.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { PASSWORD, installedPostgres } from '../support/installed-postgres.ts';
import { fillPracticeToBackUp } from '../support/practice-to-back-up.ts';
import { tableSums } from '../support/table-sums.ts';

const folder = mkdtempSync(join(tmpdir(), 'dump-'));
afterAll(() => rmSync(folder, { recursive: true }));
const now = new Date(TEST_NOW);
const data = join(folder, 'data');
mkdirSync(data);
writeFileSync(join(data, 'secrets.json'), '{"key":"x"}');

let count = 0;
const fresh = (name: string): string => join(folder, `${(count += 1)}-${name}`);

/** A folder with a pg_dump and a pg_restore that are shell scripts. */
function scripts(pg_dump: string, pg_restore: string): Omit<PostgresPrograms, 'major'> {
  const bin = fresh('bin');
  mkdirSync(bin);
  const write = (name: string, body: string): string => {
    const path = join(bin, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  return { pg_dump: write('pg_dump', pg_dump), pg_restore: write('pg_restore', pg_restore) };
}

const told = (version: string): string => `echo "pg_any (PostgreSQL) ${version} (Debian ${version}-1)"`;
const nobody = (): undefined => undefined;

describe('the chosen pg_dump', () => {
  const [fourteen, sixteen] = [scripts(told('14.9'), told('14.9')), scripts(told('16.1'), told('16.1'))];
  const torn = scripts(told('15.3'), told('16.3'));
  const broken = scripts(`${told('15.3')}; exit 1`, told('15.3'));
  const fifteen = scripts(told('15beta1'), told('15beta1'));
  const wrong = [join(folder, 'none'), fourteen.pg_dump, sixteen.pg_dump, torn.pg_dump, broken.pg_dump];

  it("is the one of exactly the server's version, with its pg_restore", () => {
    expect(findPrograms(15, [...wrong, fifteen.pg_dump])).toEqual({ major: 15, ...fifteen });
    expect(findPrograms(16, [...wrong, fifteen.pg_dump])).toEqual({ major: 16, ...sixteen });
  });

  it('is none of another version, and none that does not run', () => {
    expect(findPrograms(15, wrong)).toBeUndefined();
  });
});

describe('the connection of the programs', () => {
  const reach = (url: string) => {
    const { env, remove } = postgresEnvironment(url);
    const root = existsSync(env.PGSSLROOTCERT!) ? readFileSync(env.PGSSLROOTCERT!, 'utf8') : undefined;
    remove();
    expect(existsSync(dirname(env.PGSSLROOTCERT!))).toBe(false);
    return { env, root };
  };

  it('has the host, port, name, options and password of the app', () => {
    const all = 'postgres://me:a%40%2F%20b@db.example:5433/my%20site?options=-c%20search_path%3Dpublic';
    expect(reach(all).env).toMatchObject({
      PGHOST: 'db.example',
      PGPORT: '5433',
      PGUSER: 'me',
      PGPASSWORD: 'a@/ b',
      PGDATABASE: 'my site',
      PGOPTIONS: '-c search_path=public',
    });
    const bySocket = reach('postgres://me@/site?host=%2Frun%2Fpg').env;
    expect(bySocket).toMatchObject({ PGHOST: '/run/pg', PGDATABASE: 'site' });
  });

  it('uses the password file without a password, like libpq and the app', () => {
    const { env } = reach('postgres://me@db.example/site');
    expect(env).not.toHaveProperty('PGPASSWORD');
    expect(env).toHaveProperty('PGPASSFILE');
  });

  it.each([
    ['disable', 'disable'],
    ['no-verify', 'require'],
    // Here the app checks the certificate; libpq alone would not.
    ['require', 'verify-full'],
    ['verify-full', 'verify-full'],
  ])('sslmode=%s of the app becomes %s', (mode, theirs) => {
    const { env, root } = reach(`postgres://me@db.example/site?sslmode=${mode}`);
    expect(env.PGSSLMODE).toBe(theirs);
    // The authorities that Node believes.
    expect(root?.includes(rootCertificates[0]!) ?? false).toBe(theirs === 'verify-full');
  });
});

describe('the method of a backup', async () => {
  const { url, pool } = await testDatabase({ migrated: false });
  const client = await pool.connect();
  const major = await majorOfServer(client).finally(() => client.release());
  const programs = { major, pg_dump: '/a/pg_dump', pg_restore: '/a/pg_restore' };
  const asked: number[] = [];
  const programsOf = (wanted: number) => {
    asked.push(wanted);
    return programs;
  };
  const install = `apt-get install postgresql-client-${major};`;

  it("is the pg_dump of the server's version", async () => {
    expect(await chooseMethod({ url, isOurs: false, method: 'auto', programsOf })).toEqual({ programs });
    expect(asked).toEqual([major]);
  });

  it('is row by row without one, with advice on what to install', async () => {
    const { advice, ...rest } = await chooseMethod({
      url,
      isOurs: false,
      method: 'auto',
      programsOf: nobody,
    });
    expect(advice).toContain(install);
    expect(rest).toEqual({});
  });

  it('is refused without one if pg_dump is required', async () => {
    for (const isOurs of [true, false]) {
      const chosen = chooseMethod({ url, isOurs, method: 'pg_dump', programsOf: nobody });
      await expect(chosen).rejects.toThrow(install);
    }
  });

  it('is row by row on request, and from the embedded server', async () => {
    expect(await chooseMethod({ url, isOurs: false, method: 'rows', programsOf })).toEqual({});
    expect(await chooseMethod({ url, isOurs: true, method: 'auto', programsOf })).toEqual({});
  });

  it('has a known name', async () => {
    const file = fresh('tape.zip');
    const { code, said } = await startCommand('backup', [file], { DATABASE_URL: url, BACKUP_METHOD: 'tape' })
      .ended;
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^No backup was made: BACKUP_METHOD: /) as string,
    });
    expect(existsSync(file)).toBe(false);
  });
});

// What these programs do is the test's own, so it runs where no PostgreSQL is installed too.
describe('failures of a dump', async () => {
  const source = await testDatabase();
  const target = await testDatabase({ migrated: false });
  const { pool } = source;
  const client = await pool.connect();
  const major = await majorOfServer(client).finally(() => client.release());
  const swallow = 'cat >/dev/null';
  const dumpWith = async (pair: Omit<PostgresPrograms, 'major'>, of = major): Promise<string> => {
    const file = fresh('backup.zip');
    await backUp({ url: source.url, dataDir: data, file, now, programs: { ...pair, major: of } });
    return file;
  };
  const nothingLeft = () =>
    existsSync(join(folder, `${count}-backup.zip`)) || existsSync(join(folder, `${count}-backup.zip.part`));
  const restore = (file: string, programsOf: (major: number) => PostgresPrograms | undefined) =>
    restoreBackup({ url: target.url, dataDir: fresh('to'), file, programsOf });
  const isEmpty = async () =>
    (
      await target.pool.query(
        `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
    ).rowCount === 0;

  it('pg_dump fails half-way: no backup, with its message', async () => {
    const pair = scripts('printf PGDMP; echo "the disk is on fire" >&2; exit 3', swallow);
    await expect(dumpWith(pair)).rejects.toThrow('pg_dump failed (code 3): the disk is on fire');
    expect(nothingLeft()).toBe(false);
  });

  it('pg_dump is killed: no backup', async () => {
    await expect(dumpWith(scripts('printf PGDMP; kill -9 $$', swallow))).rejects.toThrow(
      'pg_dump failed (SIGKILL)',
    );
    expect(nothingLeft()).toBe(false);
  });

  it('pg_dump succeeds, but its output cannot be read: no backup', async () => {
    const pair = scripts(
      'head -c 3000000 /dev/zero',
      'head -c 10 >/dev/null; echo "unexpected end of file" >&2; exit 1',
    );
    await expect(dumpWith(pair)).rejects.toThrow('pg_restore failed (code 1): unexpected end of file');
    expect(nothingLeft()).toBe(false);
  });

  it('pg_dump cannot be started: no backup', async () => {
    const pair = { ...scripts('', swallow), pg_dump: join(folder, 'none') };
    await expect(dumpWith(pair)).rejects.toThrow('pg_dump did not start');
    expect(nothingLeft()).toBe(false);
  });

  it('the database is older than the dump: refused with a message', async () => {
    const file = await dumpWith(scripts('printf PGDMP', swallow), 99);
    await expect(restore(file, nobody)).rejects.toThrow(
      `The backup is a dump of PostgreSQL 99 and goes into 99 or newer, but the database is PostgreSQL ${major}.`,
    );
    expect(await isEmpty()).toBe(true);
  });

  it('no pg_restore between the two versions: refused with advice on what to install', async () => {
    const asked: number[] = [];
    const file = await dumpWith(scripts('printf PGDMP', swallow), major - 2);
    const told = restore(file, (wanted) => void asked.push(wanted));
    await expect(told).rejects.toThrow(
      `apt-get install postgresql-client-${major - 2}; Homebrew: brew install postgresql@${major - 2}), ` +
        `or set PG_BIN to their folder. Those of a newer version will do as well, up to ${major}.`,
    );
    expect(asked).toEqual([major, major - 1, major - 2]);
    expect(await isEmpty()).toBe(true);
  });

  it('the dump was changed: refused', async () => {
    const file = await dumpWith(scripts('printf "PGDMP as it was made"', swallow));
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('as it was made')] = 0;
    writeFileSync(file, bytes);
    const pair = { ...scripts('', swallow), major };
    await expect(restore(file, () => pair)).rejects.toThrow('the file is damaged');
    expect(await isEmpty()).toBe(true);
  });

  it('pg_restore fails: its message, and no file is restored', async () => {
    const file = await dumpWith(scripts('printf PGDMP', swallow));
    const pair = { ...scripts('', `${swallow}; echo "no room" >&2; exit 1`), major };
    await expect(restore(file, () => pair)).rejects.toThrow('pg_restore failed (code 1): no room');
    expect(existsSync(join(folder, `${count}-to`))).toBe(false);
    expect(await isEmpty()).toBe(true);
  });

  it('pg_restore succeeds, but rows are missing: reported', async () => {
    const file = await dumpWith(scripts('printf PGDMP', swallow));
    const pair = { ...scripts('', swallow), major };
    await expect(restore(file, () => pair)).rejects.toThrow('Do not use this database');
  });
});

const installed = await installedPostgres();

describe.skipIf(!installed)('a backup by the installed pg_dump', async () => {
  const server = installed!;
  const newer = await testDatabase({ migrated: false });
  let source: TestDatabase;
  const file = fresh('backup.zip');
  beforeAll(async () => {
    source = await server.database(`the practice's`);
    await migrate({ url: source.url, log: { info: () => undefined } });
    await fillPracticeToBackUp(source);
  });

  it('has the tables as a dump, and restores every row and file', async () => {
    const { programs } = await chooseMethod({
      url: source.url,
      isOurs: false,
      method: 'pg_dump',
      programsOf: (major) => (major === server.programs.major ? server.programs : undefined),
    });
    const made = await backUp({ url: source.url, dataDir: data, file, now, programs });
    expect(made.dump?.major).toBe(server.programs.major);
    expect(made.tables.bookings).toBeGreaterThan(5);
    expect(openArchive(file).names).toEqual(['database.dump', 'files/secrets.json', 'manifest.json']);

    const target = await server.database('back again');
    const to = fresh('to');
    await restoreBackup({ url: target.url, dataDir: to, file, programsOf: () => server.programs });
    expect(await tableSums(target.pool)).toEqual(await tableSums(source.pool));
    expect(readFileSync(join(to, 'secrets.json'), 'utf8')).toBe('{"key":"x"}');

    // It goes on counting where it was, and guards its rows as before.
    const add = `insert into audit (at, actor, action, user_id) values (now(), 'x', 'read', gen_random_uuid()) returning id`;
    expect((await target.pool.query<{ id: number }>(add)).rows[0]?.id).toBeGreaterThan(2500);
    await expect(target.pool.query('delete from audit')).rejects.toThrow();
  });

  it('is not restored over existing data', async () => {
    const again = restoreBackup({
      url: source.url,
      dataDir: fresh('to'),
      file,
      programsOf: () => server.programs,
    });
    await expect(again).rejects.toThrow('The database is not empty');
  });

  it('is restored into the newer embedded PostgreSQL by the installed pg_restore', async (test) => {
    const client = await newer.pool.connect();
    const major = await majorOfServer(client).finally(() => client.release());
    test.skip(major < server.programs.major, 'the suite runs on an older one');
    await restoreBackup({
      url: newer.url,
      dataDir: fresh('to'),
      file,
      programsOf: (wanted) => (wanted === server.programs.major ? server.programs : undefined),
    });
    expect(await tableSums(newer.pool)).toEqual(await tableSums(source.pool));
  });

  it.each([5, 60, 97])(
    'fails if it is cut short after %i bytes of a hundred without an error',
    async (percent) => {
      const whole = openArchive(file).read('database.dump').length;
      const { pg_dump, pg_restore, major } = server.programs;
      const cut = scripts(`${pg_dump} "$@" | head -c ${Math.floor((whole * percent) / 100)}`, '');
      const short = fresh('short.zip');
      const programs = { major, pg_dump: cut.pg_dump, pg_restore };
      const made = backUp({ url: source.url, dataDir: data, file: short, now, programs });
      await expect(made).rejects.toThrow('pg_restore failed');
      expect(existsSync(short) || existsSync(`${short}.part`)).toBe(false);
    },
  );

  it('contains the state when it began, and nothing later', async () => {
    const { pg_dump, pg_restore, major } = server.programs;
    // Another one writes before pg_dump has begun.
    const insert = `insert into audit (at, actor, action, user_id) values (now(), 'late', 'read', gen_random_uuid())`;
    const psql = `${join(dirname(pg_dump), 'psql')} --no-psqlrc --quiet --command="${insert}"`;
    const late = scripts(`${psql} && exec ${pg_dump} "$@"`, '');
    const before = await tableSums(source.pool);
    const lateFile = fresh('late.zip');
    const programs = { major, pg_dump: late.pg_dump, pg_restore };
    await backUp({ url: source.url, dataDir: data, file: lateFile, now, programs });
    expect(await tableSums(source.pool)).not.toEqual(before);
    const target = await server.database('as of then');
    await restoreBackup({
      url: target.url,
      dataDir: fresh('to'),
      file: lateFile,
      programsOf: () => server.programs,
    });
    expect(await tableSums(target.pool)).toEqual(before);
  });

  it('puts no password on a command line and trusts no server that the app would not trust', async () => {
    const seen = fresh('seen');
    const { pg_dump, pg_restore, major } = server.programs;
    const pair = scripts(
      `echo "$@" >>${seen}; exec ${pg_dump} "$@"`,
      `echo "$@" >>${seen}; exec ${pg_restore} "$@"`,
    );
    const [whole, target] = [fresh('seen.zip'), await server.database('seen')];
    const programs = { major, ...pair };
    await backUp({ url: source.url, dataDir: data, file: whole, now, programs });
    await restoreBackup({ url: target.url, dataDir: fresh('to'), file: whole, programsOf: () => programs });
    expect(readFileSync(seen, 'utf8').split('\n')).toHaveLength(4);
    expect(readFileSync(seen, 'utf8')).not.toContain(PASSWORD.slice(0, 4));
    const distrusted = source.url.replace(
      /sslrootcert=.*/,
      `sslrootcert=${encodeURIComponent(server.otherCertificate)}`,
    );
    await expect(dumpDatabase(distrusted, server.programs, 'x').next()).rejects.toThrow(
      'certificate verify failed',
    );
  });

  it('is made and restored by the commands with DATABASE_URL', async () => {
    const target = await server.database('by command');
    const [zip, to] = [fresh('command.zip'), fresh('to')];
    const settings = { DATABASE_URL: source.url, DATA_DIR: data };
    const made = await startCommand('backup', [zip], settings).ended;
    expect(made).toMatchObject({
      code: 0,
      said: expect.stringContaining(`by ${server.programs.pg_dump} (PostgreSQL`) as string,
    });
    const back = await startCommand('restore', [zip], { DATABASE_URL: target.url, DATA_DIR: to }).ended;
    expect(back).toMatchObject({ code: 0 });
    expect(await tableSums(target.pool)).toEqual(await tableSums(source.pool));
    const rows = fresh('rows.zip');
    expect(await startCommand('backup', [rows], { ...settings, BACKUP_METHOD: 'rows' }).ended).toMatchObject({
      code: 0,
    });
    expect(openArchive(rows).names).toContain('tables/bookings.ndjson');
  });
});
