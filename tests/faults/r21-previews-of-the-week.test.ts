import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { staffApplyHours, staffHours, staffPreviewHours } from '#contract/staff.calls.ts';
import { practice } from '#content/public/practice.ts';
import type { WeekChangeInput } from '#contract/hours.schemas.ts';
import { addDays, dayOfWeek } from '#domain/time/calendar.ts';
import { startOfDay } from '#domain/time/zone.ts';
import type { TestStaff } from '../support/app.ts';
import { p99, randomFrom, report, seed, size } from '../support/profile.ts';
import { emptyBooks, faultsOf, openShop, sessionOf, type Shop } from '../support/shop.ts';
import { type Client, dateIn, type Wish } from '../support/stock.ts';

const WEEKS = size(20, 5000);
const CONTROL_WEEKS = 400;
const FUTURE_BOOKINGS = 5000;
const random = randomFrom(seed);
const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)]!;

const shop = await openShop({ max: 16 });
const START = shop.clock.now();
const rulesOf = async (of: Shop) => await of.db.selectFrom('rules').selectAll().execute();
const stored = await rulesOf(shop);

async function startAgain(of: Shop) {
  of.clock.set(START);
  await emptyBooks(of);
  await of.db.deleteFrom('closures').execute();
  await of.db.deleteFrom('skipped_dates').execute();
  await of.db.deleteFrom('rules').execute();
  await of.db.insertInto('rules').values(stored).execute();
}

const anyWish = (): Wish => ({
  service: pick(['massage', 'massage', 'circle'] as const),
  days: 2 + Math.floor(random() * 5),
  start: '',
});
const withStart = (wish: Wish): Wish => ({
  ...wish,
  start:
    wish.service === 'circle' ? '6:00 AM' : pick(['8:00 AM', '9:00 AM', '10:00 AM', '1:00 PM', '3:00 PM']),
});

function anyChange(of: Shop): WeekChangeInput {
  const days = 2 + Math.floor(random() * 5);
  const date = dateIn(days, START);
  const service = pick(['massage', 'circle'] as const);
  const rule_id = of.stock[service].rules[dayOfWeek(date)]!;
  const massage = of.stock.massage.rules[dayOfWeek(date)]!;
  return pick<WeekChangeInput>([
    { kind: 'SKIP_DATE', rule_id, date, reason: '' },
    { kind: 'END_HOURS', rule_id, last: addDays(date, -1) },
    {
      kind: 'ADD_TIME_OFF',
      from: date,
      from_time: pick([null, '09:00']),
      to: addDays(date, pick([0, 1, 2])),
      to_time: pick([null, '14:00']),
      reason: '',
      shows_end: false,
    },
    {
      kind: 'CHANGE_HOURS',
      rule_id: massage,
      day: dayOfWeek(date),
      hours: {
        place: 'FIXED_LOCATION',
        start: pick(['08:00', '09:00', '12:00']),
        end: pick(['14:00', '17:00']),
        every: pick(['WEEK', 'TWO_WEEKS']),
        from: date,
        until: null,
        step: 60,
        seats: null,
      },
    },
  ]);
}

