import { z } from 'zod';
import { AUDIENCES, LOCATION_TYPES, SERVICE_FORMATS, SERVICE_TYPES } from '#domain/slots/services.ts';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { applied, preview } from './preview.schemas.ts';
import { id, localDate, multilineText, text, type CallSchemas } from './schemas.ts';

const cents = z.int().min(0).max(SERVICE_LIMITS.cents);
const minutes = z.int().min(0).max(1440);

/** A service as staff keep it: money in cents, times in minutes. */
const staffService = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.array(z.enum(SERVICE_TYPES)),
  format: z.enum(SERVICE_FORMATS),
  duration: z.number(),
  buffer_time: z.number(),
  base_price_cents: z.number(),
  min_price_cents: z.number().nullable(),
  max_price_cents: z.number().nullable(),
  suggested_price_cents: z.number().nullable(),
  service_location_type: z.array(z.enum(LOCATION_TYPES)),
  max_capacity: z.number().nullable(),
  bookable_online: z.boolean(),
  audience: z.enum(AUDIENCES),
  /** The forms that only some services ask for. */
  form_ids: z.array(z.string()),
  is_active: z.boolean(),
  has_hours: z.boolean(),
  /** It was booked before: its format stays. */
  format_is_fixed: z.boolean(),
  /** Booked sessions and seats to come. */
  booked: z.number(),
  /** The next day on which clients can book it; null: none in the bookable window. */
  next_free: localDate.nullable(),
});
export type StaffService = z.infer<typeof staffService>;

const staffForm = z.object({ id: z.string(), name: z.string(), is_global: z.boolean() });
export type CatalogueForm = z.infer<typeof staffForm>;

/** Every service in the order of the price list, retired ones last, and the forms that are asked. */
export const staffServices = {
  answer: z.object({ services: z.array(staffService), forms: z.array(staffForm) }),
  also: [304],
} satisfies CallSchemas;

const fields = z.object({
  name: text(SERVICE_LIMITS.name),
  description: multilineText(SERVICE_LIMITS.description),
  type: z.array(z.enum(SERVICE_TYPES)).max(SERVICE_TYPES.length),
  format: z.enum(['ONE_ON_ONE', 'GROUP', 'WORKSHOP']),
  duration: minutes,
  buffer_time: minutes,
  base_price_cents: cents,
  min_price_cents: cents.nullable(),
  max_price_cents: cents.nullable(),
  suggested_price_cents: cents.nullable(),
  service_location_type: z.array(z.enum(LOCATION_TYPES)).max(LOCATION_TYPES.length),
  max_capacity: z.int().min(0).max(SERVICE_LIMITS.seats).nullable(),
  bookable_online: z.boolean(),
  audience: z.enum(AUDIENCES),
  form_ids: z.array(id).max(100),
});

/** What becomes of a service. CHANGE names the fields that change; others stay as they are. */
const serviceChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('CREATE'), service: fields }),
  z.object({ kind: z.literal('CHANGE'), id, service: fields.partial() }),
  z.object({ kind: z.literal('RETIRE'), id }),
  z.object({ kind: z.literal('RESTORE'), id }),
]);
export type ServiceChange = z.infer<typeof serviceChange>;

export const staffPreviewService = {
  body: z.object({ change: serviceChange }),
  answer: preview,
} satisfies CallSchemas;
/** Answers with the service as it is then. */
export const staffApplyService = {
  body: z.object({ ...applied, change: serviceChange }),
  answer: staffService,
} satisfies CallSchemas;
/** Every service that is offered, in its new order. */
export const staffOrderServices = {
  body: z.object({ action_id: applied.action_id, ids: z.array(id).min(1).max(500) }),
  status: 204,
} satisfies CallSchemas;
