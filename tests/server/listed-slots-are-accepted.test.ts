import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { getSlots } from '#contract/client.calls.ts';
import { otherAudience } from '#domain/slots/access.ts';
import { AUDIENCES } from '#domain/slots/services.ts';
import { addDays } from '#domain/time/calendar.ts';
import { NO_LIMITS } from '#domain/slots/day-limits.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import type { CheckoutItem } from '#contract/checkout.schemas.ts';
import type { Service, Slot } from '#contract/services.schemas.ts';
import { practice } from '#content/public/practice.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import { holdSeats } from '#server/seats/hold-seats.ts';
import { validateCart } from '#server/checkout/validate-cart.ts';
import { releaseCheckout } from '#server/seats/release-seats.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readPracticeFacts } from '#server/seats/practice-facts.ts';
import { KNOWN_CLIENT } from '../support/known-client.ts';
import { type TestClient, testApp } from '../support/app.ts';

const { db, clock, signInClient, visit } = await testApp();
const TODAY = '2026-03-02';
/** Every quarter of an hour between 7 AM and 8 PM. */
const TIMES = Array.from({ length: 53 }, (_, quarter) => 7 * 60 + quarter * 15);

let clients: {
  client: TestClient;
  house_call_approved: boolean;
  marked_known: boolean;
  address: unknown;
}[];
let services: Service[];

beforeAll(async () => {
  services = (await visit('/get-all-wellness-services')).json<Service[]>();
  clients = await Promise.all(
    ['demo@example.com', 'new@example.com'].map(async (email) => {
      const client = await signInClient(email);
      const user = await db
        .selectFrom('users')
        .select(['house_call_approved', 'marked_known', 'address'])
        .where('id', '=', client.user_id)
        .executeTakeFirstOrThrow();
      return { client, ...user };
    }),
  );
});

type Who = (typeof clients)[number];

/** Holds like the checkout: the slot engine, then the database. Returns the checkout's id or the code of the refusal. */
async function hold(
  who: Who,
  service: Service,
  date: string,
  time: { schedule_id: string; start: string; end: string },
) {
  const now = clock.now();
  const price = Math.round((service.suggested_price ?? service.base_price) * 100);
  const item: CheckoutItem = {
    service_id: service.id,
    schedule_id: time.schedule_id,
    start_time: time.start,
    end_time: time.end,
    selectedDate: date,
    selected_price: price,
  };
  const { user_id } = who.client;
  const facts = await readPracticeFacts(db, { user_id, from: date, to: date });
  const cart = { items: [item], total_amount: price, user: who, now, zone: practice.zone };
  const lines = validateCart(facts, cart);
  if (lines instanceof Refusal) return { ok: false as const, code: lines.code };
  const id = randomUUID();
  const other_audience = otherAudience(who.marked_known || facts.had_visit);
  const { catalogue } = facts;
  const terms = { ...KNOWN_CLIENT, other_audience, limited: catalogue.limits && catalogue };
  const answer = await holdSeats(db, checkoutOf(id, user_id, lines, price), terms, now);
  return answer.ok ? { ok: true as const, id } : { ok: false as const, code: answer.reason };
}

function checkoutOf(id: string, user_id: string, lines: readonly CheckoutLine[], subtotal_cents: number) {
  const later = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  return {
    id,
    user_id,
    cart_hash: id,
    lines,
    subtotal_cents,
    currency: 'usd',
    refund_policy: { full_refund_hours: 24 },
    customer_id: 'cus_test',
    customer_email: 'test@example.com',
    session_expires_at: later(35),
    hold_expires_at: later(40),
    next_check_at: later(1),
  };
}

/** Moves a checkout's seats to bookings, so that they stay and its owner can open another. */
async function keep(id: string) {
  await db.updateTable('bookings').set({ status: 'CONFIRMED' }).where('checkout_id', '=', id).execute();
  await db.updateTable('checkouts').set({ state: 'CONFIRMED' }).where('id', '=', id).execute();
}

async function listed(who: Who, service: Service, date: string): Promise<Slot[]> {
  const { json, status } = await who.client.call(getSlots, { body: { service, date } });
  return status === 200 ? json : [];
}

const SOME_LIMITS = { ...NO_LIMITS, sessions_a_day: 4, hours_a_week: 12, break_minutes: 45 };

test.each([
  ['', NO_LIMITS],
  [' and days are limited', SOME_LIMITS],
])('a slot is listed if and only if its hold is accepted, as the calendar fills up%s', async (_, limits) => {
  const setting = { name: 'limits', value: JSON.stringify(limits), updated_at: clock.now() };
  await db.deleteFrom('practice_settings').execute();
  await db.insertInto('practice_settings').values(setting).execute();
  const rules = await db.selectFrom('rules').select(['id', 'service_id']).execute();
  const visits = fc.record({
    who: fc.nat(1),
    service: fc.nat(),
    day: fc.integer({ min: -1, max: 32 }),
    pick: fc.nat(),
    stays: fc.boolean(),
    unlisted: fc.array(fc.record({ rule: fc.nat(), time: fc.nat(TIMES.length - 1) }), { maxLength: 6 }),
  });
  // Every third rule does not open on one of the dates.
  for (const [n, { id }] of rules.entries()) {
    const dates = [3, 9, 10, 16, 17, 18, 25].map((days) => addDays(TODAY, days + (n % 5)));
    if (n % 3 === 0)
      await db
        .insertInto('skipped_dates')
        .values(dates.map((date) => ({ rule_id: id, date })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  // Two of three services are for new or for known clients.
  for (const [n, { id }] of services.entries())
    await db
      .updateTable('services')
      .set({ audience: AUDIENCES[n % AUDIENCES.length]! })
      .where('id', '=', id)
      .execute();
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(visits, async (visit) => {
      const who = clients[visit.who]!;
      const service = services[visit.service % services.length]!;
      const date = addDays(TODAY, visit.day);
      const slots = await listed(who, service, date);

      const own = rules.filter(({ service_id }) => service_id === service.id);
      for (const { rule, time } of visit.unlisted) {
        const schedule_id = own[rule % own.length]!.id;
        const start = formatTime(TIMES[time]!);
        const end = formatTime(TIMES[time]! + service.duration);
        if (slots.some((slot) => slot.schedule_id === schedule_id && slot.start === start)) continue;
        expect((await hold(who, service, date, { schedule_id, start, end })).ok).toBe(false);
      }

      const slot = slots[visit.pick % slots.length];
      if (!slot) return;
      const other = clients[1 - visit.who]!;
      const sameTime = ({ start }: Slot) => start === slot.start;
      // Who has a seat in a class is not offered another.
      const wasSeen = (await listed(other, service, date)).some(sameTime);
      const answer = await hold(who, service, date, slot);
      expect(answer, `${service.name} ${date} ${slot.start}`).toMatchObject({ ok: true });
      if (!answer.ok) return;
      accepted += 1;
      try {
        // One's own open checkout is not taken for oneself, but it is for everybody else.
        expect(await listed(who, service, date)).toContainEqual(slot);
        const seen = (await listed(other, service, date)).find(sameTime);
        expect(seen?.available_spots).toBe(
          !wasSeen || slot.available_spots === undefined || slot.available_spots === 1
            ? undefined
            : slot.available_spots - 1,
        );
      } finally {
        if (visit.stays) await keep(answer.id);
        else await releaseCheckout(db, answer.id, 'CANCELLED', clock.now());
      }
    }),
    { numRuns: 150 },
  );
  // The second run finds the calendar of the first one.
  expect(accepted).toBeGreaterThan(5);
});
