import { practice } from '#content/public/practice.ts';
import type { AttentionItem } from '#contract/agenda.schemas.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatClock, formatClockRange, formatDayMonth, formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { isolate, nameOr } from '#domain/people/personal.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { formatCount, formatList } from '#domain/text/sentences.ts';
import { problemText } from '../calendars/fetch-calendar.ts';
import type { Db } from '../db/pool.ts';
import { readCatalogue, type Catalogue } from '../seats/practice-facts.ts';
import { type AttentionData, selectAttention, UNREAD_HOURS } from './attention-store.ts';
import { noticeAdvice, noticeKind, noticeText } from './payment-notices.ts';

const { zone } = practice;
const bookingPath = (id: string) => `/bookings/${id}`;

const UNREAD_MS = UNREAD_HOURS * 60 * 60_000;

type About = { booking_id: string | null; user_id: string | null };

type Action = Pick<AttentionItem, 'path' | 'label' | 'advice'>;
const open = (path: string, label: string): Action => ({ path, label, advice: null });

/** What an item opens: the booking that it is about, else the client, else what to do. */
function actionOf({ booking_id, user_id }: About, advice: string): Action {
  if (booking_id !== null) return open(bookingPath(booking_id), 'Open booking');
  if (user_id !== null) return open(`/clients/${user_id}`, 'Open client');
  return { path: null, label: 'What to do', advice };
}

const dayText = (day: string | number): string =>
  formatDayMonth(typeof day === 'string' ? day : localDateOf(day, zone));
const aClient = (first_name: string | null) => nameOr(first_name, 'A client');

const calendarPath = (date: string) => `/calendar?date=${date}`;
const iso = (ms: number) => new Date(ms).toISOString();

