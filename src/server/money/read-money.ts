import type { z } from 'zod';
import { practice } from '#content/public/practice.ts';
import type { Report, staffPayments, staffPayouts } from '#contract/money.schemas.ts';
import { monthReport } from '#domain/money/month-report.ts';
import { addDays, dayNumberOf, daysOfMonth, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { namesOf } from '../agenda/present-session.ts';
import type { Db } from '../db/pool.ts';
import type { PaymentDeps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isForbidden } from '../ports/payments.ts';
import { type Days, type PaymentQuery, selectMonth, selectPayments, selectVisiblePayments } from './store.ts';

const PAGE = 50;
const MOST_DAYS_OF_PAYOUTS = 31;
/** Of a table that is not asked of the provider. */
export const MOST_DAYS = 366;

/** Reads from when until when staff ask; both days count, at most `most` of them. */
export function daysOf({ from, to }: { from: LocalDate; to: LocalDate }, most: number): Days | Refusal {
  const length = dayNumberOf(to) - dayNumberOf(from) + 1;
  const problem = `Please choose a day up to ${most} days after the first one.`;
  if (!isLocalDate(from)) return refuse('INVALID_INPUT', { details: { from: 'There is no such date.' } });
  if (!isLocalDate(to) || length < 1 || length > most)
    return refuse('INVALID_INPUT', { details: { to: problem } });
  return daysFrom(from, to);
}

const daysFrom = (from: LocalDate, to: LocalDate): Days => ({
  from: startOfDay(from, practice.zone),
  to: startOfDay(addDays(to, 1), practice.zone),
});

/** Lists payments, what is due and what is being paid, page by page (rules.md §9). */
export async function listPayments(
  db: Db,
  { filter, after, ...asked }: z.output<typeof staffPayments.query>,
  now: Date,
): Promise<z.input<typeof staffPayments.answer> | Refusal> {
  const days = daysOf(asked, MOST_DAYS);
  if (days instanceof Refusal) return days;
  const place = after === undefined ? null : placeOf(after);
  if (after !== undefined && place === null) return refuse('INVALID_INPUT');
  const { rows, totals } = await selectPayments(
    db,
    { ...days, filter: filter ?? null, after: place, limit: PAGE + 1 },
    now,
  );
  const last = rows.length > PAGE ? rows[PAGE - 1]! : null;
  return {
    rows: rows.slice(0, PAGE).map(({ client, ...row }) => ({
      ...row,
      client: client && { id: client.id, name: namesOf(client).name },
    })),
    next: last && `${last.micros}.${last.id}`,
    totals,
  };
}

function placeOf(cursor: string): PaymentQuery['after'] {
  const [, micros, id] = /^(\d{1,16})\.([\w-]{1,120})$/.exec(cursor) ?? [];
  return id === undefined ? null : { micros: Number(micros), id };
}

/** Asks the provider for payouts. One with an amount that a client chose has no sum: less the others it would be that one. */
export async function listPayouts(
  { db, payments, log }: PaymentDeps,
  { from, to }: z.output<typeof staffPayouts.query>,
): Promise<z.input<typeof staffPayouts.answer> | Refusal> {
  const days = daysOf({ from, to }, MOST_DAYS_OF_PAYOUTS);
  if (days instanceof Refusal) return days;
  const found = await payments.listPayouts({ from, to: addDays(to, 1) });
  if (!found.ok) {
    log.warn({ code: found.code, reason: found.reason }, 'The payouts could not be read');
    if (isForbidden(found)) return { can_read: false, payouts: [] };
    const message = 'Our payment provider can’t be reached right now. Please try again in a minute.';
    return refuse('PAYMENT_PROVIDER', { message });
  }
  const intents = found.value.flatMap(({ contents }) => contents?.intents ?? []);
  const seen = await selectVisiblePayments(db, intents);
  const payouts = found.value.map(({ amount_cents, ...payout }) => {
    const isSeen = payout.contents?.intents.every((intent) => seen.has(intent));
    return { ...payout, cents: isSeen ? amount_cents : null };
  });
  return { can_read: true, payouts };
}

/** A payment of the last evening may be known days later: of a slow bank, or of a checkout that was lost. */
const DAYS_UNTIL_CLOSED = 3;

/** Reads the figures of a month 'YYYY-MM' (rules.md §9). */
export async function readReport(db: Db, month: string, now: Date): Promise<Report> {
  const { from, to } = daysOfMonth(month);
  const is_closed = now >= startOfDay(addDays(to, 1 + DAYS_UNTIL_CLOSED), practice.zone);
  return monthReport(await selectMonth(db, daysFrom(from, to), now), is_closed);
}
