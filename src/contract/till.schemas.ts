import { z } from 'zod';
import { personal } from './personal.schemas.ts';
import { MOST_OTHER_VISITS, OFFLINE_METHODS } from '#domain/visits/balance.ts';
import { staffBooking } from './staff-bookings.schemas.ts';
import { action_id, id, instant, localDate, text, type CallSchemas } from './schemas.ts';

// Money outside the cart, as staff handle it (rules.md §9). Money in cents.

const panel = staffBooking.answer;
const bookingId = z.object({ id });
const cents = z.number().int().min(1).max(100_000_000);

export const staffEndHold = {
  params: bookingId,
  body: z.object({ action_id }),
  answer: z.object({
    /**
     * ENDED: the time is free. PAID: the payment came first; the booking is confirmed. UNREACHABLE: the provider does
     * not answer; the site keeps trying and ends the hold as soon as it can.
     */
    outcome: z.enum(['ENDED', 'PAID', 'UNREACHABLE']),
    /** Null: a hold that has ended leaves no booking. */
    booking: panel.nullable(),
  }),
} satisfies CallSchemas;

export const staffKeepPayment = {
  params: z.object({ id }),
  body: z.object({ action_id }),
  status: 204,
} satisfies CallSchemas;

export const staffChangePrice = {
  params: bookingId,
  /** 0 waives the price: the booking is free, as a correction. */
  body: z.object({ action_id, base_updated_at: instant, cents: z.number().int().min(0).max(100_000_000) }),
  answer: panel,
} satisfies CallSchemas;

export const staffRecordPayment = {
  params: bookingId,
  body: z.object({
    action_id,
    cents,
    method: z.enum(OFFLINE_METHODS),
    /** In the practice's zone, not in the future. */
    received_on: localDate,
    note: text(200).default(''),
  }),
  answer: z.object({ receipt_number: z.number(), booking: panel }),
} satisfies CallSchemas;

export const staffCorrectPayment = {
  params: z.object({ id }),
  body: z.object({
    action_id,
    /** How much is taken back; without it everything. A payment is corrected once. */
    cents: cents.optional(),
    note: text(200).default(''),
  }),
  answer: z.object({ receipt_number: z.number(), booking: panel }),
} satisfies CallSchemas;

export const staffSendPaymentLink = {
  params: bookingId,
  /** Other bookings of the same client with a balance, paid by the same link. */
  body: z.object({ action_id, also_for: z.array(id).max(MOST_OTHER_VISITS).default([]) }),
  answer: z.object({ sent_to: personal(z.string()) }),
} satisfies CallSchemas;

export const staffRefund = {
  params: bookingId,
  body: z.object({
    action_id,
    base_updated_at: instant,
    /** ALL: everything that the booking has left, the only choice while the amount is hidden. */
    cents: z.union([cents, z.literal('ALL')]),
    /** For the practice's own record; the mail does not have it. Nothing about health. */
    reason: text(200).min(1, 'Please enter a reason.'),
    notify: z.boolean(),
  }),
  answer: panel,
} satisfies CallSchemas;
