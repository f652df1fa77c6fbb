import { type AddressInfo, connect } from 'node:net';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { fromDatabase, isDatabaseUnavailable } from '#server/db/unavailable.ts';
import { testApp } from '../support/app.ts';

const site = await testApp({ env: { METRICS_TOKEN: 'a token of this test, long enough' } });

const metrics = async () =>
  (
    await site.request({
      url: '/metrics',
      headers: { authorization: 'Bearer a token of this test, long enough' },
    })
  ).body;
const answered = async (status: string) =>
  [
    ...(await metrics()).matchAll(
      new RegExp(`http_request_seconds_count{[^}]*status="${status}"} (\\d+)`, 'g'),
    ),
  ]
    .map(([, count]) => Number(count))
    .reduce((sum, count) => sum + count, 0);

it('an aborted request causes no error line and no 5xx', async () => {
  const errors = vi.spyOn(site.app.log, 'error');
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const before = await answered('499');
  for (let n = 0; n < 100; n++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const arrived = once(site.app.server, 'request');
    socket.write(
      'POST /sign-in HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n' +
        'Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{"username":',
    );
    await arrived;
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
  await vi.waitFor(async () => expect((await answered('499')) - before).toBeGreaterThan(90), 10_000);
  expect(await answered('5\\d\\d')).toBe(0);
  expect(errors).not.toHaveBeenCalled();
});

it('control: by its code alone, an aborted request looks like a database failure', () => {
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(isDatabaseUnavailable(reset)).toBe(false);
  expect(isDatabaseUnavailable(fromDatabase(reset))).toBe(true);
});

it('with a read-only database, such as a standby, writes get 503 and the site is not ready', async () => {
  const { pool } = site.database;
  const name = (await pool.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
  expect((await site.request({ url: '/readyz' })).statusCode).toBe(200);
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(site.database.db);
  // Connections that stand keep their setting: each is asked to take up the new one.
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = await pool.connect();
      await client.query('set default_transaction_read_only = on');
      await new Promise(setImmediate);
      client.release();
    }),
  );
  const ready = await site.request({ url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { checks: { database: false } }]);
  const written = await site.request({
    method: 'POST',
    url: '/sign-up',
    payload: { username: 'somebody@example.com', password: 'Kitchari & ghee 7' },
  });
  expect([written.statusCode, written.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
  expect((await site.request({ url: '/get-all-wellness-services' })).statusCode).toBe(200);
});
