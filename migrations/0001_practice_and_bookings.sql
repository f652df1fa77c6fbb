-- The practice, its clients and what they book. Every "only one" is a constraint named after its rule;
-- src/server/db/constraints.ts says what breaking one means to a caller. SQL of PostgreSQL 15.

create extension if not exists btree_gist;

-- What the practice sells and when -----------------------------------------------------------------------

create table services (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint one_service_per_key unique,
  position integer not null default 0,
  name text not null check (name <> ''),
  description text not null,
  type text[] not null check (cardinality(type) > 0 and type <@ array['AYURVEDA', 'HERBALISM', 'YOGA']),
  category text not null check (category in ('AYURVEDA', 'HERBALISM', 'YOGA')),
  format text not null check (format in ('ONE_ON_ONE', 'GROUP', 'WORKSHOP', 'PRODUCT')),
  duration integer not null check (duration > 0),
  buffer_time integer not null default 0 check (buffer_time >= 0),
  base_price_cents integer not null check (base_price_cents >= 0),
  suggested_price_cents integer,
  min_price_cents integer check (min_price_cents >= 0),
  max_price_cents integer,
  service_location_type text[] not null
    check (service_location_type <@ array['FIXED_LOCATION', 'HOUSE_CALL', 'VIRTUAL']),
  location_name text not null,
  scheduling_type text not null,
  stripe_product_id text,
  stripe_price_id text,
  is_subscription boolean not null default false,
  subscription_interval text,
  max_capacity integer check (max_capacity > 0),
  is_active boolean not null default true,
  constraint scale_runs_upwards check (min_price_cents is null or max_price_cents is null or min_price_cents <= max_price_cents)
);

