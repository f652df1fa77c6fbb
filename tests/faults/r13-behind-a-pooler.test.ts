import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOT } from '#server/db/hot-statements.ts';
import { createDb } from '#server/db/pool.ts';
import { createLimits } from '#server/http/limits.ts';
import { testDatabase } from '../support/database.ts';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { startCommand } from './support/commands.ts';
import { inParallel, report, size } from '../support/profile.ts';
import { faultsOf, sessionOf } from '../support/shop.ts';
import { areConfirmed, openSite } from './support/site.ts';
import { massageAt } from '../support/stock.ts';

if (!hasPgBouncer) report('R13', 'behind PgBouncer', 'PgBouncer is not installed', 'SKIPPED');

/** Fewer than requests at a time: each transaction gets another one. */
const CONNECTIONS = 4;
const STARTUP = ['statement_timeout', 'idle_in_transaction_session_timeout'];

const direct = hasPgBouncer ? await testDatabase({ migrated: false }) : undefined;
const strict = direct && (await startPgBouncer(direct.url, { connections: CONNECTIONS }));
const lenient = direct && (await startPgBouncer(direct.url, { connections: CONNECTIONS, ignored: STARTUP }));
const site =
  direct &&
  (await openSite({
    url: strict!,
    near_url: direct.url,
    processes: 2,
    settings: { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct.url },
  }));

describe.runIf(site !== undefined)('R13: behind a pooler in transaction mode', () => {
  it('clients race for slots and pay, in two processes', async () => {
    await site!.start(1);
    const [slots, buyers] = [size(3, 20), size(24, 200)];
    const clients = await site!.clients(buyers);
    const answers = await inParallel(
      clients.map((client, n) => () => site!.checkout(client, [massageAt(n % slots)])),
      buyers,
    );
    const won = answers.flatMap((answer, n) =>
      answer.status === 200 ? [{ answer, client: clients[n]! }] : [],
    );
    const others = answers.filter(({ status, body }) => status !== 200 && body.code !== 'SLOT_TAKEN');
    for (const { answer } of won) site!.sandbox.control.pay(sessionOf(answer.body.url));
    await site!.sandbox.control.flush();
    const booked = await areConfirmed(
      site!,
      won.map(({ client }) => client),
      60_000,
    );
    const faults = await faultsOf(site!);
    report(
      'R13',
      'behind PgBouncer (transaction pooling): each time sold once, every payment booked',
      `${buyers} buyers of ${slots} times over ${CONNECTIONS} connections: ${won.length} held, ${others.length} other answers, ` +
        `${booked ? 'all' : 'not all'} paid and booked, ${faults.length} faults`,
      won.length === slots && others.length + faults.length === 0 && booked,
    );
    expect(others.map(({ status, body }) => [status, body])).toEqual([]);
    expect({ won: won.length, booked, faults }).toEqual({ won: slots, booked: true, faults: [] });
    expect(site!.apps.map((app) => app?.output()).join('')).not.toMatch(/prepared statement/);
  });

  it('limits stay exact', async () => {
    const pooled = createDb(strict!, { max: 10, pooler: 'transaction', queryTimeoutMs: 15_000 });
    onTestFinished(() => pooled.close());
    const limits = createLimits(pooled.db, 1, () => new Date());
    const counted = await inParallel(
      Array.from(
        { length: 120 },
        () => () => limits.take('validate-address', { session: 'a', account: 'a' }),
      ),
      20,
    );
    expect(counted.filter(Boolean)).toHaveLength(60);
  });

  it('frequent statements have no name, and none is missing', async () => {
    const pooled = createDb(strict!, { max: 10, pooler: 'transaction', queryTimeoutMs: 15_000 });
    onTestFinished(() => pooled.close());
    expect(await failures(pooled.db)).toEqual([]);
  });

  it('control: with names, statements are missing', async () => {
    const named = createDb(lenient!, { max: 10, queryTimeoutMs: 15_000 });
    onTestFinished(() => named.close());
    expect((await failures(named.db)).join()).toMatch(/prepared statement "hot_\d+" (does not|already)/);
  });
});

describe.runIf(site !== undefined)('R13: a pooler without DATABASE_POOLER', () => {
  const settings = { SANDBOX: '1', PORT: '0', SANDBOX_PORT: '0', DATA_DIR: '' };
  it.each([
    ['refuses what the app sets', () => strict!, /it is behind a pooler\. Set DATABASE_POOLER=transaction/],
    ['takes it', () => lenient!, /leads to a pooler that gives each transaction another connection/],
  ])('ends the start with a message, where it %s', async (_name, urlOf, words) => {
    const { code, said } = await startCommand('start', [], {
      ...settings,
      DATA_DIR: site!.folder,
      DATABASE_URL: urlOf(),
    }).ended;
    expect(said).toMatch(words);
    expect(said).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });
});

/** What goes wrong with the app's own hot statements when many are asked at once, in and out of transactions. */
async function failures(db: ReturnType<typeof createDb>['db']): Promise<string[]> {
  const ask = (n: number) =>
    sql`${sql.raw(`select ${HOT}`)} ${n}::int as n, ${sql.raw(`'${n % 7}'`)} as kind`;
  const done = await inParallel(
    Array.from({ length: 300 }, (_, n) => async () => {
      try {
        if (n % 3 === 0) await db.transaction().execute(async (trx) => await ask(n).execute(trx));
        else await ask(n).execute(db);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    }),
    30,
  );
  return done.filter((message) => message !== null);
}
