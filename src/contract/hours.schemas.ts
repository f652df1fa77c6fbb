import { z } from 'zod';
import { FREQUENCIES, MOST_SEATS, STEP_MINUTES } from '#domain/week/hours-input.ts';
import { PLACEMENT_WARNINGS } from '#domain/slots/placement-warnings.ts';
import { SERVICE_FORMATS, SERVICE_TYPES } from '#domain/slots/services.ts';
import { occurrence } from './agenda.schemas.ts';
import { busyCalendar } from './busy-calendars.schemas.ts';
import { applied, preview } from './preview.schemas.ts';
import { reached } from './reach.schemas.ts';
import { id, instant, localDate, multilineText, text, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';

// The week as staff see and change it (rules.md §9). Times are 'HH:mm' on the practice's clock.

const time = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please give a time.');
/** 0 = Sunday. */
const day = z.number().int().min(0).max(6);
const reason = text(200);
const hoursFields = {
  place: locationType,
  start: time,
  /** Null: a class, which ends by its length. */
  end: time.nullable(),
  every: z.enum(FREQUENCIES),
  /** Null: as soon as possible. */
  from: localDate.nullable(),
  /** Null: without an end. */
  until: localDate.nullable(),
  step: z.number().int().min(STEP_MINUTES.min).max(STEP_MINUTES.max).nullable(),
  /** Null: the seats of the service. */
  seats: z
    .number()
    .int()
    .min(1, `Please give 1 to ${MOST_SEATS} seats.`)
    .max(MOST_SEATS, `Please give 1 to ${MOST_SEATS} seats.`)
    .nullable(),
};

const weekChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ADD_HOURS'),
    days: z.array(day).min(1, 'Please choose a day.').max(7),
    hours: z.object({ service_id: id, ...hoursFields }),
  }),
  z.object({ kind: z.literal('CHANGE_HOURS'), rule_id: id, day, hours: z.object(hoursFields) }),
  /** `last`: the last date. Null: they end now. */
  z.object({ kind: z.literal('END_HOURS'), rule_id: id, last: localDate.nullable() }),
  z.object({
    kind: z.literal('ADD_OPENING'),
    service_id: id,
    place: locationType,
    date: localDate,
    start: time,
    end: time.nullable(),
    seats: hoursFields.seats,
  }),
  z.object({ kind: z.literal('REMOVE_OPENING'), rule_id: id }),
  z.object({
    kind: z.literal('ADD_TIME_OFF'),
    from: localDate,
    /** Null: the whole day. */
    from_time: time.nullable(),
    to: localDate,
    to_time: time.nullable(),
    /** Every week until this date; without it once. */
    until: localDate.optional(),
    /** Only staff read it. */
    reason,
    /** Clients read 'Closed until …'. */
    shows_end: z.boolean(),
  }),
  z.object({ kind: z.literal('REMOVE_TIME_OFF'), time_off_id: id }),
  /** Of time off that repeats. `last`: the last date that stays. Null: none. */
  z.object({ kind: z.literal('END_TIME_OFF'), series_id: id, last: localDate.nullable() }),
  z.object({ kind: z.literal('SKIP_DATE'), rule_id: id, date: localDate, reason }),
  z.object({ kind: z.literal('RESTORE_DATE'), rule_id: id, date: localDate }),
]);
export type WeekChangeInput = z.infer<typeof weekChange>;

/** What becomes of a booking that the change touches. Without one it is kept. */
const decision = z.discriminatedUnion('choice', [
  z.object({ booking: id, choice: z.literal('KEEP') }),
  z.object({
    booking: id,
    choice: z.literal('RESCHEDULE'),
    start: instant,
    accept: z.array(z.enum(PLACEMENT_WARNINGS)).max(PLACEMENT_WARNINGS.length),
  }),
  z.object({ booking: id, choice: z.literal('CANCEL') }),
]);
export type Decision = z.infer<typeof decision>;
const decided = {
  ...applied,
  decisions: z.array(decision).max(500),
  /** To everybody who is moved or cancelled, in their mail. */
  message: multilineText(1000).optional(),
};

const appliedAnswer = z.object({
  /** What was done, as in the preview. */
  text: z.string(),
  moved: z.number(),
  cancelled: z.number(),
  reached,
});
export type AppliedHours = z.infer<typeof appliedAnswer>;

