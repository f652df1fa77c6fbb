import { z } from 'zod';
import { EXPORT_KINDS, PAYMENT_FILTERS } from '#domain/money/month-report.ts';
import { OFFLINE_METHODS } from '#domain/visits/balance.ts';
import { clientName, personal } from './personal.schemas.ts';
import { action_id, id, localDate, opaque, type CallSchemas } from './schemas.ts';

// Money at a glance (rules.md §9). Money in cents; dates are those of the practice.

/** Both days count. At most a year; of payouts at most a month. */
const days = { from: localDate, to: localDate };
const cents = z.number();
/** Null while hidden: the client chose a price in this payment, or still chooses it. */
const visibleCents = z.number().nullable();

const paymentRow = z.object({
  id,
  /** DUE: a visit that is over and not wholly paid. PENDING: a payment page is open. */
  state: z.enum(['PAID', 'DUE', 'PENDING']),
  date: localDate,
  /** Null: a former client, or not known. */
  client: z.object({ id, name: clientName }).nullable(),
  /** Empty: a payment without an appointment. */
  services: z.array(z.string()),
  booking_id: id.nullable(),
  method: z.enum(['CARD', ...OFFLINE_METHODS]).nullable(),
  cents: visibleCents,
  tax_cents: visibleCents,
  refunded_cents: visibleCents,
  is_refunded: z.boolean(),
  /** The address of the provider's receipt, else a number. */
  receipt: z.string().nullable(),
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const staffPayments = {
  query: z.object({ ...days, filter: z.enum(PAYMENT_FILTERS).optional(), after: opaque(200).optional() }),
  answer: z.object({
    /** At most 50, the latest first. */
    rows: z.array(paymentRow),
    next: z.string().nullable(),
    /** Of all that match, also on other pages; `hidden` payments are not in them. */
    totals: z.object({ paid: cents, tax: cents, refunded: cents, due: cents, hidden: z.number() }),
  }),
} satisfies CallSchemas;
export type PaymentList = z.infer<(typeof staffPayments)['answer']>;

const payout = z.object({
  id,
  arrives_on: localDate,
  state: z.enum(['ON_ITS_WAY', 'ARRIVED', 'FAILED']),
  /** Null with a hidden amount in it. */
  cents: visibleCents,
  /** Null: the provider does not say. */
  contents: z.object({ payments: z.number(), refunds: z.number(), others: z.number() }).nullable(),
});
export const staffPayouts = {
  query: z.object(days),
  /** `can_read` is false if the provider's key lacks the right to read payouts and the balance. */
  answer: z.object({ can_read: z.boolean(), payouts: z.array(payout) }),
} satisfies CallSchemas;

const numbers = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, z.number()])) as Record<K, z.ZodNumber>;
export const staffReport = {
  query: z.object({
    month: z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Please give the month as YYYY-MM.'),
  }),
  /** What monthReport() counts. */
  answer: z.object({
    ...numbers('paid_cents', 'tax_cents', 'refunded_cents', 'sessions', 'classes', 'seats', 'minutes'),
    ...numbers('missed', 'supported', 'clients', 'new_clients'),
    sliding: z.object({
      ...numbers('payments', 'refunds'),
      cents: visibleCents,
      tax_cents: visibleCents,
      thirds: z.tuple([z.number(), z.number(), z.number()]).nullable(),
    }),
    services: z.array(
      z.object({ name: z.string(), ...numbers('visits', 'missed', 'capacity', 'paid_cents') }),
    ),
  }),
} satisfies CallSchemas;
export type Report = z.infer<(typeof staffReport)['answer']>;

export const staffExportMoney = {
  params: z.object({ kind: z.enum(EXPORT_KINDS) }),
  body: z.object({ action_id, ...days }),
  answer: z.object({ csv: personal(z.string()), rows: z.number() }),
} satisfies CallSchemas;
