import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { isMigrated, migrate, MIGRATION_LOCK } from './migrate.ts';

const { url, pool } = await testDatabase({ migrated: false });
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));
const log = { info: () => undefined };

function write(name: string, sql: string): void {
  writeFileSync(join(folder, name), sql);
}

beforeEach(async () => {
  rmSync(folder, { recursive: true });
  await pool.query('drop schema public cascade; create schema public');
  const { mkdirSync } = await import('node:fs');
  mkdirSync(folder);
  write('0001_first.sql', 'create table a (n int);\ninsert into a values (1);');
});

describe('migrate', () => {
  it('applies each file once, in order, and knows when it is done', async () => {
    expect(await migrate({ url, folder, log })).toEqual(['0001_first.sql']);
    write('0002_second.sql', 'insert into a values (2);');
    expect(await isMigrated(pool, folder)).toBe(false);
    expect(await migrate({ url, folder, log })).toEqual(['0002_second.sql']);
    expect(await migrate({ url, folder, log })).toEqual([]);
    expect(await isMigrated(pool, folder)).toBe(true);
    expect((await pool.query('select n from a order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('applies once when several processes start together', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => migrate({ url, folder, log })));
    expect(results.flat()).toEqual(['0001_first.sql']);
    expect((await pool.query('select count(*) as n from a')).rows).toEqual([{ n: 1 }]);
  });

  it('says that it waits for another process, and gives up with its number', async () => {
    const holder = await pool.connect();
    try {
      const { rows } = await holder.query<{ pid: number }>(
        'select pg_backend_pid() as pid, pg_advisory_lock($1)',
        [MIGRATION_LOCK],
      );
      const warnings: string[] = [];
      const began = performance.now();
      const start = migrate({
        url,
        folder,
        log: { ...log, warn: (line) => warnings.push(line) },
        patience_ms: 300,
      });
      await expect(start).rejects.toThrow(`process ${rows[0]!.pid} of PostgreSQL (sattva-and-sage`);
      expect(warnings).toEqual(['Another process is migrating the database. Waiting…']);
      expect(performance.now() - began).toBeLessThan(5000);

      const patient = migrate({ url, folder, log });
      await holder.query('select pg_advisory_unlock_all()');
      expect(await patient).toEqual(['0001_first.sql']);
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
    }
  });

  it('holds no lock once it is done', async () => {
    await migrate({ url, folder, log });
    const { rows } = await pool.query('select pg_try_advisory_xact_lock($1) as free', [MIGRATION_LOCK]);
    expect(rows).toEqual([{ free: true }]);
  });

  it('leaves nothing of a file that fails, and names file and line', async () => {
    write('0002_broken.sql', 'create table b (n int);\nselect nonsense;');
    await expect(migrate({ url, folder, log })).rejects.toThrow(
      'migrations/0002_broken.sql:2: column "nonsense" does not exist',
    );
    expect((await pool.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
    write('0002_broken.sql', 'create table b (n int);');
    expect(await migrate({ url, folder, log })).toEqual(['0002_broken.sql']);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await migrate({ url, folder, log });
    write('0001_first.sql', 'create table a (n bigint);');
    await expect(migrate({ url, folder, log })).rejects.toThrow(
      '0001_first.sql was changed after it was applied',
    );
  });

  it('refuses a database that is newer than the app', async () => {
    write('0002_second.sql', 'select 1;');
    await migrate({ url, folder, log });
    rmSync(join(folder, '0002_second.sql'));
    await expect(migrate({ url, folder, log })).rejects.toThrow('by a newer version of the app');
  });

  it.each([
    ['0003_gap.sql', 'select 1;', 'expected a file named 0002_'],
    ['0001_twice.sql', 'select 1;', 'expected a file named 0002_'],
    ['notes.txt', '', 'expected a file named 0002_'],
    ['0002_own.sql', 'begin;\nselect 1;\ncommit;', 'leave BEGIN and COMMIT out'],
  ])('refuses %s', async (name, sql, message) => {
    write(name, sql);
    await expect(migrate({ url, folder, log })).rejects.toThrow(message);
  });
});
