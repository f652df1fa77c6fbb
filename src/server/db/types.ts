// Generated from the migrated database by `npm run db-types`. Do not edit.

import type { Address } from '#domain/people/address.ts';
import type { Pattern } from '#domain/slots/availability.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import type { CheckoutKind, CheckoutState } from '#domain/checkout/checkout-states.ts';
import type { FormContent } from '#domain/visits/forms.ts';
import type { Notes } from '#domain/text/notes.ts';
import type { RefundPolicy } from '#domain/money/refunds.ts';
import type { Audience, LocationType, ServiceFormat, ServiceType } from '#domain/slots/services.ts';
import type { EntryState } from '#domain/slots/waitlist.ts';
import type { ColumnType } from 'kysely';

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountRemovals {
  account_id: string;
  attempts: Generated<number>;
  email: string;
  next_attempt_at: Timestamp;
  requested_at: Timestamp;
}

export interface Accounts {
  created_at: Timestamp;
  email: string;
  id: Generated<string>;
  password_hash: string;
  updated_at: Timestamp;
}

export interface Appointments {
  blocked_until: Timestamp;
  capacity: number;
  end_time: Timestamp;
  id: Generated<string>;
  location_type: LocationType;
  rule_id: string | null;
  service_id: string;
  start_time: Timestamp;
  taken: number;
}

export interface AttentionDismissals {
  at: Timestamp;
  kind: string;
  object_id: string;
  staff_id: string | null;
  until: Timestamp | null;
}

export interface Audit {
  action: string;
  actor: string;
  at: Timestamp;
  id: Generated<number>;
  object_id: string | null;
  session_id: string | null;
  user_id: string;
}

export interface BookingHistory {
  actor: string | null;
  at: Timestamp;
  booking_id: string;
  cause: string;
  from_status: BookingStatus | null;
  id: Generated<number>;
  message: string | null;
  moved_from: Timestamp | null;
  moved_to: Timestamp | null;
  to_status: BookingStatus;
}

export interface Bookings {
  appointment_id: string | null;
  arrived_at: Timestamp | null;
  blocked_until: Timestamp;
  booked_by: string | null;
  checkout_id: string | null;
  client_notes: Buffer | null;
  client_notes_shared_at: Timestamp | null;
  client_reschedules: Generated<number>;
  created_at: Timestamp;
  end_time: Timestamp;
  format: ServiceFormat;
  free_reason: string | null;
  id: Generated<string>;
  location_name: string;
  location_type: LocationType;
  notes_updated_at: Timestamp | null;
  payment: Generated<string>;
  price_cents: number;
  price_chosen_by_client: Generated<boolean>;
  published_at: Timestamp | null;
  published_recommendations: Buffer | null;
  recommendation_version: Generated<number>;
  recommendation_withdrawn_at: Timestamp | null;
  recommendations_draft: Buffer | null;
  refunded_cents: Generated<number>;
  republished_at: Timestamp | null;
  rescheduled_by_staff_at: Timestamp | null;
  room_url: string | null;
  rule_id: string | null;
  sequence: Generated<number>;
  series_id: string | null;
  service_id: string;
  service_name: string;
  service_type: string;
  start_time: Timestamp;
  status: BookingStatus;
  suggestion_draft: Buffer | null;
  told_at: Timestamp | null;
  told_sequence: Generated<number>;
  updated_at: Timestamp;
  user_id: string | null;
  visit_address: ColumnType<Address | null, string | null, string | null>;
}

export interface BusyCalendars {
  address: Buffer;
  all_day: string;
  attempts: Generated<number>;
  created_at: Timestamp;
  doubted_at: Timestamp | null;
  emptied_at: Timestamp | null;
  ending: string;
  etag: string | null;
  failed_since: Timestamp | null;
  host: string;
  id: Generated<string>;
  last_modified: string | null;
  next_attempt_at: Timestamp;
  problem: string | null;
  read_at: Timestamp;
  whole_at: Timestamp;
}

export interface BusyTimes {
  all_day: boolean;
  calendar_id: string;
  closes: Generated<boolean>;
  ends_at: Timestamp;
  seen_at: Timestamp;
  starts_at: Timestamp;
}

