import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  staffAuditLog,
  staffExportMoney,
  staffPayments,
  staffPayouts,
  staffRecordPayment,
  staffReport,
} from '#contract/staff.calls.ts';
import type { PaymentFilter } from '#domain/money/month-report.ts';
import { addBooking, addCheckout } from '#tests/support/sample-booking.ts';
import { emptyBooks, openShop, sessionOf } from '#tests/support/shop.ts';
import { dateIn, massageAt, type Wish } from '#tests/support/stock.ts';
import { stripePayments } from '../ports/payments-stripe.ts';
import { listPayouts } from './read-money.ts';

const shop = await openShop();
const { clock, db, deps, sandbox, stock } = shop;
const unlockedOwner = () => shop.signInStaff(undefined, { unlocked: true });
let staff = await unlockedOwner();

const MARCH = { from: '2026-03-01', to: '2026-03-31' };
const book = async (wishes: readonly Wish[]) => {
  const client = await shop.client();
  const session = sessionOf((await shop.checkout(client, wishes)).body.url);
  return { client, session };
};
async function buy(wishes: readonly Wish[]) {
  const bought = await book(wishes);
  await shop.pay(bought.session);
  return bought;
}
const chosen = (days: number, cents: number): Wish => ({ service: 'consult', days, start: '5:00 PM', cents });
const list = async (filter?: PaymentFilter, days = MARCH) =>
  (await staff.call(staffPayments, { query: { ...days, filter } })).json;