const hoursRow = z.object({
  id,
  service_id: id,
  place: locationType,
  day,
  start: time,
  end: time,
  every: z.enum(FREQUENCIES),
  from: localDate,
  until: localDate.nullable(),
  step: z.number(),
  /** Null: the seats of the service. */
  seats: z.number().nullable(),
  /** Dates to come on which they don't open. */
  skipped: z.array(z.object({ date: localDate, reason: z.string() })),
});
export type HoursRow = z.infer<typeof hoursRow>;
const timeOffRow = z.object({
  id,
  starts_at: instant,
  ends_at: instant,
  reason: z.string(),
  public_text: z.string().nullable(),
  /** What the dates of time off that repeats have in common. */
  series_id: id.nullable(),
});
export type TimeOffRow = z.infer<typeof timeOffRow>;

export const staffHours = {
  answer: z.object({
    today: localDate,
    /** In the order of the price list; products have no hours. */
    services: z.array(
      z.object({
        id,
        name: z.string(),
        type: z.enum(SERVICE_TYPES),
        format: z.enum(SERVICE_FORMATS),
        duration: z.number(),
        seats: z.number().nullable(),
        places: z.array(locationType),
      }),
    ),
    /** Weekly hours that still open, Monday first. */
    hours: z.array(hoursRow),
    openings: z.array(hoursRow),
    time_off: z.array(timeOffRow),
    /** Other calendars of the practitioner. */
    calendars: z.array(busyCalendar),
    /** What staff changed, the newest first. */
    changes: z.array(z.object({ at: instant, text: z.string(), by: z.string() })),
  }),
  also: [304],
} satisfies CallSchemas;
export type HoursAnswer = z.infer<(typeof staffHours)['answer']>;

export const staffPreviewHours = {
  body: z.object({ change: weekChange }),
  answer: preview,
} satisfies CallSchemas;

export const staffApplyHours = {
  body: z.object({ change: weekChange, ...decided }),
  answer: appliedAnswer,
} satisfies CallSchemas;

/** Of one date of a class. */
const classChange = z.discriminatedUnion('kind', [
  /** All seats, to another start. */
  z.object({ kind: z.literal('RESCHEDULE'), start: instant }),
  /** All seats, with everything refunded. It can no longer be booked. */
  z.object({ kind: z.literal('CANCEL') }),
  z.object({ kind: z.literal('SET_SEATS'), seats: hoursFields.seats.unwrap() }),
  /** Who has a seat keeps it. */
  z.object({ kind: z.literal('STOP_BOOKING') }),
]);
export type ClassChangeInput = z.infer<typeof classChange>;
const notifying = { message: decided.message };

export const staffPreviewClass = {
  params: occurrence,
  body: z.object({ change: classChange }),
  answer: preview,
} satisfies CallSchemas;

export const staffApplyClass = {
  params: occurrence,
  body: z.object({ change: classChange, ...applied, ...notifying }),
  answer: appliedAnswer,
} satisfies CallSchemas;

/** The part of a day that is cancelled. Null: from its begin, to its end. */
const partOfDay = { from: time.nullable(), to: time.nullable() };

export const staffPreviewDay = {
  params: z.object({ date: localDate }),
  body: z.object(partOfDay),
  answer: preview,
} satisfies CallSchemas;

/** A booking without a decision is cancelled. */
export const staffApplyDay = {
  params: z.object({ date: localDate }),
  body: z.object({ ...partOfDay, ...decided }),
  answer: appliedAnswer,
} satisfies CallSchemas;

/** Of a session that was booked together with others, and of those that follow it. */
const seriesChange = z.discriminatedUnion('kind', [
  /** The others go by as many days, at the same time of the clock. */
  z.object({ kind: z.literal('RESCHEDULE'), start: instant }),
  z.object({ kind: z.literal('CANCEL') }),
]);
export type SeriesChangeInput = z.infer<typeof seriesChange>;
const bookingId = z.object({ id });

export const staffPreviewSeries = {
  params: bookingId,
  body: z.object({ change: seriesChange }),
  answer: preview,
} satisfies CallSchemas;

/** A booking without a decision is kept, or cancelled with the others. */
export const staffApplySeries = {
  params: bookingId,
  body: z.object({ change: seriesChange, ...decided }),
  answer: appliedAnswer,
} satisfies CallSchemas;
