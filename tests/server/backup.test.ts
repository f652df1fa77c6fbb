import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createArchive } from '#scripts/lib/archive.ts';
import { backUp } from '#scripts/lib/create-backup.ts';
import { restoreBackup } from '#scripts/lib/restore-archive.ts';
import { startCommand } from '../faults/support/commands.ts';
import { TEST_NOW } from '../support/clock.ts';
import { testDatabase } from '../support/database.ts';
import { fillPracticeToBackUp } from '../support/practice-to-back-up.ts';
import { tableSums } from '../support/table-sums.ts';

const source = await testDatabase();
const target = await testDatabase({ migrated: false });
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'backup.zip');
// Row by row: no program of PostgreSQL is asked for.
const [from, to] = [join(folder, 'from'), join(folder, 'to')];

describe('a backup', () => {
  it('restores every row and every file, readable by the owner only', async () => {
    await fillPracticeToBackUp(source);
    mkdirSync(join(from, 'photos'), { recursive: true });
    mkdirSync(join(from, 'postgres/cluster'), { recursive: true });
    writeFileSync(join(from, 'photos/a.jpg'), Buffer.from([255, 216, 0, 10]));
    writeFileSync(join(from, 'secrets.json'), '{"key":"x"}');
    writeFileSync(join(from, 'postgres/cluster/PG_VERSION'), '18');

    const made = await backUp({ url: source.url, dataDir: from, file, now: new Date(TEST_NOW) });
    expect(made.files).toEqual(['photos/a.jpg', 'secrets.json']);
    expect(made.tables.bookings).toBeGreaterThan(5);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    await restoreBackup({ url: target.url, dataDir: to, file });
    expect(await tableSums(target.pool)).toEqual(await tableSums(source.pool));
    expect(readFileSync(join(to, 'photos/a.jpg'))).toEqual(Buffer.from([255, 216, 0, 10]));
    expect(readFileSync(join(to, 'secrets.json'), 'utf8')).toBe('{"key":"x"}');
  });

  it('continues its sequences and keeps its constraints', async () => {
    const add = `insert into audit (at, actor, action, user_id) values (now(), 'x', 'read', gen_random_uuid()) returning id`;
    const { rows } = await target.pool.query<{ id: number }>(add);
    expect(rows[0]?.id).toBeGreaterThan(2500);
    await expect(target.pool.query('delete from audit')).rejects.toThrow();
  });

  it('is not restored over existing data', async () => {
    await expect(restoreBackup({ url: target.url, dataDir: to, file })).rejects.toThrow(
      'The database is not empty',
    );
    writeFileSync(join(to, 'secrets.json'), 'another');
    await expect(restoreBackup({ url: target.url, dataDir: to, file })).rejects.toThrow(
      'exists and is another one',
    );
  });

  it('never writes into a file that another user has placed there', async () => {
    const draft = join(folder, 'laid.zip.part');
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'kept', { mode: 0o666 });
    const ways = {
      file: () => writeFileSync(draft, 'foreign', { mode: 0o666 }),
      link: () => symlinkSync(elsewhere, draft),
    };
    for (const [way, lay] of Object.entries(ways)) {
      lay();
      const foreign = statSync(draft).ino;
      // As an attacker has it: open before the backup begins.
      const watching = openSync(draft, 'r');
      const archive = createArchive(join(folder, 'laid.zip'));
      await archive.add('secrets.json', [Buffer.from('a secret')], false);
      archive.finish();
      const made = lstatSync(join(folder, 'laid.zip'));
      expect([way, made.isFile(), made.mode & 0o777]).toEqual([way, true, 0o600]);
      expect(made.ino).not.toBe(foreign);
      expect(readFileSync(watching, 'utf8')).not.toContain('a secret');
      closeSync(watching);
      rmSync(join(folder, 'laid.zip'));
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('kept');
  });

  it('is not made if it could not be read again', async () => {
    const large = join(folder, 'large.zip');
    const archive = createArchive(large, 1000);
    const chunks = Array.from({ length: 1000 }, () => randomBytes(100));
    await expect(archive.add('database.dump', chunks, false)).rejects.toThrow('More than 2 GiB');
    expect(statSync(`${large}.part`).size).toBeLessThanOrEqual(1000);
    archive.discard();
    expect(existsSync(`${large}.part`)).toBe(false);
  });

  it('a dump of an earlier version is refused, and named', async () => {
    const dump = join(folder, 'dump.zip');
    const archive = createArchive(dump);
    await archive.add('database.dump', [Buffer.from('PGDMP')], false);
    await archive.add('manifest.json', [Buffer.from('{}')]);
    archive.finish();
    await expect(
      restoreBackup({ url: target.url, dataDir: join(folder, 'new'), file: dump }),
    ).rejects.toThrow('only the version that made it restores');
  });

  it('is refused if it was cut off', async () => {
    const cut = join(folder, 'cut.zip');
    writeFileSync(cut, readFileSync(file).subarray(0, 20_000));
    await expect(restoreBackup({ url: target.url, dataDir: join(folder, 'new'), file: cut })).rejects.toThrow(
      'is no backup of this app, or was cut off',
    );
  });
});

