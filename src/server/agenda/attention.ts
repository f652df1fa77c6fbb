import { practice } from '#content/public/practice.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { bookableWindow } from '#domain/availability.ts';
import { addDays } from '#domain/calendar.ts';
import { formatDayMonth } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import type { Db } from '../db/pool.ts';
import { readCatalogue } from '../seats/practice-facts.ts';
import type { Catalogue } from '../seats/slot-facts.ts';
import { type AttentionData, selectAttention } from './attention-store.ts';

const { zone } = practice;
type Notice = AttentionData['notices'][number];

const bookingPath = (id: string) => `/bookings/${id}`;

type About = { booking_id: string | null; user_id: string | null };

/** What an item opens: the booking that it is about, else the client. */
function openOf({ booking_id, user_id }: About): Pick<AttentionItem, 'path' | 'label'> {
  if (booking_id !== null) return { path: bookingPath(booking_id), label: 'Open booking' };
  if (user_id !== null) return { path: `/clients?client=${user_id}`, label: 'Open client' };
  return { path: null, label: '' };
}
const calendarPath = (date: string) => `/calendar?date=${date}`;
const iso = (ms: number) => new Date(ms).toISOString();

/** Computes what needs attention now, newest first, without what is dismissed (rules.md §9). */
export async function readAttention(db: Db, now: Date): Promise<AttentionItem[]> {
  const today = localDateOf(now, zone);
  const data = await selectAttention(db, startOfDay(addDays(today, 2), zone), now);
  const catalogue = await readCatalogue(db, data.version);
  const items = [
    ...data.forms.map((row) => missingForms(row, today)),
    ...data.notices.map(paymentNotice),
    ...data.mails.map(failedMail),
    ...data.time_off.map(bookingsInTimeOff),
    ...data.balances.map(unpaidVisit),
    ...data.house_calls.map(houseCallRequest),
    ...endingHours(catalogue, today).filter(({ object_id }) => !data.dismissed_hours.includes(object_id)),
  ];
  return items.toSorted((a, b) => b.at.localeCompare(a.at) || a.object_id.localeCompare(b.object_id));
}

/** A booking with missing forms needs attention from the day before it, or from when it was made. */
function missingForms(row: AttentionData['forms'][number], today: string): AttentionItem {
  const { id, start_time, created_at, missing } = row;
  const date = localDateOf(start_time, zone);
  const since = startOfDay(addDays(date, -1), zone).getTime();
  const forms = missing.map((name) => `“${name}”`);
  const list = forms.length < 2 ? forms[0]! : `${forms.slice(0, -1).join(', ')} and ${forms.at(-1)}`;
  return {
    kind: 'FORMS_MISSING',
    object_id: id,
    at: iso(Math.max(created_at, since)),
    text: `${row.first_name || 'A client'} comes ${date === today ? 'today' : 'tomorrow'}; ${list} ${forms.length === 1 ? 'isn’t' : 'aren’t'} filled in.`,
    path: bookingPath(id),
    label: 'Open booking',
  };
}

function paymentNotice(notice: Notice): AttentionItem {
  const { kind, cause, at } = notice;
  return {
    kind: kind === 'refund-failed' || kind === 'refund-refused' ? 'REFUND_FAILED' : 'PAYMENT_NOTICE',
    object_id: `${kind}:${cause}`,
    at: iso(at),
    text: noticeText(notice),
    ...openOf(notice),
  };
}

