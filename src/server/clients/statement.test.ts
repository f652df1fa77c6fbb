import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Statement } from '#contract/bookings.schemas.ts';
import { getStatement } from '#contract/client.calls.ts';
import {
  staffAuditLog,
  staffChangeSetting,
  staffRevealStatement,
  staffStatement,
} from '#contract/staff.calls.ts';
import { writeOut } from '#domain/people/personal.ts';
import { isInPeriod, statementPeriods, statementSums } from '#domain/visits/statement.ts';
import { randomFrom, seed, size } from '#tests/support/profile.ts';
import { addBooking, addCheckout } from '#tests/support/sample-booking.ts';
import { emptyBooks, openShop } from '#tests/support/shop.ts';

const shop = await openShop({ start: new Date('2027-02-01T20:00:00Z') });
const { clock, db, stock } = shop;
const staff = await shop.signInStaff();
const HOUR = 3_600_000;

beforeEach(() => emptyBooks(shop));

type Client = Awaited<ReturnType<typeof shop.client>>;
const own = async (client: Client) => (await shop.call(client, getStatement)).body;
const seen = async ({ id }: Client) => (await staff.call(staffStatement, { params: { id } })).json;
const reveal = ({ id }: Client, period: string, action_id: string = randomUUID()) =>
  staff.call(staffRevealStatement, { params: { id }, body: { action_id, period } });
const actions = async () =>
  await db
    .selectFrom('staff_actions')
    .select(['object_kind', 'object_id', 'user_id', 'details'])
    .where('action', '=', 'client.reveal-statement')
    .orderBy('at')
    .execute();

type Change = Partial<Parameters<typeof addBooking>[1]>;
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR);
const visit = ({ id: user_id }: Client, hours_ago: number, change: Change = {}) =>
  addBooking(db, {
    user_id,
    service_id: stock.massage.id,
    service_name: 'Massage',
    price_cents: 8500,
    price_chosen_by_client: false,
    payment: 'LATER',
    status: 'COMPLETED',
    start_time: ago(hours_ago),
    created_at: ago(hours_ago + 48),
    ...change,
  });

type Line = { cents: number; chosen?: boolean; status?: 'COMPLETED' | 'CANCELLED' | 'NO_SHOW' };
/** Visits of one day that one payment by card paid, with a tax of 850 cents. Returns their ids. */
async function paidByCard(client: Client, hours_ago: number, lines: readonly Line[]): Promise<string[]> {
  const subtotal_cents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const total_cents = subtotal_cents + 850;
  const ids: string[] = lines.map(() => randomUUID());
  const checkout_id = await addCheckout(db, {
    user_id: client.id,
    created_at: ago(hours_ago + 48),
    subtotal_cents,
    total_cents,
    items: JSON.stringify(
      lines.map(({ cents, chosen = false }, at) => ({
        booking_id: ids[at],
        price_cents: cents,
        price_chosen_by_client: chosen,
      })),
    ),
  });
  for (const [at, { cents, chosen = false, status = 'COMPLETED' }] of lines.entries())
    await visit(client, hours_ago, {
      id: ids[at]!,
      checkout_id,
      payment: 'ONLINE',
      price_cents: cents,
      price_chosen_by_client: chosen,
      status,
    });
  return ids;
}

/** Money that goes back to the card; not `done`: it is on its way. */
async function refund(booking_id: string, amount_cents: number, done: boolean): Promise<void> {
  const at = clock.now();
  const { checkout_id } = await db
    .selectFrom('bookings')
    .select('checkout_id')
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('refunds')
    .values({
      checkout_id: checkout_id!,
      booking_id,
      amount_cents,
      cause: 'CANCELLED',
      created_at: at,
      next_attempt_at: at,
      done_at: done ? at : null,
    })
    .execute();
  if (!done) return;
  const refunded_cents = sql<number>`refunded_cents + ${amount_cents}`;
  await db.updateTable('bookings').set({ refunded_cents }).where('id', '=', booking_id).execute();
  await db.updateTable('checkouts').set({ refunded_cents }).where('id', '=', checkout_id).execute();
}