-- A rule opens dates; its id is the schedule_id on the wire and carries the place. An extra opening is a one-day rule.
create table rules (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services,
  location_type text not null check (location_type in ('FIXED_LOCATION', 'HOUSE_CALL', 'VIRTUAL')),
  day_of_week integer not null check (day_of_week between 0 and 6),
  pattern text check (pattern in ('WEEKLY', 'BIWEEKLY', 'MONTHLY')),
  week_of_month integer check (week_of_month between 1 and 5),
  start_date date not null,
  end_date date,
  start_time text not null check (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  end_time text not null check (end_time ~ '^(([01]\d|2[0-3]):[0-5]\d|24:00)$'),
  slot_step_min integer not null default 30 check (slot_step_min > 0),
  capacity integer check (capacity > 0),
  is_active boolean not null default true,
  constraint monthly_names_its_week check (pattern is distinct from 'MONTHLY' or week_of_month is not null)
);
create index rules_by_service on rules (service_id);

create table closures (
  id uuid primary key default gen_random_uuid(),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null default '',
  check (starts_at < ends_at)
);

-- Clients ------------------------------------------------------------------------------------------------

create table users (
  id uuid primary key default gen_random_uuid(),
  cognito_sub text not null constraint one_record_per_identity unique,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  pronouns text,
  birthdate date,
  phone text,
  address jsonb,
  photo text,
  photo_key text,
  stripe_id text,
  house_call_approved boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_by_email on users (email);

-- The key that opens a client's health data, wrapped by the master key. Destroying this row erases what it opened.
create table user_keys (
  user_id uuid primary key references users on delete cascade,
  wrapped_key bytea not null,
  created_at timestamptz not null
);

-- Held time, seats, money ----------------------------------------------------------------------------------

-- Held time. A row lives only while a seat in it is held: the last seat out deletes it.
create table appointments (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references services,
  rule_id uuid not null references rules,
  location_type text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  blocked_until timestamptz not null,
  capacity integer not null check (capacity >= 1),
  taken integer not null,
  constraint seats_within_capacity check (taken between 1 and capacity),
  constraint time_runs_forward check (start_time < end_time and end_time <= blocked_until),
  constraint one_occurrence_per_start unique (service_id, start_time),
  constraint one_practitioner exclude using gist (tstzrange(start_time, blocked_until) with &&)
);

create table checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete set null,
  state text not null check (state in ('CREATED', 'OPEN', 'PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED', 'EXPIRED', 'CANCELLED')),
  cart_hash text not null,
  items jsonb not null,
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_cents integer,
  total_cents integer,
  refunded_cents integer not null default 0,
  currency text not null,
  refund_policy jsonb not null,
  customer_id text not null,
  customer_email text not null,
  provider_session_id text constraint one_checkout_per_provider_session unique,
  payment_intent_id text,
  receipt_url text,
  url text,
  session_expires_at timestamptz not null,
  hold_expires_at timestamptz not null,
  next_check_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  cancel_requested boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_open_checkout_per_client on checkouts (user_id) where state in ('CREATED', 'OPEN');
create index checkouts_to_check on checkouts (next_check_at) where state in ('CREATED', 'OPEN', 'PAID', 'REFUND_DUE');
create index checkouts_by_user on checkouts (user_id);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete set null,
  checkout_id uuid references checkouts,
  appointment_id uuid references appointments on delete set null,
  status text not null check (status in ('CONFIRMED', 'PENDING', 'CANCELLED', 'COMPLETED', 'WAITLISTED', 'NO_SHOW')),
  price_cents integer not null check (price_cents >= 0),
  refunded_cents integer not null default 0,
  -- a snapshot, so that what was bought stays what was bought
  service_id uuid not null references services,
  rule_id uuid references rules,
  service_name text not null,
  service_type text not null,
  format text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  blocked_until timestamptz not null,
  location_type text not null,
  location_name text not null,
  visit_address jsonb,
  -- health data, each value encrypted under the client's own key
  client_notes bytea,
  notes_updated_at timestamptz,
  recommendations_draft bytea,
  published_recommendations bytea,
  sequence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint live_seats_hold_time check (status <> 'PENDING' or appointment_id is not null)
);
create unique index one_seat_per_client on bookings (appointment_id, user_id) where status in ('PENDING', 'CONFIRMED');
create index bookings_by_user on bookings (user_id, start_time);
create index bookings_by_checkout on bookings (checkout_id);
create index bookings_by_appointment on bookings (appointment_id);
create index bookings_to_complete on bookings (end_time) where status = 'CONFIRMED';
create index bookings_to_remind on bookings (start_time) where status = 'CONFIRMED';

create table booking_history (
  id bigint generated always as identity primary key,
  booking_id uuid not null,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  cause text not null
);
create index booking_history_by_booking on booking_history (booking_id);

-- Forms --------------------------------------------------------------------------------------------------

create table forms (
  id uuid primary key default gen_random_uuid(),
  key text not null constraint one_form_per_key unique,
  is_global boolean not null,
  is_active boolean not null default true,
  created_at timestamptz not null
);
create table form_versions (
  form_id uuid not null references forms,
  version integer not null,
  name text not null,
  description text not null default '',
  type text not null,
  content jsonb not null,
  created_at timestamptz not null,
  primary key (form_id, version)
);
create table form_services (
  form_id uuid not null references forms,
  service_id uuid not null references services,
  primary key (form_id, service_id)
);
create table submissions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  form_id uuid not null,
  form_version integer not null,
  booking_id uuid references bookings,
  service_id uuid references services,
  answers bytea not null,
  submitted_at timestamptz not null,
  foreign key (form_id, form_version) references form_versions (form_id, version),
  constraint one_submission_per_form_and_booking unique nulls not distinct (user_id, form_id, form_version, booking_id)
);

-- What everybody may read --------------------------------------------------------------------------------

create table posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint one_post_per_slug unique check (slug <> ''),
  title text not null,
  description text not null,
  author text not null,
  publish_date timestamptz,
  hero_image_url text not null,
  hero_alt text not null default '',
  og_image_url text,
  categories text[] not null default '{}',
  content jsonb not null
);
create table events (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  location text not null,
  url text,
  service_id uuid references services,
  check (start_time < end_time)
);

-- Work that happens later, and what happened --------------------------------------------------------------

create table webhook_events (
  id text primary key,
  type text not null,
  object_id text,
  body jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  last_error text
);
create index webhook_events_to_process on webhook_events (next_attempt_at) where processed_at is null;

create table outbox (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text not null constraint one_mail_per_cause unique,
  kind text not null,
  user_id uuid,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  attachments jsonb not null default '[]',
  message_id text not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text
);
create index outbox_to_send on outbox (next_attempt_at) where sent_at is null;
create index outbox_by_address on outbox (to_address, created_at desc);

-- Who read or wrote health data. Insert only.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  user_id uuid not null,
  action text not null,
  object_id text
);
create index audit_by_user on audit (user_id);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert only', tg_table_name;
end $$;
create trigger audit_is_insert_only before update or delete on audit for each row execute function refuse_change();
create trigger booking_history_is_insert_only before update or delete on booking_history
  for each row execute function refuse_change();

-- Counters of rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expire on rate_limits (expire);