export interface CalendarFeeds {
  created_at: Timestamp;
  token_hash: Buffer;
  user_id: string;
}

export interface Checkouts {
  attempts: Generated<number>;
  cancel_requested: Generated<boolean>;
  card_hash: Buffer | null;
  cart_hash: string;
  checked_at: Timestamp | null;
  created_at: Timestamp;
  currency: string;
  customer_email: string;
  customer_id: string;
  has_chosen_price: Generated<boolean>;
  hold_ended_at: Timestamp | null;
  hold_expires_at: Timestamp;
  holds: Generated<boolean>;
  id: Generated<string>;
  is_known: Generated<boolean>;
  items: ColumnType<CheckoutLine[], string, string>;
  kind: Generated<CheckoutKind>;
  last_error: string | null;
  network: string | null;
  network_wide: string | null;
  next_check_at: Timestamp;
  payment_intent_id: string | null;
  provider_session_id: string | null;
  receipt_url: string | null;
  refund_policy: ColumnType<RefundPolicy, string, string>;
  refunded_cents: Generated<number>;
  session_expires_at: Timestamp;
  state: CheckoutState;
  subtotal_cents: number;
  tax_cents: number | null;
  total_cents: number | null;
  updated_at: Timestamp;
  url: string | null;
  user_id: string | null;
}

export interface ClientInvites {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  token_hash: Buffer;
  tries: Generated<number>;
  used_at: Timestamp | null;
  user_id: string;
}

export interface Closures {
  ends_at: Timestamp;
  id: Generated<string>;
  public_text: string | null;
  reason: Generated<string>;
  series_id: string | null;
  starts_at: Timestamp;
}

export interface Codes {
  code_hash: Buffer;
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  purpose: string;
  subject: string;
  tries: Generated<number>;
}

export interface ContentVersions {
  noun: string;
  version: Generated<string>;
}

export interface EmailUndos {
  account_id: string;
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  token_hash: Buffer;
}

export interface Events {
  description: string;
  end_time: Timestamp;
  id: Generated<string>;
  location: string;
  service_id: string | null;
  start_time: Timestamp;
  title: string;
  updated_at: Timestamp | null;
  url: string | null;
}

export interface FormDrafts {
  content: Json | null;
  form_key: string;
  updated_at: Timestamp;
  version: number;
}

export interface Forms {
  asked_since_version: Generated<number>;
  created_at: Timestamp;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_global: boolean;
  key: string;
}

export interface FormServices {
  form_id: string;
  service_id: string;
}

export interface FormVersions {
  content: ColumnType<FormContent, string, string>;
  created_at: Timestamp;
  description: Generated<string>;
  form_id: string;
  name: string;
  type: string;
  version: number;
}

export interface HoldWatch {
  above_since: Timestamp | null;
  notified_at: Timestamp | null;
  only_row: Generated<boolean>;
}

export interface Logins {
  access_expires_at: Timestamp;
  access_hash: Buffer;
  account_id: string;
  browser: string | null;
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: Generated<string>;
  previous_hash: Buffer | null;
  refresh_expires_at: Timestamp;
  refresh_hash: Buffer;
  rotated_at: Timestamp | null;
}

export interface MailboxLinks {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  purpose: string;
  token_hash: Buffer;
}

export interface MailLines {
  kind: string;
  text: string;
  updated_at: Timestamp;
}

export interface OfflinePayments {
  amount_cents: number;
  at: Timestamp;
  booking_id: string;
  corrects: string | null;
  id: string;
  method: string;
  note: Generated<string>;
  receipt_number: Generated<number>;
  received_on: string;
  staff_id: string | null;
  user_id: string | null;
}

export interface Outbox {
  about: Json | null;
  about_clients: Generated<string[]>;
  attachments: Generated<Json>;
  attempts: Generated<number>;
  created_at: Timestamp;
  dedupe_key: string;
  html: string;
  id: Generated<string>;
  kind: string;
  last_error: string | null;
  message_id: string;
  next_attempt_at: Timestamp;
  sent_at: Timestamp | null;
  seq: Generated<number>;
  subject: string;
  text: string;
  to_address: string;
  user_id: string | null;
}