async function takeByHand(
  client: Client,
  booking_id: string,
  amount_cents: number,
  method: string,
  corrects: string | null = null,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('offline_payments')
    .values({
      id,
      booking_id,
      user_id: client.id,
      amount_cents,
      method,
      received_on: '2027-01-01',
      corrects,
      at: clock.now(),
      staff_id: null,
    })
    .execute();
  return id;
}

const rowOf = ({ visits }: Pick<Statement, 'visits'>, id: string) => visits.find((each) => each.id === id);

describe('a statement', () => {
  it('lists date of service, service, paid, refunded and method, and who the practice is', async () => {
    const client = await shop.client();
    const [card] = await paidByCard(client, 30, [{ cents: 8500 }]);
    await refund(card!, 2000, true);
    const cash = await visit(client, 29);
    await takeByHand(client, cash, 3500, 'CASH');
    await takeByHand(client, cash, 5000, 'TRANSFER');
    const { json } = await staff.call(staffChangeSetting, {
      params: { name: 'statements' },
      body: {
        action_id: randomUUID(),
        base_updated_at: null,
        value: { license: 'OR 4711 ', tax_number: '93-0001112' },
      },
    });
    expect(json.statements.value).toEqual({ license: 'OR 4711', tax_number: '93-0001112' });
    const statement = {
      license: 'OR 4711',
      tax_number: '93-0001112',
      made_on: '2027-02-01',
      visits: [
        {
          id: card,
          date: '2027-01-31',
          service_name: 'Massage',
          status: 'COMPLETED',
          paid_cents: 9350,
          refunded_cents: 2000,
          methods: ['CARD'],
        },
        {
          id: cash,
          date: '2027-01-31',
          service_name: 'Massage',
          status: 'COMPLETED',
          paid_cents: 8500,
          refunded_cents: 0,
          methods: ['CASH', 'TRANSFER'],
        },
      ],
    };
    expect(await own(client)).toEqual(statement);
    const { birthdate } = await db
      .selectFrom('users')
      .select('birthdate')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(await seen(client)).toEqual({ ...statement, birthdate });
  });

  it('has what took place, and what did not only if it was paid', async () => {
    const client = await shop.client();
    const other = await shop.client();
    const [cancelled] = await paidByCard(client, 50, [{ cents: 8500, status: 'CANCELLED' }]);
    const missed = await visit(client, 40, { status: 'NO_SHOW' });
    await takeByHand(client, missed, 8500, 'CASH');
    const corrected = await visit(client, 30, { status: 'CANCELLED' });
    const typed = await takeByHand(client, corrected, 8500, 'CASH');
    await takeByHand(client, corrected, -8500, 'CASH', typed);
    const unpaid = await visit(client, 20);
    const running = await visit(client, 0.5, { status: 'CONFIRMED' });
    await visit(client, 10, { status: 'CANCELLED' });
    await visit(client, 10, { status: 'NO_SHOW' });
    await visit(client, 10, { status: 'WAITLISTED' });
    await visit(client, -1, { status: 'CONFIRMED' });
    await visit(other, 10);
    const { visits } = await own(client);
    expect(visits.map(({ id, status, methods }) => [id, status, methods])).toEqual([
      [cancelled, 'CANCELLED', ['CARD']],
      [missed, 'NO_SHOW', ['CASH']],
      [unpaid, 'COMPLETED', []],
      [running, 'CONFIRMED', []],
    ]);
  });

  it('goes by the date of the practice: a visit of New Year’s Eve belongs to the year before', async () => {
    const client = await shop.client();
    const id = await visit(client, 0, { start_time: new Date('2027-01-01T05:00:00Z') });
    const { visits } = await own(client);
    expect(rowOf({ visits }, id)!.date).toBe('2026-12-31');
    expect(statementPeriods(visits).map(({ value }) => value)).toEqual(['2026', '2026-12', id]);
  });

  it('is refused where there is no such client', async () => {
    const id = randomUUID();
    expect((await staff.call(staffStatement, { params: { id } })).json.code).toBe('CLIENT_NOT_FOUND');
    expect((await staff.call(staffStatement, { params: { id: 'x' } })).json.code).toBe('CLIENT_NOT_FOUND');
    expect((await reveal({ id } as Client, '2027')).json.code).toBe('CLIENT_NOT_FOUND');
  });
});

