import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { emptyBooks, openShop } from '#tests/support/shop.ts';
import { circle, massage } from '#tests/support/consistent-shop.ts';
import type { Client } from '#tests/support/stock.ts';
import { testDatabase } from '#tests/support/database.ts';

/** The statements that were sent to PostgreSQL, in order; each is one round trip. */
const sent: string[] = [];
const database = await testDatabase();
database.pool.on('connect', (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const recorded = (...args: unknown[]): unknown => {
    const [first] = args as [string | { text: string }];
    sent.push(typeof first === 'string' ? first : first.text);
    return query(...args);
  };
  client.query = recorded as typeof client.query;
});
const shop = await openShop({ database });
beforeEach(() => emptyBooks(shop));

const OF_A_HOLD = [
  /^\/\* hot \*\/ with login.*insert into rate_limits.*'synchronous_commit', 'off'.*from appointments.*'client_minutes'/s,
  /^start transaction isolation level read committed; select pg_advisory_xact_lock/,
  /^\/\* hot \*\/\s+with wanted.*insert into appointments.*insert into checkouts.*insert into bookings/s,
  /^commit$/,
  // The client has the address of the page by then.
  /^\/\* hot \*\/ update checkouts.*'OPEN'.*'synchronous_commit', 'off'/s,
];

/** The statements of one checkout, when the process already knows the catalogue. */
async function statementsOf(client: Client, wishes: Parameters<typeof shop.checkout>[1]): Promise<string[]> {
  await shop.checkout(await shop.client(), [massage('7:00 PM')]);
  sent.length = 0;
  expect((await shop.checkout(client, wishes)).status).toBe(200);
  return [...sent];
}
/** The statements that wait for the disk. */
const durable = (statements: readonly string[]) =>
  statements.filter(
    (text) =>
      text === 'commit' ||
      (/\b(insert|update|delete) /.test(text) && !text.includes("'synchronous_commit', 'off'")),
  );

it('a known client holds in four round trips, of which one waits for the disk', async () => {
  const client = await shop.client();
  await database.db
    .updateTable('users')
    .set({ house_call_approved: true })
    .where('id', '=', client.id)
    .execute();
  const statements = await statementsOf(client, [massage('9:00 AM'), massage('11:00 AM'), circle()]);
  expect(statements).toHaveLength(OF_A_HOLD.length);
  for (const [n, text] of statements.entries()) expect(text).toMatch(OF_A_HOLD[n]!);
  // The hold itself is written by a statement that the commit makes durable.
  expect(durable(statements)).toEqual([expect.stringMatching(OF_A_HOLD[2]!), 'commit']);
});

it('a new client needs no more: what the others hold is read with the seats, under the locks', async () => {
  const statements = await statementsOf(await shop.client(), [massage('9:00 AM')]);
  expect(statements).toHaveLength(OF_A_HOLD.length);
  for (const [n, text] of statements.entries()) expect(text).toMatch(OF_A_HOLD[n]!);
  expect(statements[2]).toMatch(/'units'.*'sessions'.*'class_seats'/s);
});
