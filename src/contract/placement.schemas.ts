import { z } from 'zod';
import { OFFLINE_METHODS } from '#domain/visits/balance.ts';
import {
  FREE_REASONS,
  PAYMENTS,
  PLACEMENT_WARNINGS,
  STAFF_WARNINGS,
} from '#domain/slots/placement-warnings.ts';
import { sessionRow } from './agenda.schemas.ts';
import { reach, reached } from './reach.schemas.ts';
import { panel } from './staff-bookings.schemas.ts';
import { action_id, id, instant, localDate, multilineText, type CallSchemas } from './schemas.ts';
import { locationType } from './services.schemas.ts';

// Where staff put sessions (rules.md §9). Overlap is impossible; everything else is a named warning.

/** The warnings that staff have seen and accept, by code. */
const accept = z.array(z.enum(STAFF_WARNINGS)).max(STAFF_WARNINGS.length);
/** Another length than the service's. */
const minutes = z.number().int().min(5).max(720);
const start = instant;

const warning = z.object({
  code: z.enum(STAFF_WARNINGS),
  /** BUFFER: the pause that is left. */
  minutes: z.number().optional(),
  /** A whole sentence: 'Outside working hours (9:00 AM - 11:00 AM).' */
  text: z.string(),
});
export type Warning = z.infer<typeof warning>;

/** FREE: nothing speaks against it. WARNED: possible once every warning is accepted. TAKEN: impossible. */
const placement = z.object({
  start,
  verdict: z.enum(['FREE', 'WARNED', 'TAKEN']),
  end_time: instant,
  blocked_until: instant,
  warnings: z.array(warning),
  /** TAKEN: by what, 'Ivo P., being paid until 10:42 AM'. */
  by: z.string().nullable(),
  /** The nearest times that clients could book, the nearest first. Only if TAKEN or WARNED. */
  nearest: z.array(instant).max(3),
});
export type Placement = z.infer<typeof placement>;
/** The `details` of SLOT_TAKEN and WARNINGS_CHANGED for staff: every time that was asked for, as it is now. */
export type PlacementDetails = { placements: Placement[] };

export const staffFreeTimes = {
  /** Both days included, at most 42. */
  query: z.object({
    service_id: id,
    place: locationType,
    from: localDate,
    to: localDate,
    client_id: id.optional(),
  }),
  answer: z.object({
    /** Every day of the range; the times are those that clients could book, from the same engine. */
    days: z.array(
      z.object({
        date: localDate,
        times: z.array(
          z.object({
            start,
            end_time: instant,
            /** Free seats of a class; null for one-to-one sessions. */
            spots: z.number().nullable(),
          }),
        ),
      }),
    ),
    /** The first free time after the range. */
    next: instant.nullable(),
  }),
} satisfies CallSchemas;
export type FreeTimes = z.infer<(typeof staffFreeTimes)['answer']>;

export const staffExplain = {
  /** `time`: '10:00', on the practice's clock. */
  query: z.object({ date: localDate, time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/) }),
  answer: z.object({
    start,
    services: z.array(
      z.object({
        service_id: id,
        service_name: z.string(),
        /** Clients can book this time. */
        is_offered: z.boolean(),
        /** Why not: 'Its hours end at 9:30 AM.' */
        reason: z.string().nullable(),
        nearest: z.array(instant).max(3),
      }),
    ),
  }),
} satisfies CallSchemas;
export type Explanation = z.infer<(typeof staffExplain)['answer']>;

const payment = {
  /** ONLINE: by a payment link, which is mailed with the booking. LATER: at the visit, or paid already. */
  payment: z.enum(PAYMENTS),
  free_reason: z.enum(FREE_REASONS).exclude(['CORRECTION']).optional(),
};

export const staffCheckPlacement = {
  body: z.object({
    /** The booking that is to be rescheduled: its own time is free for it. */
    rescheduling: id.optional(),
    client_id: id.optional(),
    service_id: id,
    place: locationType,
    start,
    minutes: minutes.optional(),
    free_reason: payment.free_reason,
  }),
  answer: z.object({
    ...placement.shape,
    /** Of a class: its seats at this time, before this booking. */
    seats: z.object({ taken: z.number(), capacity: z.number() }).nullable(),
    /** Supported visits of the month of `start`: how many are given, and how many there are. Null of a reschedule. */
    supported: z.object({ given: z.number(), of: z.number() }).nullable(),
    /** Names of the forms that the client would still be asked for; empty without a client, null of a reschedule. */
    missing_forms: z.array(z.string()).nullable(),
    /** Of the booking that is to be rescheduled. */
    reach: reach.nullable(),
  }),
} satisfies CallSchemas;
export type CheckedPlacement = z.infer<(typeof staffCheckPlacement)['answer']>;

export const staffCreateBookings = {
  body: z.object({
    action_id,
    client_id: id,
    service_id: id,
    place: locationType,
    /** One time, or every ticked time of a series: all of them are booked, or none. */
    starts: z.array(start).min(1).max(12),
    minutes: minutes.optional(),
    /** Without it the service's price; on a sliding scale the client then chooses on the payment page. */
    price_cents: z.number().int().min(0).max(1_000_000).optional(),
    ...payment,
    /** With LATER: everything was paid so just now, outside the payment page. */
    paid_by: z.enum(OFFLINE_METHODS).optional(),
    accept,
    /** Mails the client, if there is an address. */
    notify: z.boolean(),
    /** The mail also asks for the forms that are missing. */
    ask_for_forms: z.boolean(),
  }),
  answer: z.object({ series_id: id.nullable(), bookings: z.array(sessionRow) }),
  status: 201,
} satisfies CallSchemas;
export type CreatedBookings = z.infer<(typeof staffCreateBookings)['answer']>;

export const staffRescheduleBooking = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    base_updated_at: instant,
    start,
    /** Without it the place stays. */
    place: locationType.optional(),
    /** Without it the length stays. Only unpaid and free sessions change their length, else ALREADY_PAID. */
    minutes: minutes.optional(),
    accept: z.array(z.enum(PLACEMENT_WARNINGS)).max(PLACEMENT_WARNINGS.length),
    notify: z.boolean(),
    /** To the client, in the mail. */
    message: multilineText(1000).optional(),
  }),
  answer: panel.extend({ reached }),
} satisfies CallSchemas;
