import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { brokenConstraint } from './constraints.ts';
import { createDb, type Db, refuseUnsuitableDatabase } from './pool.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const { db, url, pool } = await testDatabase({ migrated: false });

async function one<T>(query: Db, text: ReturnType<typeof sql<T>>): Promise<T | undefined> {
  return (await text.execute(query)).rows[0];
}

describe('values read from the database', () => {
  it('keeps calendar dates as text, instants as Date, counts as numbers', async () => {
    const row = await one(
      db,
      sql`select date '1990-03-25' as birthdate, array[date '2026-01-02'] as dates, count(*) as n,
                 array[7::bigint] as ids, timestamptz '2026-03-08 01:30-08' as at, time '09:30' as opens`,
    );
    expect(row).toEqual({
      birthdate: '1990-03-25',
      dates: ['2026-01-02'],
      n: 1,
      ids: [7],
      at: new Date('2026-03-08T09:30:00Z'),
      opens: '09:30:00',
    });
  });

  it('names the constraint that refused a row', async () => {
    await sql`create table only_once (n int constraint only_one_n unique)`.execute(db);
    const twice = await sql`insert into only_once values (1), (1)`
      .execute(db)
      .catch((error: unknown) => error);
    expect(brokenConstraint(twice)).toBe('only_one_n');
    expect(isDatabaseUnavailable(twice)).toBe(false);
  });

  it('accepts this database', async () => {
    await expect(refuseUnsuitableDatabase(pool as never)).resolves.toBeUndefined();
  });

  it.each([
    [{ encoding: 'SQL_ASCII', version: '18.1', number: '180001' }, 'stores SQL_ASCII'],
    [{ encoding: 'UTF8', version: '14.9', number: '140009' }, 'PostgreSQL 14.9 is too old'],
  ])('refuses a database with %o', async (settings, message) => {
    const client = { query: () => Promise.resolve({ rows: [settings] }) };
    await expect(refuseUnsuitableDatabase(client as never)).rejects.toThrow(message);
  });
});

describe('a database in trouble', () => {
  /** A door between pool and database that can be shut or made silent. */
  const socketPath = `${new URLSearchParams(url.slice(url.indexOf('?'))).get('host') ?? ''}/.s.PGSQL.5432`;
  const throughProxy = url.includes('?host='); // a TEST_DATABASE_URL may lie elsewhere
  const open = new Set<net.Socket>();
  let silent = false;
  const proxy = net.createServer((near) => {
    const far = net.connect(socketPath);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => (near.destroy(), far.destroy(), open.delete(socket)));
    }
    near.on('data', (chunk) => silent || far.write(chunk));
    far.on('data', (chunk) => silent || near.write(chunk));
  });
  afterAll(() => {
    for (const socket of open) socket.destroy();
    proxy.close();
  });

  it.runIf(throughProxy)('fails as unavailable within 3 s when silent, and recovers by itself', async () => {
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as net.AddressInfo;
    const name = /@\/([^?]*)/.exec(url)![1];
    const behind = createDb(`postgres://postgres@127.0.0.1:${port}/${name}`, { max: 2 });
    const select = sql<{ one: number }>`select 1 as one`;
    try {
      expect(await one(behind.db, select)).toEqual({ one: 1 });

      silent = true;
      const asked = performance.now();
      const inTransaction = behind.db.transaction().execute((trx) => one(trx, select));
      const failures = await Promise.all(
        [inTransaction, one(behind.db, select), one(behind.db, select), one(behind.db, select)].map((query) =>
          query.then(
            () => 'answered',
            (error: unknown) => isDatabaseUnavailable(error),
          ),
        ),
      );
      expect(failures).toEqual([true, true, true, true]);
      expect(performance.now() - asked).toBeLessThan(3500); // 3 s, and what this machine adds

      silent = false;
      expect(await one(behind.db, select)).toEqual({ one: 1 });

      for (const socket of open) socket.destroy();
      await expect.poll(() => one(behind.db, select).catch(() => undefined)).toEqual({ one: 1 });
    } finally {
      await behind.close();
    }
  });

  it('reports a refused connection as unavailable', async () => {
    const nowhere = createDb('postgres://postgres@127.0.0.1:1/none', { max: 1 });
    const error = await one(nowhere.db, sql`select 1`).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await nowhere.close();
  });
});