export interface PaymentLinks {
  booking_ids: string[];
  created_at: Timestamp;
  expires_at: Timestamp;
  token_hash: Buffer;
  user_id: string;
}

export interface PaymentNotices {
  amount_cents: number | null;
  at: Timestamp;
  cause: string;
  checkout_id: string | null;
  kind: string;
}

export interface PhotoRemovals {
  attempts: Generated<number>;
  last_error: string | null;
  next_attempt_at: Generated<Timestamp>;
  photo_key: string;
  requested_at: Timestamp;
}

export interface PinnedNotes {
  body: Buffer;
  updated_at: Timestamp;
  updated_by: string;
  user_id: string;
  version: number;
}

export interface PostDrafts {
  categories: Generated<string[]>;
  content: ColumnType<Notes, string | undefined, string>;
  description: Generated<string>;
  hero_alt: Generated<string>;
  hero_image_url: Generated<string>;
  id: Generated<string>;
  publish_at: Timestamp | null;
  slug: string | null;
  title: Generated<string>;
  updated_at: Timestamp;
  version: Generated<number>;
}

export interface PostPictures {
  photo_key: string;
  uploaded_at: Timestamp;
}

export interface Posts {
  author: string;
  categories: Generated<string[]>;
  content: ColumnType<Notes, string, string>;
  description: string;
  hero_alt: Generated<string>;
  hero_image_url: string;
  id: Generated<string>;
  og_image_url: string | null;
  publish_date: Timestamp | null;
  slug: string;
  title: string;
  updated_at: Timestamp | null;
  version: Generated<number>;
}

export interface PracticeSettings {
  name: string;
  updated_at: Timestamp;
  updated_by: string | null;
  value: Json;
}

export interface RateLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface RefundedClosures {
  closed_at: Timestamp;
  closure_id: string;
  subject: Buffer;
}

export interface Refunds {
  action_id: string | null;
  amount_cents: number;
  attempts: Generated<number>;
  booking_id: string | null;
  cause: Generated<string>;
  checkout_id: string;
  created_at: Timestamp;
  done_at: Timestamp | null;
  failed_at: Timestamp | null;
  id: Generated<string>;
  last_error: string | null;
  next_attempt_at: Timestamp;
  provider_refund_id: string | null;
  reason: Generated<string>;
}

export interface RefundsElsewhere {
  amount_cents: number;
  checkout_id: string;
  failed_at: Timestamp | null;
  noted_at: Timestamp;
  provider_refund_id: string;
}

export interface Rules {
  capacity: number | null;
  day_of_week: number;
  end_date: string | null;
  end_time: string;
  id: Generated<string>;
  is_active: Generated<boolean>;
  location_type: LocationType;
  pattern: Pattern | null;
  service_id: string;
  slot_step_min: Generated<number>;
  start_date: string;
  start_time: string;
  week_of_month: number | null;
}

export interface Services {
  audience: Generated<Audience>;
  base_price_cents: number;
  bookable_online: Generated<boolean>;
  buffer_time: Generated<number>;
  category: ServiceType;
  description: string;
  duration: number;
  format: ServiceFormat;
  has_waitlist: Generated<boolean>;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_subscription: Generated<boolean>;
  key: string;
  location_name: string;
  max_capacity: number | null;
  max_price_cents: number | null;
  min_price_cents: number | null;
  name: string;
  position: Generated<number>;
  scheduling_type: string;
  service_location_type: LocationType[];
  stripe_price_id: string | null;
  stripe_product_id: string | null;
  subscription_interval: string | null;
  suggested_price_cents: number | null;
  type: ServiceType[];
  updated_at: Timestamp | null;
}

export interface ServiceSyncs {
  attempts: Generated<number>;
  change: string;
  created_at: Timestamp;
  next_attempt_at: Timestamp;
  service_id: string;
}

export interface SessionNotes {
  amends: string | null;
  body: Buffer;
  booking_id: string | null;
  contact: string | null;
  created_at: Timestamp;
  id: Generated<string>;
  signed_at: Timestamp | null;
  signed_by: string | null;
  updated_at: Timestamp;
  user_id: string;
  version: Generated<number>;
  written_by: string;
}