function noticeText({ kind, cause, amount_cents, first_name, is_hidden, service_name }: Notice): string {
  const who = first_name === null ? 'a former client' : first_name || 'a client';
  const amount = amount_cents === null || is_hidden ? '' : ` of ${formatCents(amount_cents)}`;
  switch (kind) {
    case 'refund-failed':
      return `A refund${amount} to ${who} was returned by the bank.`;
    case 'refund-refused':
      return `A refund${amount} to ${who} was refused.`;
    case 'refund-elsewhere':
      return `A payment${amount} by ${who} was refunded at the payment provider. The booking stays.`;
    case 'payment-disputed': {
      const outcome = cause.slice(cause.lastIndexOf(':') + 1);
      if (outcome === 'opened') return `A payment${amount} by ${who} is disputed.`;
      return `The dispute about a payment${amount} by ${who} was ${outcome}.`;
    }
    case 'payment-misfit':
      return `A payment${amount} by ${who} doesn’t match its checkout.`;
    case 'balance-returned':
      return `An online payment${amount} by ${who} goes back: it was no longer due.`;
    case 'product-gone':
      return `${service_name ?? 'A service'} has lost its product at the payment provider.`;
    case 'payment-unmatched':
      return `A payment${amount} has no booking.`;
    case 'unmatched-refunded':
      return `A payment${amount} without a booking was refunded.`;
    case 'unmatched-refused':
      return 'A payment without a booking couldn’t be refunded.';
    default:
      return 'Payments differ between this site and the payment provider.';
  }
}

/** 'petra@…': enough to recognise the client. */
function failedMail({ id, to_address, created_at, ...about }: AttentionData['mails'][number]): AttentionItem {
  return {
    kind: 'MAIL_FAILED',
    object_id: id,
    at: iso(created_at),
    text: `E-mail to ${to_address.slice(0, to_address.indexOf('@') + 1)}… couldn’t be delivered.`,
    ...openOf(about),
  };
}

function bookingsInTimeOff({
  id,
  count,
  first_start,
  booked_at,
}: AttentionData['time_off'][number]): AttentionItem {
  return {
    kind: 'IN_TIME_OFF',
    object_id: id,
    at: iso(booked_at),
    text: count === 1 ? '1 booking falls in your time off.' : `${count} bookings fall in your time off.`,
    path: calendarPath(localDateOf(first_start, zone)),
    label: 'Open calendar',
  };
}

/** An amount that the client chose or will choose is not named (rules.md §9). */
function unpaidVisit(row: AttentionData['balances'][number]): AttentionItem {
  const { id, first_name, start_time, end_time, balance_cents, is_hidden } = row;
  const whose = first_name ? `${first_name}’s` : 'A client’s';
  const date = formatDayMonth(localDateOf(start_time, zone));
  return {
    kind: 'BALANCE',
    object_id: id,
    at: iso(end_time),
    text: `${whose} visit on ${date} isn’t paid${is_hidden ? '' : `: ${formatCents(balance_cents)}`}.`,
    path: bookingPath(id),
    label: 'Open booking',
  };
}

function houseCallRequest({
  user_id,
  first_name,
  visits,
  requested_at,
}: AttentionData['house_calls'][number]): AttentionItem {
  return {
    kind: 'HOUSE_CALL_REQUEST',
    object_id: user_id,
    client_id: user_id,
    at: iso(requested_at),
    text: `${first_name || 'A client'} (${visits} ${visits === 1 ? 'visit' : 'visits'}) asks for house calls.`,
    path: null,
    label: '',
  };
}

/**
 * Services whose last repeating rule ends within the bookable window. A one-day rule is an extra opening and does not
 * count. Each is shown from the day on which its end comes into the window.
 */
function endingHours(catalogue: Catalogue, today: string): AttentionItem[] {
  const { latest } = bookableWindow([], today);
  const days = Math.round(
    (startOfDay(latest, 'UTC').getTime() - startOfDay(today, 'UTC').getTime()) / 86_400_000,
  );
  return [...catalogue.rules].flatMap(([service_id, rules]): AttentionItem[] => {
    const ends = rules
      .filter(({ start_date, end_date }) => start_date !== end_date)
      .map(({ end_date }) => end_date ?? '9999');
    const last = ends.toSorted().at(-1);
    if (last === undefined || last < today || last >= latest) return [];
    const name = catalogue.services.get(service_id)!.name;
    return [
      {
        kind: 'HOURS_ENDING',
        object_id: `${service_id}:${last}`,
        at: startOfDay(addDays(last, -days), zone).toISOString(),
        text: `${name} can’t be booked after ${formatDayMonth(last)}: its hours end.`,
        path: calendarPath(last),
        label: 'Open calendar',
      },
    ];
  });
}
