import { LOCATION_TYPES } from '#domain/slots/services.ts';
import { sql } from 'kysely';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { openMinutes, type Span } from '#domain/slots/open-minutes.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { flag, instant, maybe, readRows, type RowOf, text } from '../db/rows.ts';
import { openRulesOf, readPracticeFacts } from './practice-facts.ts';

/** One-to-one time of the coming days: unpaid holds, and the open minutes that are not paid for. */
type UnpaidHolds = {
  open_minutes: number;
  held_minutes: number;
  /** The part of `held_minutes` that new clients hold. */
  new_minutes: number;
  accounts: number;
  new_accounts: number;
  /** Number of networks of the new clients. */
  networks: number;
};

/** The period begins tomorrow. */
const DAYS_AHEAD = 14;

const SESSION = {
  start_time: instant,
  blocked_until: instant,
  is_paid: flag,
  is_known: flag,
  user_id: maybe(text),
  network: maybe(text),
};
type Session = RowOf<typeof SESSION>;

export async function selectUnpaidHolds(db: Db, now: Date): Promise<UnpaidHolds> {
  const { zone } = practice;
  const today = localDateOf(now, zone);
  const dates = Array.from({ length: DAYS_AHEAD }, (_, n) => addDays(today, n + 1));
  const [from, to] = [startOfDay(dates[0]!, zone), startOfDay(addDays(dates.at(-1)!, 1), zone)];
  const { catalogue } = await readPracticeFacts(db, { user_id: null, from: today, to: today });
  const sessions = sql`
    select a.start_time, a.blocked_until, b.status = 'CONFIRMED' as is_paid, coalesce(c.is_known, true) as is_known,
      b.user_id, c.network
    from appointments a
    join bookings b on b.appointment_id = a.id and b.format = 'ONE_ON_ONE'
    left join checkouts c on c.id = b.checkout_id
    where tstzrange(a.start_time, a.blocked_until) && tstzrange(${from}, ${to})
      and a.start_time >= ${from} and a.start_time < ${to}
      and (b.status = 'CONFIRMED' or (b.status = 'PENDING' and c.state in ('CREATED', 'OPEN')))`;
  const rows = await readRows(db, SESSION, sessions);
  const busy = [...rows.filter(({ is_paid }) => is_paid).map(spanOf), ...catalogue.busy_elsewhere];
  const rules = openRulesOf(catalogue, LOCATION_TYPES);
  const { classes, closures } = catalogue;
  const held = rows.filter(({ is_paid }) => !is_paid);
  const heldByNew = held.filter(({ is_known }) => !is_known);
  return {
    open_minutes: dates.reduce(
      (sum, date) => sum + openMinutes({ rules, classes, closures, busy, date, zone }),
      0,
    ),
    held_minutes: minutesOf(held),
    new_minutes: minutesOf(heldByNew),
    accounts: countDistinct(held.map(({ user_id }) => user_id)),
    new_accounts: countDistinct(heldByNew.map(({ user_id }) => user_id)),
    networks: countDistinct(heldByNew.map(({ network }) => network)),
  };
}

/** Returns the share of the open minutes, between 0 and 1. */
export function shareOf(minutes: number, { open_minutes }: Pick<UnpaidHolds, 'open_minutes'>): number {
  return open_minutes > 0 ? Math.min(1, minutes / open_minutes) : 0;
}

const spanOf = ({ start_time, blocked_until }: Session): Span => ({
  start: start_time.getTime(),
  end: blocked_until.getTime(),
});
const minutesOf = (sessions: readonly Session[]) =>
  sessions.map(spanOf).reduce((sum, { start, end }) => sum + (end - start) / 60_000, 0);
const countDistinct = (names: readonly (string | null)[]) =>
  new Set(names.filter((name) => name !== null)).size;