export interface SignInFailures {
  email: string;
  failures: number;
  first_at: Timestamp;
  last_at: Timestamp;
  locked_until: Timestamp;
  notified_at: Timestamp | null;
  source: Generated<string>;
}

export interface SignUpAttempts {
  created_at: Timestamp;
  email: string;
  expires_at: Timestamp;
  id: Generated<string>;
  network: Generated<string>;
  password_hash: string;
  password_hint: number;
  token_hash: Buffer;
}

export interface SkippedDates {
  date: string;
  reason: Generated<string>;
  rule_id: string;
}

export interface SpentRefreshTokens {
  login_id: string;
  token_hash: Buffer;
}

export interface Staff {
  created_at: Timestamp;
  email: string;
  id: Generated<string>;
  is_demo: Generated<boolean>;
  name: string;
  news_seen_at: Timestamp | null;
  password_hash: string | null;
  role: Generated<string>;
  suspended_at: Timestamp | null;
  totp_last_step: number | null;
  totp_secret: Buffer | null;
  updated_at: Timestamp;
}

export interface StaffActions {
  action: string;
  at: Timestamp;
  details: Generated<Json>;
  id: string;
  object_id: string | null;
  object_kind: string | null;
  request_hash: Buffer;
  staff_id: string | null;
  user_id: string | null;
  via: string;
}

export interface StaffCalendarFeeds {
  created_at: Timestamp;
  detail: string;
  staff_id: string;
  token_hash: Buffer;
}

export interface StaffInvites {
  created_at: Timestamp;
  expires_at: Timestamp;
  staff_id: string;
  token_hash: Buffer;
  totp_secret: Buffer | null;
  used_at: Timestamp | null;
}

export interface StaffPasskeyChallenges {
  challenge: Buffer;
  expires_at: Timestamp;
  id_hash: Buffer;
  purpose: string;
  staff_id: string | null;
}

export interface StaffPasskeys {
  created_at: Timestamp;
  credential_id: Buffer;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  sign_count: number;
  staff_id: string;
}

export interface StaffRecoveryCodes {
  code_hash: Buffer;
  staff_id: string;
  used_at: Timestamp | null;
}

export interface StaffSessions {
  created_at: Timestamp;
  device: string;
  expires_at: Timestamp;
  id: Generated<string>;
  idle_until: Timestamp;
  offered_totp_secret: Buffer | null;
  offered_until: Timestamp | null;
  previous_hash: Buffer | null;
  rotated_at: Timestamp | null;
  seen_at: Timestamp;
  staff_id: string;
  token_hash: Buffer;
  unlocked_at: Timestamp | null;
  unlocked_until: Timestamp | null;
}

export interface StaffSignIns {
  expires_at: Timestamp;
  staff_id: string;
  token_hash: Buffer;
  tries: Generated<number>;
}

export interface Submissions {
  answers: Buffer;
  booking_id: string | null;
  form_id: string;
  form_version: number;
  id: Generated<string>;
  recorded_by: string | null;
  service_id: string | null;
  signed_by: string | null;
  signed_on: string | null;
  source: Generated<string>;
  submitted_at: Timestamp;
  user_id: string;
}

export interface SuggestedSessions {
  around: string;
  booked: Generated<number>;
  booking_id: string;
  created_at: Timestamp;
  every_weeks: Generated<number>;
  id: Generated<string>;
  location_type: string;
  service_id: string;
  state: string;
  times: number;
  updated_at: Timestamp;
  user_id: string;
}

export interface UnmatchedPayments {
  amount_cents: number;
  attempts: Generated<number>;
  checkout_id: string;
  currency: string;
  customer_id: string | null;
  last_error: string | null;
  noted_at: Timestamp;
  outcome: string | null;
  payment_intent_id: string | null;
  refund_at: Timestamp;
  session_id: string;
  settled_at: Timestamp | null;
}

export interface UploadTickets {
  attempts: Generated<number>;
  created_at: Timestamp;
  expires_at: Timestamp;
  last_error: string | null;
  next_attempt_at: Generated<Timestamp>;
  photo_url: string;
  size: number | null;
  upload_key: string;
  user_id: string;
}

export interface UserKeys {
  created_at: Timestamp;
  user_id: string;
  wrapped_key: Buffer;
}

