import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { Client, ClientPage } from '#contract/clients.schemas.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { formatDayMonth, formatMonthTitle } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { formatCount } from '#domain/text/sentences.ts';

const { zone } = practice;

/** What is worth knowing of a record: how its client can be reached and signs in. */
export function loginText({ has_login, invited_at, email, phone }: Client): string {
  if (has_login) return '';
  if (invited_at !== null) return `Invited ${formatDayMonth(localDateOf(invited_at, zone))}`;
  if (email === '') return 'No login, phone only';
  return phone === null ? 'No login, e-mail only' : 'No login';
}

/** '11 visits' */
export const visitsText = (visits: number): string =>
  visits === 0 ? 'No visits yet' : formatCount(visits, 'visit');

/** '14 visits since May 2025, 0 missed' */
export function rhythmText({ visits, missed, since }: ClientPage['rhythm']): string {
  const from = since === null ? '' : ` since ${formatMonthTitle(yearMonthOf(since))}`;
  return `${visitsText(visits)}${from}, ${missed} missed`;
}

/** 'Nothing', '$85', '$85, and a price that the client chooses' */
export function balanceText({ cents, has_open_price }: ClientPage['balance']): string {
  if (!has_open_price) return cents === 0 ? 'Nothing' : formatCents(cents);
  return cents === 0
    ? 'A price that the client chooses'
    : `${formatCents(cents)}, and a price that the client chooses`;
}

type Visits = ClientPage['visits'];
const startsAfter = (now: Date | null) => (booking: SessionRow) =>
  now !== null && Date.parse(booking.start_time) > now.getTime();

/** The next visit first. */
export const visitsToCome = (visits: Visits, now: Date | null): SessionRow[] =>
  visits
    .map(({ booking }) => booking)
    .filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
    .filter(startsAfter(now))
    .toReversed();

/** Visits that took place, are going on, or were missed; the last one first. */
export const pastVisits = (visits: Visits, now: Date | null): SessionRow[] =>
  visits
    .map(({ booking }) => booking)
    .filter(({ status }) => status === 'CONFIRMED' || status === 'COMPLETED' || status === 'NO_SHOW')
    .filter((booking) => !startsAfter(now)(booking));

/** The visit that a message is about: the next one, else the last one; null if there is none. */
export const messageVisit = (visits: Visits, now: Date): SessionRow | null =>
  visitsToCome(visits, now)[0] ?? pastVisits(visits, now)[0] ?? null;
