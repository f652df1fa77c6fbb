import { z } from 'zod';
import { type Policies, POLICY_LIMITS } from '#domain/money/policies.ts';
import { MOST } from '#domain/slots/day-limits.ts';
import { KNOW_LIMIT, ROOM_LIMIT } from '#domain/visits/online-room.ts';
import { IDENTITY_LIMIT } from '#domain/visits/statement.ts';
import { action_id, clockTime, id, instant, multilineText, text, type CallSchemas } from './schemas.ts';

const whole = (name: keyof Policies) => z.int().min(0).max(POLICY_LIMITS[name]);

const limit = (name: keyof typeof MOST) => z.int().min(1).max(MOST[name]).nullable();

/** What staff set, each with the shape of its value. Whoever goes through the settings goes through this table. */
export const SETTINGS = {
  policies: z.object({
    full_refund_hours: whole('full_refund_hours'),
    late_percent: whole('late_percent'),
    reschedule_hours: whole('reschedule_hours'),
    max_reschedules: whole('max_reschedules'),
    grace_minutes: whole('grace_minutes'),
    supported_visits: whole('supported_visits'),
  }),
  /** Whether clients are reminded of their sessions. */
  reminders: z.object({ on: z.boolean() }),
  /** When the practice is notified of new bookings. */
  notices: z.object({ when: z.enum(['AT_ONCE', 'DAILY', 'NEVER']) }),
  /** Where online sessions take place, and what clients should know before; '' for none. */
  online: z.object({ room_url: text(ROOM_LIMIT), know: text(KNOW_LIMIT) }),
  /** What statements say about the practice; '' for none. */
  statements: z.object({ license: text(IDENTITY_LIMIT), tax_number: text(IDENTITY_LIMIT) }),
  /** What a day and a week hold at most; null for no limit. */
  limits: z.object({
    sessions_a_day: limit('sessions_a_day'),
    hours_a_week: limit('hours_a_week'),
    break_minutes: limit('break_minutes'),
    break_from: clockTime,
    break_until: clockTime,
  }),
};
export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]> };
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);

/** Null: it was never changed. */
const updated_at = instant.nullable();

const mailKind = z.enum([
  'booking-confirmed',
  'booked-for-you',
  'reminder',
  'rescheduled',
  'booking-cancelled',
]);
export type MailKind = z.infer<typeof mailKind>;

type StoredShapes = {
  [Name in SettingName]: z.ZodObject<{ value: (typeof SETTINGS)[Name]; updated_at: typeof updated_at }>;
};
const stored = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, value]) => [name, z.object({ value, updated_at })]),
) as StoredShapes;
const settings = z.object({
  ...stored,
  policies: stored.policies.extend({ /** What clients read. */ sentence: z.string() }),
  notices: stored.notices.extend({ /** Where they go. */ to: z.string() }),
  mails: z.array(z.object({ kind: mailKind, /** '' for none. */ text: z.string(), updated_at })),
});
export type StaffSettings = z.infer<typeof settings>;

export const staffSettings = { answer: settings, also: [304] } satisfies CallSchemas;

/** Answers with all settings as they are then. */
export const staffChangeSetting = {
  params: z.object({ name: id }),
  body: z.object({
    action_id,
    base_updated_at: updated_at,
    value: z.union(Object.values(SETTINGS)),
  }),
  answer: settings,
} satisfies CallSchemas;

const mailText = multilineText(600);
export const staffChangeMailLine = {
  params: z.object({ kind: id }),
  body: z.object({ action_id, base_updated_at: updated_at, text: mailText }),
  answer: settings,
} satisfies CallSchemas;
/** The mail with sample content. Writes and sends nothing. */
export const staffPreviewMail = {
  params: z.object({ kind: id }),
  body: z.object({ text: mailText }),
  answer: z.object({ subject: z.string(), text: z.string() }),
} satisfies CallSchemas;
/** Sends that mail to the member of staff who asks. */
export const staffTestMail = {
  params: z.object({ kind: id }),
  body: z.object({ action_id, text: mailText }),
  answer: z.object({ to: z.string() }),
} satisfies CallSchemas;

const feed = z.object({
  detail: z.enum(['BUSY', 'INITIALS']).nullable(),
  created_at: instant.nullable(),
});
/** Whether the member's own calendar feed is on, and what it shows; null: off. */
export const staffCalendarFeed = { answer: feed } satisfies CallSchemas;
/** Turns it on at a new address, which is shown once; the old address stops working at once. */
export const staffCreateCalendarFeed = {
  body: z.object({ detail: z.enum(['BUSY', 'INITIALS']) }),
  answer: z.object({ url: z.string(), created_at: instant }),
  status: 201,
} satisfies CallSchemas;
export const staffRevokeCalendarFeed = { status: 204 } satisfies CallSchemas;
