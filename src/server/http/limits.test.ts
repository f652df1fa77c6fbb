import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fixedClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/database.ts';
import { rewritten } from '#tests/support/without.ts';
import { type Caller, type CountedLimit, createLimits, type Limits } from './limits.ts';

const { db, pool } = await testDatabase();
const clock = fixedClock();
// Two processes with one database.
const limits = createLimits(db, 1, clock.now);
const elsewhere = createLimits(db, 1, clock.now);

const allowedBy = async (of: Limits, limit: CountedLimit, caller: Caller) =>
  (await of.take(limit, caller)) !== null;

const many = async (count: number, one: (index: number) => Promise<boolean>) => {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  return answers.filter(Boolean).length;
};

it('is exact across processes, however many requests arrive at once', async () => {
  const allowed = await many(100, (index) =>
    allowedBy(index % 2 ? limits : elsewhere, 'sign-up', { proved: 'one attempt' }),
  );
  expect(allowed).toBe(10);
});

it('counts per network address and per account, and both must pass', async () => {
  expect(
    await many(310, (index) =>
      allowedBy(limits, 'sign-up', { ip: '10.9.9.9', named: `a${index}@example.com` }),
    ),
  ).toBe(300);
  expect(await allowedBy(limits, 'sign-up', { ip: '10.9.9.8', named: 'other@example.com' })).toBe(true);
});

it('counts no account for what one of its sessions may not do: a stolen one leaves the others theirs', async () => {
  expect(await leftToOthers(limits, 'a client')).toBe(180);
});

it('control: counted all the same, one session would use up what the account may', async () => {
  const uncounted = rewritten(db, (text) => (text === ' <= ' ? ' is not null or 0 < ' : text));
  const unconditional = createLimits(uncounted, 1, clock.now);
  expect(await leftToOthers(unconditional, 'another client')).toBe(0);
});

/** How often the other sessions of an account may write after one of them has tried for long. */
async function leftToOthers(of: Limits, account: string): Promise<number> {
  const write = (session: string) =>
    allowedBy(of, 'write-user', { session: `${account} ${session}`, account });
  expect(await many(300, () => write('stolen'))).toBe(60);
  return await many(300, (index) => write(`own ${index % 5}`));
}

it('takes back what could not be decided, and leaves no trace of it', async () => {
  const caller = { ip: '10.8.8.8', named: 'undecided@example.com' };
  const rows = () => db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
  const before = await rows();
  const giveBack = (await limits.take('sign-up', caller))!;
  const counted = await rows();
  expect(counted).not.toEqual(before);
  await (await limits.take('sign-up', caller))!();
  expect(await rows()).toEqual(counted);
  await giveBack();
  expect(await rows()).toEqual(before);
});

it('control: two statements, one that reads and one that writes, let more through', async () => {
  const row = 'read first';
  const readFirst = async () => {
    const read = await db
      .selectFrom('rate_limits')
      .select('points')
      .where('key', '=', row)
      .executeTakeFirst();
    const points = (read?.points ?? 0) + 1;
    await db
      .insertInto('rate_limits')
      .values({ key: row, points, expire: 0 })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ points }))
      .execute();
    return points <= 10;
  };
  expect(await many(100, readFirst)).toBeGreaterThan(10);
});

it('counts in the rows of the version before, which counts there too while processes are replaced', async () => {
  // As rate-limiter-flexible 11 does it.
  const before = async (name: string, key: string) => {
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 27);
    const now = clock.now().getTime();
    const { rows } = await pool.query<{ points: number }>(
      `insert into rate_limits values ($1, $2, $3) on conflict (key) do update set
        points = case when rate_limits.expire <= $4 then $2 else rate_limits.points + ($2) end,
        expire = case when rate_limits.expire <= $4 then $3 else rate_limits.expire end
      returning points, expire`,
      [`${name}:3600:${hash}`, 1, now + 3_600_000, now],
    );
    return rows[0]!.points <= 10;
  };
  const account = 'both@example.com';
  const allowed = await many(60, (index) =>
    index % 2
      ? allowedBy(limits, 'sign-up', { ip: '10.7.0.1', named: account })
      : before('sign-up:account', `${account} 10.7.0.1`),
  );
  expect(allowed).toBe(10);
});

it('lets a client list the bookings 120 times a minute', async () => {
  const ask = () => allowedBy(limits, 'read-bookings', { session: 'a browser', account: 'a client' });
  expect(await many(130, ask)).toBe(120);
});

it('begins anew when its time is over', async () => {
  const ask = () => allowedBy(limits, 'write-user', { session: 'another browser', account: 'somebody' });
  expect(await many(61, ask)).toBe(60);
  clock.advance(60 * 60_000 - 1000);
  expect(await ask()).toBe(false);
  clock.advance(1000);
  expect(await ask()).toBe(true);
});

it('holds a /64 of IPv6 for one address, and an IPv4 in IPv6 for that IPv4', async () => {
  await many(300, (index) =>
    allowedBy(limits, 'sign-up', { ip: `2001:db8:0:7::${(index + 1).toString(16)}` }),
  );
  expect(await allowedBy(limits, 'sign-up', { ip: '2001:db8::7:ffff:1:2:3' })).toBe(false);
  expect(await allowedBy(limits, 'sign-up', { ip: '2001:db8:0:8::1' })).toBe(true);
  await many(300, () => allowedBy(limits, 'sign-up', { ip: '::ffff:192.0.2.1' }));
  expect(await allowedBy(limits, 'sign-up', { ip: '192.0.2.1' })).toBe(false);
});

it('lets all networks of a /48 together do what four of them may', async () => {
  const allowed = await many(1300, (index) =>
    allowedBy(limits, 'sign-up', { ip: `2001:db8:9:${index.toString(16)}::1` }),
  );
  expect(allowed).toBe(1200);
  expect(await allowedBy(limits, 'sign-up', { ip: '2001:db8:a::1' })).toBe(true);
});

it('is multiplied by RATE_LIMIT_SCALE', async () => {
  const scaled = createLimits(db, 3, clock.now);
  expect(
    await many(50, () => allowedBy(scaled, 'sign-up', { ip: '10.2.2.2', named: 'scaled@example.com' })),
  ).toBe(30);
});

it('stores no address', async () => {
  const rows = await db.selectFrom('rate_limits').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toMatch(/example|192\.0|10\.9/);
});