/** What the tables say was paid and refunded for a client's visits of a month, by the date of the practice. */
async function booksOf({ id }: Client, month: string) {
  const { rows } = await sql<{ paid: number; refunded: number }>`
    with mine as (select b.id, b.checkout_id from bookings b where b.user_id = ${id}::uuid
      and to_char(b.start_time at time zone 'America/Los_Angeles', 'YYYY-MM') like ${month})
    select (coalesce((select sum(c.total_cents) from checkouts c where c.id in (select checkout_id from mine)), 0)
        + coalesce((select sum(o.amount_cents) from offline_payments o where o.booking_id in (select id from mine)), 0))::int
        as paid,
      coalesce((select sum(r.amount_cents) from refunds r where r.booking_id in (select id from mine)), 0)::int as refunded`.execute(
    db,
  );
  return { paid_cents: rows[0]!.paid, refunded_cents: rows[0]!.refunded };
}

/** Two years of visits as they come: paid together or alone, by card or by hand, refunded, corrected, on a sliding scale. */
async function anyVisits(client: Client, random: () => number): Promise<void> {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  for (let n = 0; n < 12; n++) {
    const hours_ago = 1 + upTo(2 * 365 * 24);
    if (random() < 0.5) {
      const lines = Array.from({ length: 1 + upTo(2) }, () => ({
        cents: 2000 + upTo(9000),
        chosen: random() < 0.15,
        status: (['COMPLETED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'] as const)[upTo(3)]!,
      }));
      const ids = await paidByCard(client, hours_ago, lines);
      for (const [at, id] of ids.entries())
        if (random() < 0.3) await refund(id, 1 + upTo(lines[at]!.cents - 1), random() < 0.5);
    } else {
      const id = await visit(client, hours_ago);
      for (const method of ['CASH', 'CARD_READER', 'TRANSFER', 'OTHER'].slice(upTo(3))) {
        const cents = 1 + upTo(2000);
        const paid = await takeByHand(client, id, cents, method);
        if (random() < 0.2) await takeByHand(client, id, -1 - upTo(cents - 1), method, paid);
      }
    }
  }
}

