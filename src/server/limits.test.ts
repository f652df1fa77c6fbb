import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fixedClock } from '../../tests/support/clock.ts';
import { testDatabase } from '../../tests/support/database.ts';
import { createLimits } from './limits.ts';

const { db, pool } = await testDatabase();
// Two processes with one database.
const limits = createLimits(pool, 1);
const elsewhere = createLimits(pool, 1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: fixedClock().now() });
});
afterEach(() => {
  vi.useRealTimers();
});
const many = async (count: number, one: (index: number) => Promise<boolean>) => {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  return answers.filter(Boolean).length;
};

it('is exact across processes, however many come at once', async () => {
  const allowed = await many(100, (index) =>
    (index % 2 ? limits : elsewhere).allow('sign-up', { ip: `10.0.0.${index}`, account: 'one@example.com' }),
  );
  expect(allowed).toBe(10);
});

it('counts per network address and per account, and both must pass', async () => {
  expect(
    await many(310, (index) => limits.allow('sign-up', { ip: '10.9.9.9', account: `a${index}@example.com` })),
  ).toBe(300);
  expect(await limits.allow('sign-up', { ip: '10.9.9.8', account: 'other@example.com' })).toBe(true);
});

it('lets a client list the bookings 120 times a minute', async () => {
  const ask = () => limits.allow('read-bookings', { ip: '10.1.1.2', account: 'a client' });
  expect(await many(130, ask)).toBe(120);
});

it('begins anew when its time is over', async () => {
  const ask = () => limits.allow('write-user', { ip: '10.1.1.1', account: 'a client' });
  expect(await many(61, ask)).toBe(60);
  vi.setSystemTime(Date.now() + 60 * 60_000 - 1000);
  expect(await ask()).toBe(false);
  vi.setSystemTime(Date.now() + 1000);
  expect(await ask()).toBe(true);
});

it('holds a /64 of IPv6 for one address, and an IPv4 in IPv6 for that IPv4', async () => {
  await many(300, (index) => limits.allow('sign-up', { ip: `2001:db8:0:7::${(index + 1).toString(16)}` }));
  expect(await limits.allow('sign-up', { ip: '2001:db8::7:ffff:1:2:3' })).toBe(false);
  expect(await limits.allow('sign-up', { ip: '2001:db8:0:8::1' })).toBe(true);
  await many(300, () => limits.allow('sign-up', { ip: '::ffff:192.0.2.1' }));
  expect(await limits.allow('sign-up', { ip: '192.0.2.1' })).toBe(false);
});

it('lets all networks of a /48 together do what four of them may', async () => {
  const allowed = await many(1300, (index) =>
    limits.allow('sign-up', { ip: `2001:db8:9:${index.toString(16)}::1` }),
  );
  expect(allowed).toBe(1200);
  expect(await limits.allow('sign-up', { ip: '2001:db8:a::1' })).toBe(true);
});

it('is multiplied by RATE_LIMIT_SCALE', async () => {
  const scaled = createLimits(pool, 3);
  expect(
    await many(50, () => scaled.allow('sign-up', { ip: '10.2.2.2', account: 'scaled@example.com' })),
  ).toBe(30);
});

it('stores no address', async () => {
  const rows = await db.selectFrom('rate_limits').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toMatch(/example|192\.0|10\.9/);
});
