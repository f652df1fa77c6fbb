import { z } from 'zod';
import { PATTERNS } from '#domain/slots/availability.ts';
import { CLIENT_REASONS } from '#domain/slots/client-reasons.ts';
import { AUDIENCES, LOCATION_TYPES, SERVICE_FORMATS, SERVICE_TYPES } from '#domain/slots/services.ts';
import { dollars, id, instant, localDate, opaque, type CallSchemas } from './schemas.ts';

const serviceType = z.enum(SERVICE_TYPES);
export const locationType = z.enum(LOCATION_TYPES);
const serviceFormat = z.enum(SERVICE_FORMATS);

/** A service (product.md §3.2); prices in dollars, times in minutes. */
export const service = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.array(serviceType),
  duration: z.number(),
  buffer_time: z.number(),
  base_price: dollars,
  suggested_price: dollars.nullable(),
  min_price: dollars.nullable(),
  max_price: dollars.nullable(),
  service_location_type: z.array(locationType),
  location: z.object({ name: z.string() }),
  format: serviceFormat,
  category: serviceType,
  scheduling_type: z.string(),
  stripe_product_id: z.string().nullable(),
  stripe_price_id: z.string().nullable(),
  is_subscription: z.boolean(),
  subscription_interval: z.string().nullable(),
  max_capacity: z.number().nullable(),
  /** Who may book it (rules.md §4). */
  audience: z.enum(AUDIENCES),
});
export type Service = z.infer<typeof service>;

/** An availability rule (product.md §3.3, rules.md §4). `id` is the schedule_id of its slots. */
const schedule = z.object({
  id: z.string(),
  service_id: z.string(),
  location_type: locationType,
  day_of_week: z.number(),
  pattern: z.enum(PATTERNS).nullable(),
  week_of_month: z.number().nullable(),
  start_date: localDate,
  end_date: localDate.nullable(),
  start_time: z.string(),
  end_time: z.string(),
  slot_step_min: z.number(),
  capacity: z.number().nullable(),
  is_active: z.boolean(),
});
export type Schedule = z.infer<typeof schedule>;

/** A slot (product.md §3.4): 'h:mm AM/PM', duration in minutes; available_spots only for classes. */
export const slot = z.object({
  start: z.string(),
  end: z.string(),
  duration: z.number(),
  available_spots: z.number().optional(),
  schedule_id: z.string(),
  current_count: z.number(),
});
export type Slot = z.infer<typeof slot>;

const dayOverview = z.object({
  date: localDate,
  open_slots: z.number(),
  /** Why the day has no slot. */
  reason: z.enum(CLIENT_REASONS).optional(),
  /** What the practice says about a day on which it is closed. */
  public_text: z.string().optional(),
});
export type DayOverview = z.infer<typeof dayOverview>;

/** The browser sends the whole service (product.md §7.1); the server reads only its id. */
const serviceRef = z.union([id, z.object({ id })]);

/** A short optional text. */
const hint = opaque(200).nullish();

/** The cart as the browser stored it; unreadable items are ignored. */
const cartItems = z
  .array(
    z.object({
      serviceId: hint,
      selectedDate: hint,
      slotData: z.object({ start: hint }).nullish(),
    }),
  )
  .max(50)
  .nullish();

/** The start of the client's own session that is to move: limits of the day do not count it. */
const moving = instant.optional();

/** A time that can be booked instead of another. */
const nearTime = z.object({ date: localDate, slot });
export type NearTime = z.infer<typeof nearTime>;
const whyNot = {
  /** What the practice says about a day or a time at which it is closed. */
  public_text: z.string().nullable(),
  nearest: z.array(nearTime).max(3),
};
const reasonedTime = z.object({
  start: z.string(),
  end: z.string(),
  reason: z.enum(CLIENT_REASONS),
  ...whyNot,
});
export type ReasonedTime = z.infer<typeof reasonedTime>;

export const getAllWellnessServices = { answer: z.array(service) } satisfies CallSchemas;
export const getAvailabilities = {
  body: z.object({ service: serviceRef, service_location_type: locationType, moving }),
  answer: z.object({
    schedules: z.array(schedule),
    days: z.array(dayOverview),
    window: z.object({ earliest: localDate, latest: localDate }),
  }),
} satisfies CallSchemas;
export const getSlots = {
  body: z.object({
    service: serviceRef,
    date: localDate,
    /**
     * A hint that chooses among the rules that the caller may use; an empty list means all of them (rules.md §4). ''
     * counts as empty, because get-availabilities may have answered it (product.md §4.9.2).
     */
    availabilities: z
      .union([z.literal(''), z.array(z.union([hint, z.object({ id: hint })])).max(200)])
      .nullish(),
    cart_items: cartItems,
    moving,
  }),
  answer: z.array(slot),
} satisfies CallSchemas;
export const explainDate = {
  body: z.object({
    service: serviceRef,
    service_location_type: locationType,
    date: localDate,
    cart_items: cartItems,
    moving,
  }),
  answer: z.object({
    /** Why the day has no time; null if it has one. */
    reason: z.enum(CLIENT_REASONS).nullable(),
    ...whyNot,
    /** The weekdays of its hours (0 = Sunday), and the dates of extra openings. */
    weekdays: z.array(z.number()),
    extra_dates: z.array(localDate),
    /** The times of its hours that cannot be booked. */
    times: z.array(reasonedTime),
  }),
} satisfies CallSchemas;
export type ExplainedDate = z.infer<typeof explainDate.answer>;