it.each(Array.from({ length: size(5, 100) }, (_, n) => seed + n))(
  'its sums are those of the books, and hidden where one amount is (seed %i)',
  async (from) => {
    const client = await shop.client();
    await anyVisits(client, randomFrom(from));
    const [mine, theirs] = [await own(client), await seen(client)];
    const periods = statementPeriods(mine.visits).filter(({ value }) => value.length <= 7);
    for (const { value: period } of periods) {
      const books = await booksOf(client, period.padEnd(7, '%'));
      const of = ({ visits }: Pick<Statement, 'visits'>) =>
        statementSums(visits.filter((each) => isInPeriod(each, period)));
      expect([period, of(mine)]).toEqual([period, expect.objectContaining(books)]);
      const hidden = theirs.visits.filter((each) => isInPeriod(each, period) && each.paid_cents === null);
      expect(of(theirs)).toEqual(
        hidden.length === 0 ? of(mine) : { paid_cents: null, refunded_cents: null, total_cents: null },
      );
    }
    const rows = await db
      .selectFrom('bookings as b')
      .leftJoin('checkouts as c', 'c.id', 'b.checkout_id')
      .select('b.id')
      .where('b.user_id', '=', client.id)
      .where('c.has_chosen_price', '=', true)
      .execute();
    const hidden = theirs.visits.filter((each) => each.paid_cents === null).map(({ id }) => id);
    expect(hidden.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(mine.visits.filter((each) => each.paid_cents === null)).toEqual([]);
  },
);

describe('amounts that the client chose', () => {
  it('are hidden with everything of the same payment, also at $0, and what is listed does not tell', async () => {
    const client = await shop.client();
    const [chosen, beside] = await paidByCard(client, 30, [{ cents: 7300, chosen: true }, { cents: 8500 }]);
    await refund(chosen!, 1000, true);
    const [nothing] = await paidByCard(client, 20, [{ cents: 0, chosen: true, status: 'CANCELLED' }]);
    const { visits } = await seen(client);
    for (const id of [chosen!, beside!, nothing!])
      expect(rowOf({ visits }, id)).toMatchObject({
        paid_cents: null,
        refunded_cents: null,
        methods: ['CARD'],
      });
    expect(rowOf(await own(client), chosen!)).toMatchObject({ paid_cents: 7692, refunded_cents: 1000 });
  });

  it('of a price that is still open are none', async () => {
    const client = await shop.client();
    const id = await visit(client, 10, { service_id: stock.consult.id, price_chosen_by_client: true });
    expect(rowOf(await seen(client), id)).toMatchObject({ paid_cents: 0, methods: [] });
  });

  it('are shown for one period, which is recorded once for an action id', async () => {
    const client = await shop.client();
    const [old] = await paidByCard(client, 60 * 24, [{ cents: 7300, chosen: true }]);
    const [recent] = await paidByCard(client, 24, [{ cents: 9900, chosen: true }]);
    const action_id = randomUUID();
    const answers = await Promise.all([1, 2].map(() => reveal(client, '2026-12', action_id)));
    for (const { json } of answers) expect(json).toEqual({ visits: [rowOf(await own(client), old!)] });
    const one = { object_kind: 'CLIENT', object_id: client.id, user_id: client.id };
    expect(await actions()).toEqual([{ ...one, details: { period: '2026-12' } }]);
    clock.advance(1000);
    expect((await reveal(client, recent!)).json.visits).toMatchObject([{ id: recent, paid_cents: 10_750 }]);
    expect(await actions()).toHaveLength(2);
    const { rows } = (await staff.call(staffAuditLog, { query: { client: client.id } })).json;
    expect(rows.map(({ text, path }) => [writeOut(text), path])).toEqual([
      [
        expect.stringMatching(/^looked at the amounts that .+ chose, for a statement$/),
        `/clients/${client.id}`,
      ],
      [expect.stringMatching(/ chose, for a statement of 2026-12$/), `/clients/${client.id}`],
    ]);
    // Looking at them opens them for that answer alone.
    expect(rowOf(await seen(client), old!)!.paid_cents).toBeNull();
  });

  it('are not answered if that cannot be recorded', async () => {
    const client = await shop.client();
    await paidByCard(client, 24, [{ cents: 7300, chosen: true }]);
    await sql`create function refuse_record() returns trigger language plpgsql as
      $$ begin raise exception 'not recorded'; end $$`.execute(db);
    await sql`create trigger refuse_record before insert on staff_actions execute function refuse_record()`.execute(
      db,
    );
    const { status, text } = await reveal(client, '2027');
    await sql`drop function refuse_record cascade`.execute(db);
    expect(status).toBe(500);
    expect(text).not.toContain('paid_cents');
    // Control: recorded, they are.
    expect((await reveal(client, '2027')).text).toMatch(/8150/);
  });

  it.each(['', '26', '2026-1', '2026-01-01', 'x', '../2026'])('are not shown for %j', async (period) => {
    expect((await reveal(await shop.client(), period)).status).toBe(422);
  });
});