/** The live seats that no hours carry, or that lie in time off: read from the tables, by plain SQL. */
async function outsideOf(of: Shop): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b
    where b.status in ('PENDING', 'CONFIRMED') and (
      exists (select from closures c where c.starts_at < b.end_time and c.ends_at > b.start_time)
      or not exists (
        select from rules r, lateral (
          select (b.start_time at time zone ${practice.zone}) as starts, (b.end_time at time zone ${practice.zone}) as ends) w
        where r.service_id = b.service_id and r.is_active and r.location_type = b.location_type
          and w.starts::date >= r.start_date and (r.end_date is null or w.starts::date <= r.end_date)
          and extract(dow from w.starts) = r.day_of_week
          and (r.pattern is distinct from 'BIWEEKLY' or ((w.starts::date - r.start_date) / 7) % 2 = 0)
          and not exists (select from skipped_dates k where k.rule_id = r.id and k.date = w.starts::date)
          and case when b.format = 'ONE_ON_ONE'
            then w.starts::time >= r.start_time::time and w.ends::time <= r.end_time::time
            else w.starts::time = r.start_time::time end))
    order by b.id`.execute(of.db);
  return rows.map(({ id }) => id);
}

type Outcome = 'EQUAL' | 'CHANGED' | 'REFUSED' | 'DIFFERENT';

/** Previews a random change; then perhaps someone books; then it is applied. */
async function tryWeek(
  of: Shop,
  staff: TestStaff,
  { clients, isCompared }: { clients: readonly Client[]; isCompared: boolean },
): Promise<Outcome> {
  await startAgain(of);
  const wishes = clients.slice(0, 3).map(() => withStart(anyWish()));
  for (const [n, wish] of wishes.entries()) {
    const { body } = await of.checkout(clients[n]!, [wish]);
    if (body.url && n < 2) await of.pay(sessionOf(body.url));
  }
  const change = anyChange(of);
  const ask = () => staff.call(staffPreviewHours, { body: { change } });
  const { status, json } = await ask();
  if (status !== 200) return 'REFUSED';
  if (random() < 0.6) await of.checkout(clients[3]!, [withStart(anyWish())]);
  const applied = await staff.call(staffApplyHours, {
    body: {
      action_id: randomUUID(),
      change,
      // The control names what is there now, as if nothing were compared with what was shown.
      preview_hash: (isCompared ? json : (await ask()).json).preview_hash,
      decisions: [],
    },
  });
  if (applied.json.code === 'PREVIEW_CHANGED') return 'CHANGED';
  if (applied.status !== 200) return 'REFUSED';
  const shown = [...json.bookings, ...json.holds].map(({ id }) => id).sort();
  return JSON.stringify(shown) === JSON.stringify(await outsideOf(of)) ? 'EQUAL' : 'DIFFERENT';
}

/** So many random weeks at most, until enough has been met. */
async function tryWeeks(
  of: Shop,
  most: number,
  isCompared: boolean,
  isEnough: (outcomes: Readonly<Record<Outcome, number>>, weeks: number) => boolean,
) {
  const staff = await of.signInStaff();
  const clients = await of.clients(4);
  const outcomes = { EQUAL: 0, CHANGED: 0, REFUSED: 0, DIFFERENT: 0 };
  let weeks = 0;
  for (; weeks < most && !isEnough(outcomes, weeks); weeks++)
    outcomes[await tryWeek(of, staff, { clients, isCompared })]++;
  return { outcomes, weeks };
}

it(
  'R21: what is applied is what was shown, with holds arriving in between',
  { timeout: 3_600_000 },
  async () => {
    const { outcomes, weeks } = await tryWeeks(
      shop,
      WEEKS * 4,
      true,
      ({ CHANGED }, count) => count >= WEEKS && CHANGED > 0,
    );
    const isSound =
      outcomes.DIFFERENT === 0 &&
      outcomes.EQUAL > weeks / 4 &&
      outcomes.CHANGED > 0 &&
      (await faultsOf(shop)).length === 0;
    report(
      'R21',
      'a change of the week does exactly what its preview showed, or shows a new one',
      `${weeks} random weeks: ${outcomes.EQUAL} equal, ${outcomes.CHANGED} shown again, ${outcomes.REFUSED} refused, ${outcomes.DIFFERENT} different; seed ${seed}`,
      isSound,
    );
    expect(isSound, JSON.stringify(outcomes)).toBe(true);
  },
);

it('R21: control: without the comparison, what is applied differs from what was shown', async () => {
  const isFound = ({ DIFFERENT }: Readonly<Record<Outcome, number>>) => DIFFERENT > 0;
  const { outcomes } = await tryWeeks(shop, CONTROL_WEEKS, false, isFound);
  expect(outcomes.DIFFERENT).toBeGreaterThan(0);
});

it('R21: a preview over 5,000 bookings to come is quick', async () => {
  await startAgain(shop);
  const first = startOfDay(addDays(dateIn(40, START), 0), practice.zone);
  const [client] = await shop.clients(1);
  await sql`with seats as (
      insert into appointments (service_id, location_type, start_time, end_time, blocked_until, capacity, taken)
      select ${shop.stock.massage.id}::uuid, 'FIXED_LOCATION', s, s + interval '45 min', s + interval '60 min', 1, 1
      from generate_series(0, ${FUTURE_BOOKINGS - 1}) n, lateral (select ${first}::timestamptz + n * interval '1 hour' as s) at
      returning id, start_time, end_time, blocked_until)
    insert into bookings (id, user_id, appointment_id, status, price_cents, service_id, service_name, service_type, format,
      start_time, end_time, blocked_until, location_type, location_name, created_at, updated_at, payment)
    select gen_random_uuid(), ${client!.id}::uuid, id, 'CONFIRMED', 8500, ${shop.stock.massage.id}::uuid, 'Massage', 'YOGA', 'ONE_ON_ONE',
      start_time, end_time, blocked_until, 'FIXED_LOCATION', 'Secret Studio', now(), now(), 'LATER' from seats`.execute(
    shop.db,
  );
  await sql`analyze bookings`.execute(shop.db);
  const staff = await shop.signInStaff();
  const { json: week } = await staff.call(staffHours);
  const row = week.hours.find(({ service_id }) => service_id === shop.stock.massage.id)!;
  const change: WeekChangeInput = {
    kind: 'CHANGE_HOURS',
    rule_id: row.id,
    day: row.day,
    hours: {
      place: 'FIXED_LOCATION',
      start: '08:00',
      end: '11:00',
      every: 'WEEK',
      from: null,
      until: null,
      step: 60,
      seats: null,
    },
  };
  const times: number[] = [];
  let touched = 0;
  for (let n = 0; n < size(8, 40); n++) {
    const begun = performance.now();
    const { json } = await staff.call(staffPreviewHours, { body: { change } });
    times.push(performance.now() - begun);
    touched = json.bookings.length;
  }
  expect(touched).toBeGreaterThan(100);
  const slowest = p99(times);
  report(
    'R21',
    'a preview over 5,000 bookings to come takes at most 400 ms',
    `preview over 5,000 bookings: p99 ${Math.round(slowest)} ms, ${touched} touched`,
    slowest <= 400,
  );
  expect(slowest).toBeLessThan(size(2000, 400));
});