describe('the commands report the problem and leave nothing behind', () => {
  const nowhere = join(folder, 'nowhere');
  const taken = join(folder, 'taken.zip');
  writeFileSync(taken, 'kept');
  it.each([
    ['backup', ['--help'], 'One file at most: npm run backup -- FILE.zip'],
    ['backup', [taken], 'taken.zip exists. Nothing is written over an earlier backup.'],
    ['backup', [], `There is no database in ${nowhere}.`],
    ['restore', [], 'Which backup? npm run restore --'],
    ['restore', [join(folder, 'none.zip')], 'There is no file'],
    ['restore', [taken], 'is no backup of this app, or was cut off'],
    ['practice', ['owner', 'list'], `There is no database in ${nowhere}.`],
    ['reconcile', ['2026-11-20', '2026-11-24'], `There is no database in ${nowhere}.`],
    ['reconcile', ['2026-11-24'], 'Say from when to when.'],
    ['reconcile', ['2026-11-24', '2026-11-20'], '2026-11-20 is not after 2026-11-24.'],
    ['reconcile', ['2026-11-20', '2026-11-24', 'other'], 'Cannot read other.'],
    ['stripe-sync', [], `There is no database in ${nowhere}.`],
  ])('%s %j', async (name, args, words) => {
    const { code, said } = await startCommand(name, args, { DATA_DIR: nowhere }).ended;
    expect(said).toContain(words);
    expect(said).not.toContain('    at ');
    expect(code).toBe(1);
    expect(existsSync(nowhere)).toBe(false);
    expect(readFileSync(taken, 'utf8')).toBe('kept');
  });

  it('backup: an empty database is refused', async () => {
    const empty = await testDatabase({ migrated: false });
    const file = join(folder, 'empty.zip');
    const backup = backUp({ url: empty.url, dataDir: from, file, now: new Date(TEST_NOW) });
    await expect(backup).rejects.toThrow('The database is empty');
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  it('practice: no note is sealed with a key that the app does not have', async () => {
    const settings = { DATABASE_URL: source.url, DATA_DIR: nowhere };
    const keys = { APP_SECRET: 'x'.repeat(32), MASTER_KEY: 'ab'.repeat(32) };
    const without = await startCommand('practice', ['owner', 'list'], settings).ended;
    expect(without).toMatchObject({ code: 1, said: expect.stringContaining('There are no secrets in') });
    const foreign = await startCommand('practice', ['owner', 'list'], { ...settings, ...keys }).ended;
    expect(foreign).toMatchObject({ code: 1, said: expect.stringContaining('MASTER_KEY does not open') });
    expect(existsSync(nowhere)).toBe(false);
  });
});