describe('payments, what is due and what is being paid', () => {
  let due: string;
  beforeAll(async () => {
    await emptyBooks(shop);
    const { client } = await buy([massageAt(0)]);
    clock.advance(60_000);
    await buy([chosen(5, 7300), massageAt(1)]);
    clock.advance(60_000);
    await book([massageAt(2)]);
    const visit = {
      user_id: client.id,
      service_id: stock.massage.id,
      service_name: 'Massage',
      payment: 'LATER',
    };
    const created_at = clock.now();
    const start_time = new Date(created_at.getTime() - 86_400_000);
    due = await addBooking(db, { ...visit, price_cents: 8500, start_time, created_at });
    const open = { ...visit, service_id: stock.consult.id, price_cents: 8500, start_time, created_at };
    const earlier = new Date(start_time.getTime() - 3_600_000);
    await addBooking(db, { ...open, start_time: earlier, price_chosen_by_client: true });
    const taken = await staff.call(staffRecordPayment, {
      params: { id: due },
      body: { action_id: randomUUID(), cents: 2000, method: 'CASH', received_on: '2026-03-01' },
    });
    expect(taken.status).toBe(200);
  });

  it('has each once, the latest first, with a name or an amount that the client chose, never both', async () => {
    const { rows, totals, next } = await list();
    expect(next).toBeNull();
    expect(rows.map(({ state, method, cents, services }) => [state, method, cents, services.length])).toEqual(
      [
        ['PENDING', 'CARD', 8500, 1],
        ['PAID', 'CARD', null, 2],
        ['PAID', 'CARD', 9223, 1],
        ['DUE', null, 6500, 1],
        ['DUE', null, null, 1],
        ['PAID', 'CASH', 2000, 1],
      ],
    );
    const [, hidden, seen] = rows;
    expect(hidden).toMatchObject({ tax_cents: null, refunded_cents: null, receipt: null });
    expect(hidden!.client!.name).toMatch(/\S/);
    expect(seen).toMatchObject({ tax_cents: 723, refunded_cents: 0, date: '2026-03-02' });
    expect(seen!.receipt).toContain('/receipts/');
    expect(totals).toEqual({ paid: 9223 + 2000, tax: 723, refunded: 0, due: 6500, hidden: 1 });
  });

  it.each<[PaymentFilter, string[], object]>([
    ['CARD', ['PAID', 'PAID'], { paid: 9223, hidden: 1, due: 0 }],
    ['OFFLINE', ['PAID'], { paid: 2000, hidden: 0 }],
    ['BALANCE', ['DUE', 'DUE'], { paid: 0, due: 6500 }],
    ['PENDING', ['PENDING'], { paid: 0 }],
    ['REFUNDED', [], { paid: 0 }],
  ])('%s shows %j', async (filter, states, totals) => {
    const answer = await list(filter);
    expect(answer.rows.map(({ state }) => state)).toEqual(states);
    expect(answer.totals).toMatchObject(totals);
  });

  it('a month without any is empty', async () => {
    expect(await list(undefined, { from: '2026-01-01', to: '2026-01-31' })).toMatchObject({
      rows: [],
      next: null,
    });
  });

  it('is read in pages that have each row once, and the same totals', async () => {
    const { id: user_id } = await shop.client();
    for (let n = 0; n < 120; n += 1)
      await addCheckout(db, { user_id, created_at: new Date(`2026-02-0${1 + (n % 3)}T20:00:00Z`) });
    const days = { from: '2026-02-01', to: '2026-02-28' };
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { json } = await staff.call(staffPayments, { query: { ...days, after } });
      expect(json.totals.paid).toBe(120 * 2000);
      seen.push(...json.rows.map(({ id }) => id));
      after = json.next ?? undefined;
    } while (after);
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    await db.deleteFrom('checkouts').where('user_id', '=', user_id).execute();
  });

  it.each<[string, string]>([
    ['payments?from=2026-02-31&to=2026-03-01', 'from'],
    ['payments?from=2026-03-02&to=2026-03-01', 'to'],
    ['payments?from=2025-01-01&to=2026-03-01', 'to'],
    ['payments?from=yesterday&to=2026-03-01', 'from'],
    ['payments?to=2026-03-01', 'from'],
    ['payments?from=2026-03-01&to=2026-03-01&filter=ALL', 'filter'],
    ['payouts?from=2026-03-01&to=2026-04-01', 'to'],
    ['reports?month=2026-13', 'month'],
    ['reports', 'month'],
  ])('%s is refused with what is wrong', async (url, field) => {
    const answer = await staff.get<{ code: string; details: object }>(`/api/staff/${url}`);
    expect([answer.status, answer.json.code, Object.keys(answer.json.details)]).toEqual([
      422,
      'INVALID_INPUT',
      [field],
    ]);
  });

  it('a cursor that is none is refused', async () => {
    for (const after of ['x', '1.', '99999999999999999.a', '1.a;b'])
      expect((await staff.call(staffPayments, { query: { ...MARCH, after } })).status).toBe(422);
  });

  it('is saved as tables, in which nothing is a formula and no name has a hidden amount', async () => {
    await db.updateTable('users').set({ last_name: '=1+1' }).execute();
    const tables: Record<string, string> = {};
    for (const kind of ['payments', 'refunds', 'balances', 'sessions'] as const) {
      const body = { action_id: randomUUID(), ...MARCH };
      const { status, json } = await staff.call(staffExportMoney, { params: { kind }, body });
      expect([kind, status]).toEqual([kind, 200]);
      expect(json.csv.split('\r\n')).toHaveLength(json.rows + 2);
      tables[kind] = json.csv;
    }
    const text = Object.values(tables).join('');
    expect(text).toContain("'=1+1");
    expect(text).not.toMatch(/(?:^|,|")[=+@-]/m);
    expect(tables['payments']).toContain(',92.23,7.23,USD,');
    expect(tables['payments']!.match(/CARD,,,USD/g)).toHaveLength(1);
    expect(tables['balances']).toContain(',85.00,20.00,65.00\r\n');
    expect(text).not.toMatch(/73\.00|158\.00/);
    const { json } = await staff.call(staffAuditLog, { query: {} });
    const said = json.rows.map((row) => row.text).filter((each) => each.startsWith('saved '));
    expect(said.toSorted()).toEqual(
      ['balances', 'payments', 'refunds', 'sessions'].map(
        (kind) => `saved ${kind} from 2026-03-01 to 2026-03-31 as a file`,
      ),
    );
    const locked = await shop.signInStaff();
    const refused = await locked.call(staffExportMoney, {
      params: { kind: 'payments' },
      body: { action_id: randomUUID(), ...MARCH },
    });
    expect(refused.json.code).toBe('STEP_UP_REQUIRED');
  });
});

describe('the provider', () => {
  const books = () => sandbox.control.books();
  const totalOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

  it('has the same month to the cent, and its payouts are what it took', async () => {
    await emptyBooks(shop);
    const before = { payments: totalOf(books().payments), refunds: totalOf(books().refunds) };
    for (let n = 0; n < 30; n += 1) {
      const bought = await buy(
        n % 3 === 0
          ? [massageAt(40 + n), { service: 'circle', days: 4 + n / 3, start: '6:00 AM' }]
          : [massageAt(40 + n)],
      );
      if (n % 5 === 0) {
        sandbox.control.refund(bought.session);
        await shop.deliver();
      }
      clock.advance(3_600_000);
    }
    await shop.sweep();
    staff = await unlockedOwner();
    const { json } = await staff.call(staffReport, { query: { month: '2026-03' } });
    expect({ payments: json.paid_cents, refunds: json.refunded_cents }).toEqual({
      payments: totalOf(books().payments) - before.payments,
      refunds: totalOf(books().refunds) - before.refunds,
    });
    expect(json.services.map(({ name }) => name)).toEqual(['Massage', 'Circle']);

    clock.advance(7 * 86_400_000);
    staff = await unlockedOwner();
    const { payouts, can_read } = (await staff.call(staffPayouts, { query: MARCH })).json;
    expect(can_read).toBe(true);
    expect(payouts.length).toBeGreaterThan(0);
    // Some of the payments before have no checkout any more.
    expect(payouts.some(({ cents }) => cents === null)).toBe(true);
    const [latest] = payouts;
    expect(latest).toMatchObject({ state: 'ARRIVED', contents: { others: 0 } });
    expect(latest!.cents).toBeGreaterThan(0);
    const counted = payouts.reduce((sum, { contents }) => sum + contents!.payments + contents!.refunds, 0);
    expect(counted).toBe(books().payments.length + books().refunds.length);
  });

  it('a payout with an amount that a client chose has no sum', async () => {
    await buy([chosen(3, 7300)]);
    clock.advance(7 * 86_400_000);
    staff = await unlockedOwner();
    const day = dateIn(-6, clock.now());
    const query = { from: day, to: dateIn(0, clock.now()) };
    const [payout] = (await staff.call(staffPayouts, { query })).json.payouts;
    expect(payout).toMatchObject({ cents: null, contents: { payments: 1, refunds: 0, others: 0 } });
  });

  const withPeer = async (status: number) => {
    const peer = createServer((_, response) => {
      const error = {
        type: 'invalid_request_error',
        message: 'The provided key does not have the required permissions',
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const api_url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
    const payments = stripePayments({
      secret_key: 'rk_test_1',
      api_url,
      webhook_secrets: [],
      automatic_tax: false,
    });
    const answer = await listPayouts({ ...deps, payments }, MARCH);
    peer.closeAllConnections();
    await new Promise((resolve) => peer.close(resolve));
    return answer;
  };

  it('says that its key lacks the right to read', async () => {
    expect(await withPeer(403)).toEqual({ can_read: false, payouts: [] });
  });

  it('is away', async () => {
    expect(await withPeer(500)).toMatchObject({ code: 'PAYMENT_PROVIDER', status: 502 });
    sandbox.control.set({ api_fault: 'reset_before' });
    const answer = await staff.call(staffPayouts, { query: MARCH });
    sandbox.control.set({});
    expect([answer.status, answer.json.message]).toEqual([502, expect.stringContaining('try again')]);
  });
});
