import { z } from 'zod';
import { clientName, personal } from './personal.schemas.ts';
import { BOOKING_STATUSES } from '#domain/visits/booking.ts';
import { SERVICE_FORMATS, SERVICE_TYPES } from '#domain/slots/services.ts';
import { reached } from './reach.schemas.ts';
import { action_id, id, instant, localDate, text, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';
import { address } from './users.schemas.ts';

// What staff see of the days (rules.md §9). Instants in UTC, money in cents.

/** A fact next to a session that needs attention or is worth knowing. */
export const chip = z.object({
  kind: z.enum([
    'PAID',
    'SLIDING_SCALE',
    'BALANCE',
    'BEING_PAID',
    'OFFERED',
    'FREE',
    'FORMS',
    'NEW_ANSWERS',
    'NOTE_UNSIGNED',
    'FIRST_VISIT',
    'NO_SHOW',
    'CANCELLED',
    'ARRIVED',
    'SERIES',
  ]),
  /** BEING_PAID, OFFERED: the hold's end. ARRIVED: when. */
  until: instant.optional(),
  /** BALANCE: what is left to pay; absent while the client still chooses the price. */
  cents: z.number().optional(),
  /** FORMS: how many of the required ones are done, and the names of those that are missing. */
  done: z.number().optional(),
  of: z.number().optional(),
  missing: z.array(z.string()).optional(),
  /** SERIES: which of `of` sessions it is, and how many weeks lie between them; null: not always as many. */
  at: z.number().optional(),
  weeks: z.number().nullable().optional(),
});
export type Chip = z.infer<typeof chip>;

const shortClient = z.object({
  id,
  name: clientName,
  /** First name and last initial: 'Maren K.' */
  short_name: clientName,
  /** Which visit of the client this is: 1 for the first. */
  visits: z.number(),
  phone: personal(z.string().nullable()),
  /** Without an address the client gets no e-mail. */
  has_email: z.boolean(),
});

/** One client's seat, as Today, the calendar and the class roster show it. */
export const sessionRow = z.object({
  id,
  /** null: a former client, whose account was deleted. */
  client: shortClient.nullable(),
  service_id: id,
  service_name: z.string(),
  service_type: z.enum(SERVICE_TYPES),
  format: z.enum(SERVICE_FORMATS),
  start_time: instant,
  end_time: instant,
  /** End of the buffer after the session. */
  blocked_until: instant,
  status: z.enum(BOOKING_STATUSES),
  place: locationType,
  location_name: z.string(),
  /** The room of an online session; absent without one. */
  room: z.string().optional(),
  /** Of a house call. */
  address: personal(address.nullable()),
  chips: z.array(chip),
  arrived_at: instant.nullable(),
  /** Whether the practitioner has written about it; never what. */
  note: z.enum(['NONE', 'DRAFT', 'SIGNED']),
  updated_at: instant,
});
export type SessionRow = z.infer<typeof sessionRow>;

/** One occurrence of a class: booked or only scheduled. */
const classRow = z.object({
  service_id: id,
  service_name: z.string(),
  service_type: z.enum(SERVICE_TYPES),
  format: z.enum(SERVICE_FORMATS),
  start_time: instant,
  end_time: instant,
  blocked_until: instant,
  place: locationType,
  location_name: z.string(),
  /** The room of an online class; absent without one. */
  room: z.string().optional(),
  taken: z.number(),
  capacity: z.number(),
  arrived: z.number(),
});
export type ClassRow = z.infer<typeof classRow>;

/** `is_busy`: a busy time of another calendar of the practitioner. */
const timeOff = z.object({
  id,
  starts_at: instant,
  ends_at: instant,
  reason: z.string(),
  is_busy: z.literal(true).optional(),
});
export type TimeOff = z.infer<typeof timeOff>;
const span = z.object({ start: instant, end: instant });
export type Span = z.infer<typeof span>;
/** `waiting`: how many clients wait for a time in it, if any. */
const gap = span.extend({ waiting: z.number().optional() });
export type Gap = z.infer<typeof gap>;

export const staffToday = {
  query: z.object({ date: localDate.optional() }),
  answer: z.object({
    date: localDate,
    today: localDate,
    /** One-to-one sessions. The seats of classes are in the class roster. */
    sessions: z.array(sessionRow),
    classes: z.array(classRow),
    /** Free working time between the first and the last session. */
    gaps: z.array(gap),
    /** First opening and last closing of the day; null: no working hours. */
    hours: span.nullable(),
    time_off: z.array(timeOff),
    tomorrow: z.object({ sessions: z.array(sessionRow), classes: z.array(classRow) }),
    attention_count: z.number(),
    /** The last reading of another calendar that can't be read for an hour; null: each is read. */
    calendar_read_at: instant.nullable(),
    /** The clock changes in the night after this day. */
    clock_change: z.enum(['FORWARD', 'BACK']).nullable(),
  }),
  also: [304],
} satisfies CallSchemas;
export type Today = z.infer<(typeof staffToday)['answer']>;

const ATTENTION_KINDS = [
  'FORMS_MISSING',
  'REFUND_FAILED',
  'PAYMENT_NOTICE',
  'MAIL_FAILED',
  'IN_TIME_OFF',
  'HOURS_ENDING',
  'NO_ROOM',
  'NOTES_UNSIGNED',
  'BALANCE',
  'HOUSE_CALL_REQUEST',
  'UNMATCHED_PAYMENT',
  'UNMATCHED_REFUND',
  'CALENDAR_UNREAD',
  'CALENDAR_EMPTIED',
  'CALENDAR_CONFLICT',
] as const;
const attentionKind = z.enum(ATTENTION_KINDS);
/** Every kind but those that are answered where they stand or end by themselves, and are never dismissed. */
const dismissedKind = attentionKind.exclude(['HOUSE_CALL_REQUEST', 'UNMATCHED_PAYMENT', 'UNMATCHED_REFUND']);
const attentionItem = z.object({
  kind: attentionKind,
  /** With the kind, what a dismissal names. */
  object_id: z.string(),
  /** HOUSE_CALL_REQUEST: who asks. It is answered by the house-calls call, and never dismissed. */
  client_id: id.optional(),
  at: instant,
  /** A whole sentence: 'Ivo comes tomorrow; the Intake isn’t filled in.' */
  text: z.string(),
  /** The label of its action; empty without a path and advice. */
  label: z.string(),
  /** What the action opens: a path below /staff. */
  path: z.string().nullable(),
  /** Without a path, what the action shows: what to do. */
  advice: z.string().nullable(),
});
export type AttentionItem = z.infer<typeof attentionItem>;
export const staffAttention = {
  answer: z.object({ items: z.array(attentionItem) }),
  also: [304],
} satisfies CallSchemas;
export const staffDismissAttention = {
  body: z.object({
    action_id,
    kind: dismissedKind,
    object_id: text(200).min(1),
    until: instant.optional(),
  }),
  status: 204,
} satisfies CallSchemas;

const newsItem = z.object({
  id: z.string(),
  at: instant,
  /** A whole sentence: 'Ivo B. booked Marma Session, Tue 8 Dec, 10:00 AM.' */
  text: z.string(),
  /** What it opens: a path below /staff. */
  path: z.string(),
});
export type NewsItem = z.infer<typeof newsItem>;
/** What clients did since the member has last looked, newest first, at most 50. */
export const staffNews = {
  answer: z.object({ items: z.array(newsItem) }),
  also: [304],
} satisfies CallSchemas;
/** `until`: the moment of the newest item that was shown. */
export const staffSeeNews = {
  body: z.object({ action_id, until: instant }),
  status: 204,
} satisfies CallSchemas;

export const staffCalendar = {
  /** Both days included, at most 42. */
  query: z.object({ from: localDate, to: localDate }),
  answer: z.object({
    from: localDate,
    to: localDate,
    today: localDate,
    zone: z.string(),
    sessions: z.array(sessionRow),
    classes: z.array(classRow),
    time_off: z.array(timeOff),
    /** Working hours by day, from the engine that clients use. */
    openings: z.array(z.object({ date: localDate, spans: z.array(span) })),
    /** The last date that clients can book. */
    bookable_until: localDate,
  }),
  also: [304],
} satisfies CallSchemas;
export type CalendarAnswer = z.infer<(typeof staffCalendar)['answer']>;

/** One date of a class; `start` as 20261208T210000Z */
export const occurrence = z.object({ service_id: id, start: z.string().regex(/^\d{8}T\d{6}Z$/) });

export const staffClass = {
  params: occurrence,
  answer: z.object({
    class: classRow,
    seats: z.array(sessionRow),
    /** Who waits for a seat, in order; the paused are passed over. */
    waiting: z.array(z.object({ client_id: id, name: clientName, is_paused: z.boolean() })),
    /** The date is no more: it was cancelled or moved. Null: it takes place. */
    gone: z
      .object({
        kind: z.enum(['CANCELLED', 'MOVED']),
        /** When that was; null: the hours have changed. */
        at: instant.nullable(),
        /** Whose change it was. */
        by: z.string().nullable(),
        moved_to: instant.nullable(),
        reached,
      })
      .nullable(),
  }),
  also: [304],
} satisfies CallSchemas;
export type StaffClass = z.infer<(typeof staffClass)['answer']>;
/** A date that takes place, with its seats. */
export type ClassRoster = Omit<StaffClass, 'gone' | 'waiting'>;
