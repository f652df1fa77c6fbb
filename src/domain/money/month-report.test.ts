import { describe, expect, test } from 'vitest';
import { type MoneyMove, monthReport, type ReportVisit } from '#domain/money/month-report.ts';
import { paymentShares } from '#domain/money/refunds.ts';

const SERVICES = { Marma: 8500, Herbal: 6100, Circle: 2000, Tea: 0 } as const;
const names = Object.keys(SERVICES) as (keyof typeof SERVICES)[];

/** A generator with a seed (mulberry32), so that a failure can be repeated. */
function randomFrom(seed: number) {
  let at = seed;
  return (below: number) => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const FIXED = { min_cents: null, max_cents: null };
const move = (change: Partial<MoneyMove> = {}): MoneyMove => ({
  is_refund: false,
  is_hidden: false,
  client: 'maren',
  cents: 8500,
  tax_cents: 0,
  lines: [{ ...FIXED, service: 'Marma', price_cents: 8500 }],
  ...change,
});
const onScale = (client: string, cents = 7300) =>
  move({
    is_hidden: true,
    client,
    cents,
    lines: [{ service: 'Herbal', price_cents: cents, min_cents: 6000, max_cents: 12_000 }],
  });
const visit = (change: Partial<ReportVisit> = {}): ReportVisit => ({
  service: 'Marma',
  client: 'maren',
  class_date: null,
  capacity: 1,
  minutes: 45,
  is_missed: false,
  is_new: false,
  is_supported: false,
  ...change,
});

test('the totals of 5,000 random orders are what the provider took and gave back, to the cent', () => {
  const seed = Date.now() % 100_000;
  const random = randomFrom(seed);
  const provider = { paid: 0, refunded: 0, tax: 0 };
  const money: MoneyMove[] = [];
  for (let order = 0; order < 5000; order += 1) {
    const is_hidden = random(4) === 0;
    const lines = Array.from({ length: 1 + random(4) }, () => {
      const service = names[random(names.length)]!;
      return { ...FIXED, service, price_cents: is_hidden ? 6000 + 100 * random(61) : SERVICES[service] };
    });
    const subtotal = lines.reduce((sum, { price_cents }) => sum + price_cents, 0);
    const tax_cents = Math.round((subtotal * random(1000)) / 10_000);
    const cents = subtotal + tax_cents;
    const client = `client ${random(300)}`;
    money.push(move({ is_hidden, client, cents, tax_cents, lines }));
    provider.paid += cents;
    provider.tax += tax_cents;
    // Shares of lines, parts at the dashboard, or all.
    const shares = paymentShares(
      lines.map(({ price_cents }) => price_cents),
      cents,
    );
    const back = [0, shares[random(shares.length)]!, random(cents + 1), cents][random(4)]!;
    if (back === 0) continue;
    money.push(move({ is_refund: true, is_hidden, client, cents: back, lines }));
    provider.refunded += back;
  }
  const report = monthReport({ money, visits: [] }, true);
  const sumOf = (rows: readonly MoneyMove[]) => rows.reduce((sum, { cents }) => sum + cents, 0);
  const hiddenRefunds = money.filter(({ is_refund, is_hidden }) => is_refund && is_hidden);
  expect({
    seed,
    paid: report.paid_cents + report.sliding.cents!,
    tax: report.tax_cents + report.sliding.tax_cents!,
    refunded: report.refunded_cents + sumOf(hiddenRefunds),
  }).toEqual({ seed, ...provider });
  expect(report.services.reduce((sum, { paid_cents }) => sum + paid_cents, 0)).toBe(report.paid_cents);
  expect(report.sliding.refunds).toBe(hiddenRefunds.length);
});

describe('what clients chose', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((client, n) => onScale(client, 6000 + n * 1500));

  test('of five clients it is a sum, and a count in each third', () => {
    const { sliding, paid_cents } = monthReport({ money: [move(), ...five], visits: [] }, true);
    expect(paid_cents).toBe(8500);
    expect(sliding).toEqual({ payments: 5, refunds: 0, cents: 45_000, tax_cents: 0, thirds: [2, 1, 2] });
  });

  test.each([
    ['of four clients', [...five.slice(0, 4), onScale('a'), onScale('b')], true],
    ['of a month in which more may come', five, false],
    ['of nobody', [], true],
  ])('%s nothing is shown but how many payments there were', (_, money, is_closed) => {
    const { sliding } = monthReport({ money, visits: [] }, is_closed);
    expect(sliding).toEqual({
      payments: money.length,
      refunds: 0,
      cents: null,
      tax_cents: null,
      thirds: null,
    });
  });

  test('what went back of it stays hidden', () => {
    const back = { ...onScale('a', 1500), is_refund: true };
    const { refunded_cents, sliding } = monthReport(
      { money: [...five, back, move({ is_refund: true, cents: 900 })], visits: [] },
      true,
    );
    expect([refunded_cents, sliding.refunds, sliding.cents]).toEqual([900, 1, 45_000]);
  });
});

test('visits count once for each client and date of a class', () => {
  const circle = { service: 'Circle', class_date: 'tue', capacity: 5, minutes: 60 };
  const report = monthReport(
    {
      money: [
        move(),
        move({ cents: 77, lines: [] }),
        move({ cents: 500, lines: [{ ...FIXED, service: 'Tea', price_cents: 0 }] }),
      ],
      visits: [
        visit({ is_new: true }),
        visit({ is_new: true, is_supported: true }),
        visit({ client: 'theo', is_missed: true, is_new: true }),
        visit({ ...circle }),
        visit({ ...circle, client: 'kit' }),
        visit({ ...circle, client: 'theo', is_missed: true }),
        visit({ ...circle, client: 'kit', class_date: 'wed', capacity: 0 }),
      ],
    },
    true,
  );
  expect(report).toMatchObject({
    sessions: 2,
    classes: 2,
    seats: 4,
    minutes: 2 * 45 + 2 * 60,
    missed: 2,
    supported: 1,
    clients: 2,
    new_clients: 1,
  });
  expect(report.services).toEqual([
    { name: 'Marma', visits: 2, missed: 1, capacity: 0, paid_cents: 8500 },
    { name: 'Tea', visits: 0, missed: 0, capacity: 0, paid_cents: 500 },
    { name: 'Other', visits: 0, missed: 0, capacity: 0, paid_cents: 77 },
    { name: 'Circle', visits: 3, missed: 1, capacity: 6, paid_cents: 0 },
  ]);
});