export interface Users {
  address: ColumnType<Address | null, string | null, string | null>;
  birthdate: string | null;
  cognito_sub: string | null;
  created_at: Timestamp;
  email: string;
  first_name: Generated<string>;
  house_call_approved: Generated<boolean>;
  house_call_decided_at: Timestamp | null;
  house_call_requested_at: Timestamp | null;
  id: Generated<string>;
  last_name: Generated<string>;
  marked_known: Generated<boolean>;
  phone: string | null;
  phone_tries: Generated<number>;
  photo: string | null;
  photo_key: string | null;
  pronouns: string | null;
  search_key: Generated<string | null>;
  stripe_id: string | null;
  updated_at: Timestamp;
}

export interface WaitlistEntries {
  booking_id: string | null;
  class_start: Timestamp | null;
  from_date: string;
  from_time: Generated<string>;
  id: Generated<string>;
  joined_at: Timestamp;
  location_type: LocationType;
  missed: Generated<number>;
  service_id: string;
  state: EntryState;
  to_date: string;
  to_time: Generated<string>;
  updated_at: Timestamp;
  user_id: string;
  weekdays: Generated<number>;
}

export interface WaitlistOffers {
  checkout_id: string;
  end_time: Timestamp;
  ends_at: Timestamp;
  entry_id: string;
  freed_at: Timestamp;
  mail: string | null;
  offered_at: Timestamp;
  out_of_order_reason: string | null;
  outcome: string | null;
  start_time: Timestamp;
}

export interface WebhookEvents {
  attempts: Generated<number>;
  body: Json;
  id: string;
  last_error: string | null;
  next_attempt_at: Timestamp;
  object_id: string | null;
  processed_at: Timestamp | null;
  received_at: Timestamp;
  type: string;
}

export interface DB {
  account_removals: AccountRemovals;
  accounts: Accounts;
  appointments: Appointments;
  attention_dismissals: AttentionDismissals;
  audit: Audit;
  booking_history: BookingHistory;
  bookings: Bookings;
  busy_calendars: BusyCalendars;
  busy_times: BusyTimes;
  calendar_feeds: CalendarFeeds;
  checkouts: Checkouts;
  client_invites: ClientInvites;
  closures: Closures;
  codes: Codes;
  content_versions: ContentVersions;
  email_undos: EmailUndos;
  events: Events;
  form_drafts: FormDrafts;
  form_services: FormServices;
  form_versions: FormVersions;
  forms: Forms;
  hold_watch: HoldWatch;
  logins: Logins;
  mail_lines: MailLines;
  mailbox_links: MailboxLinks;
  offline_payments: OfflinePayments;
  outbox: Outbox;
  payment_links: PaymentLinks;
  payment_notices: PaymentNotices;
  photo_removals: PhotoRemovals;
  pinned_notes: PinnedNotes;
  post_drafts: PostDrafts;
  post_pictures: PostPictures;
  posts: Posts;
  practice_settings: PracticeSettings;
  rate_limits: RateLimits;
  refunded_closures: RefundedClosures;
  refunds: Refunds;
  refunds_elsewhere: RefundsElsewhere;
  rules: Rules;
  service_syncs: ServiceSyncs;
  services: Services;
  session_notes: SessionNotes;
  sign_in_failures: SignInFailures;
  sign_up_attempts: SignUpAttempts;
  skipped_dates: SkippedDates;
  spent_refresh_tokens: SpentRefreshTokens;
  staff: Staff;
  staff_actions: StaffActions;
  staff_calendar_feeds: StaffCalendarFeeds;
  staff_invites: StaffInvites;
  staff_passkey_challenges: StaffPasskeyChallenges;
  staff_passkeys: StaffPasskeys;
  staff_recovery_codes: StaffRecoveryCodes;
  staff_sessions: StaffSessions;
  staff_sign_ins: StaffSignIns;
  submissions: Submissions;
  suggested_sessions: SuggestedSessions;
  unmatched_payments: UnmatchedPayments;
  upload_tickets: UploadTickets;
  user_keys: UserKeys;
  users: Users;
  waitlist_entries: WaitlistEntries;
  waitlist_offers: WaitlistOffers;
  webhook_events: WebhookEvents;
}