/** Computes what needs attention now, newest first, without what is dismissed (rules.md §9). */
export async function readAttention(db: Db, now: Date): Promise<AttentionItem[]> {
  const today = localDateOf(now, zone);
  const days = { until: startOfDay(addDays(today, 2), zone), today: startOfDay(today, zone) };
  const data = await selectAttention(db, days, now);
  const catalogue = await readCatalogue(db, data.version);
  const items = [
    ...data.forms.map((row) => missingForms(row, today)),
    ...data.notices.map(paymentNotice),
    ...data.mails.map(failedMail),
    ...data.time_off.map(bookingsInTimeOff),
    ...data.balances.map(unpaidVisit),
    ...data.house_calls.map(houseCallRequest),
    ...data.unmatched.map(unmatchedPayment),
    ...data.roomless.map(withoutRoom),
    ...data.calendars.map((row) => otherCalendar(row, now)),
    ...data.conflicts.map(calendarConflict),
    ...(data.notes ? [unsignedNotes(data.notes)] : []),
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
  return {
    kind: 'FORMS_MISSING',
    object_id: id,
    at: iso(Math.max(created_at, since)),
    text: `${aClient(row.first_name)} comes ${date === today ? 'today' : 'tomorrow'}; ${formatList(forms)} ${forms.length === 1 ? 'isn’t' : 'aren’t'} filled in.`,
    ...open(bookingPath(id), 'Open booking'),
  };
}

function paymentNotice(notice: AttentionData['notices'][number]): AttentionItem {
  const { kind, cause, at } = notice;
  return {
    kind: noticeKind(notice),
    object_id: `${kind}:${cause}`,
    at: iso(at),
    text: `${dayText(at)}: ${noticeText(notice)}`,
    ...actionOf(notice, noticeAdvice(notice)),
  };
}

const NO_RECORD =
  'It was about no visit and no client’s record. If other e-mails fail too, check the settings of the mail server.';

/** 'petra@…': enough to recognise the client. */
function failedMail({ id, to_address, created_at, ...about }: AttentionData['mails'][number]): AttentionItem {
  const name = to_address.slice(0, to_address.indexOf('@') + 1);
  return {
    kind: 'MAIL_FAILED',
    object_id: id,
    at: iso(created_at),
    text: `E-mail to ${isolate(name)}… of ${dayText(created_at)} couldn’t be delivered.`,
    ...actionOf(about, NO_RECORD),
  };
}

function bookingsInTimeOff({
  id,
  count,
  first_name,
  first_start,
  booked_at,
}: AttentionData['time_off'][number]): AttentionItem {
  return {
    kind: 'IN_TIME_OFF',
    object_id: id,
    at: iso(booked_at),
    text: `${aClient(first_name)}’s booking on ${dayText(first_start)} ${count === 1 ? 'falls' : `and ${count - 1} more fall`} in your time off.`,
    ...open(calendarPath(localDateOf(first_start, zone)), 'Open calendar'),
  };
}

/** An amount that the client chose or will choose is not named (rules.md §9). */
function unpaidVisit(row: AttentionData['balances'][number]): AttentionItem {
  const { id, first_name, start_time, end_time, balance_cents, is_hidden } = row;
  return {
    kind: 'BALANCE',
    object_id: id,
    at: iso(end_time),
    text: `${aClient(first_name)}’s visit on ${dayText(start_time)} isn’t paid${is_hidden ? '' : `: ${formatCents(balance_cents)}`}.`,
    ...open(bookingPath(id), 'Open booking'),
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
    text: `${aClient(first_name)} (${formatCount(visits, 'visit')}) asked for house calls on ${dayText(requested_at)}.`,
    // It is answered where it stands.
    path: null,
    label: '',
    advice: null,
  };
}

/** Whether the client chose its price is not known, so no amount is named. */
function unmatchedPayment(row: AttentionData['unmatched'][number]): AttentionItem {
  const { session_id, user_id, noted_at, refund_at, is_begun } = row;
  const what = is_begun
    ? 'The site is refunding it.'
    : `The site refunds it at ${formatClock(refund_at, zone)}, unless you keep it because you agree on a time with the client.`;
  const whose = user_id === null ? 'A payment' : `${aClient(row.first_name)}’s payment`;
  return {
    kind: is_begun ? 'UNMATCHED_REFUND' : 'UNMATCHED_PAYMENT',
    object_id: session_id,
    at: iso(noted_at),
    text: `${whose} of ${dayText(noted_at)} has no booking here, as after a restore. ${what}`,
    ...(user_id === null
      ? {
          path: null,
          label: 'What was chosen',
          advice: `It is in the description of the payment ${session_id} at the payment provider.`,
        }
      : open(`/clients/${user_id}`, 'Open client')),
  };
}

/** From two days before it, or from when it was booked. */
function withoutRoom(row: AttentionData['roomless'][number]): AttentionItem {
  const { key, id, service_name, start_time, created_at } = row;
  return {
    kind: 'NO_ROOM',
    object_id: key,
    at: iso(Math.max(created_at, start_time - 2 * 86_400_000)),
    text: `${service_name}, online on ${dayText(start_time)} at ${formatClock(start_time, zone)}, has no room.`,
    ...open(bookingPath(id), 'Open booking'),
  };
}

/** Another calendar that was suddenly empty, or can't be read. What it said last closes times until it is read again. */
function otherCalendar(row: AttentionData['calendars'][number], now: Date): AttentionItem {
  const { id, host, read_at, failed_since, emptied_at, problem } = row;
  const isUnread = failed_since !== null && now.getTime() - failed_since >= UNREAD_MS;
  const at = isUnread ? failed_since : emptied_at!;
  return {
    kind: isUnread ? 'CALENDAR_UNREAD' : 'CALENDAR_EMPTIED',
    object_id: `${id}:${at}`,
    at: iso(at),
    text: isUnread
      ? `Your calendar at ${host} was last read on ${formatDayTime(read_at, zone)}. ${problemText(problem ?? '')}`
      : `Your calendar at ${host} is suddenly almost empty, so that its times are open again.`,
    ...open('/hours#calendars', 'Open hours'),
  };
}

/** A session stays whatever another calendar says, until staff decide. */
function calendarConflict(row: AttentionData['conflicts'][number]): AttentionItem {
  const { appointment_id, booking_id, service_id, service_name, is_class, first_name, start_time } = row;
  const { starts_at, ends_at, all_day, seen_at } = row;
  const whose = is_class ? service_name : `${aClient(first_name)}’s session`;
  const busy = all_day ? 'all day' : formatClockRange(starts_at, ends_at, zone);
  const start = iso(start_time).replaceAll(/[-:]|\.\d+/g, '');
  return {
    kind: 'CALENDAR_CONFLICT',
    object_id: `${appointment_id}:${start_time}:${starts_at}:${ends_at}`,
    at: iso(seen_at),
    text: `${whose} on ${formatDayTime(start_time, zone)} lies in a busy time of your calendar (${busy}).`,
    ...(is_class
      ? open(`/classes/${service_id}/${start}`, 'Open class')
      : open(`${bookingPath(booking_id)}?reschedule`, 'Reschedule…')),
  };
}

/** One item for all of them. A note that is left unsigned on a later day brings it back. */
function unsignedNotes(notes: NonNullable<AttentionData['notes']>): AttentionItem {
  const { count, first_name, oldest_id, oldest_booking_id, oldest_user_id } = notes;
  const { oldest_end, newest_id, newest_end } = notes;
  const client = nameOr(first_name, 'a client');
  return {
    kind: 'NOTES_UNSIGNED',
    object_id: newest_id,
    at: iso(newest_end),
    text:
      count === 1
        ? `The note about ${client} of ${dayText(oldest_end)} isn’t signed.`
        : `${count} notes aren’t signed; the oldest is about ${client}, of ${dayText(oldest_end)}.`,
    path: oldest_booking_id
      ? `/bookings/${oldest_booking_id}/notes`
      : `/clients/${oldest_user_id}?tab=notes&from=${oldest_id}`,
    label: count === 1 ? 'Open the note' : 'Open the oldest',
    advice: null,
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
        text: `${name} can’t be booked after ${dayText(last)}: its hours end.`,
        ...open(calendarPath(last), 'Open calendar'),
      },
    ];
  });
}
