-- Staff book and reschedule, clients cancel and reschedule, and money that is taken at the visit.

alter table appointments alter column rule_id drop not null; -- staff book outside working hours

alter table bookings
  add column payment text not null default 'ONLINE' check (payment in ('ONLINE', 'LATER', 'FREE')),
  add column free_reason text check (free_reason in ('SUPPORTED', 'GIFT', 'CORRECTION')),
  add column series_id uuid,
  add column booked_by uuid references staff, -- null: the client
  add column told_at timestamptz, -- when the client was last told the time; null: when she booked
  add column told_sequence integer not null default 0,
  add column rescheduled_by_staff_at timestamptz,
  add column client_reschedules integer not null default 0,
  add constraint free_has_a_reason check ((payment = 'FREE') = (free_reason is not null)),
  add constraint free_costs_nothing check (payment <> 'FREE' or price_cents = 0);
create index bookings_by_series on bookings (series_id) where series_id is not null;
create index bookings_to_pay on bookings (end_time) where payment = 'LATER' and checkout_id is null;

alter table booking_history add column moved_from timestamptz, add column moved_to timestamptz;

-- A client who only phones has no login, and may have no address: '' means none.
alter table users
  alter column cognito_sub drop not null,
  add constraint login_has_an_email check (cognito_sub is null or email <> ''),
  add column house_call_requested_at timestamptz,
  add column house_call_decided_at timestamptz;
create index house_call_requests on users (house_call_requested_at) where house_call_requested_at is not null;

-- What staff search in: without accents, in lower case. Most names are plain letters, which need less. It is stored, because
-- computing it for 10,000 clients takes 0.2 s, and reading it a few milliseconds.
create function search_key(name text) returns text language sql immutable parallel safe as $$
  select case when name ~ '^[ -~]*$' then lower(name) else
    replace(replace(translate(regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f]', '', 'g'),
      'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae') end $$;
alter table users add column search_key text generated always as
  (search_key(first_name || ' ' || last_name || ' ' || email)) stored;

create table client_invites (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  tries integer not null default 0 check (tries between 0 and 5) -- wrong phone numbers of who claims the record
);
create index client_invites_by_user on client_invites (user_id);

-- Cash, card reader, transfer. A correction is a negative row.
create table offline_payments (
  id uuid primary key,
  booking_id uuid not null references bookings,
  user_id uuid references users on delete set null,
  amount_cents integer not null check (amount_cents <> 0),
  method text not null check (method in ('CASH', 'CARD_READER', 'TRANSFER', 'OTHER')),
  receipt_number bigint generated always as identity,
  received_on date not null,
  note text not null default '',
  corrects uuid references offline_payments constraint corrected_once unique,
  staff_id uuid references staff,
  at timestamptz not null,
  constraint corrections_are_negative check ((corrects is not null) = (amount_cents < 0))
);
create index offline_payments_by_booking on offline_payments (booking_id);
create index offline_payments_by_user on offline_payments (user_id) where user_id is not null;
create trigger offline_payments_stay before delete on offline_payments
  for each row execute function refuse_change();

alter table checkouts add column kind text not null default 'CART' check (kind in ('CART', 'BALANCE'));

create table payment_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  booking_ids uuid[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index payment_links_by_user on payment_links (user_id);

-- The name stays: the version before names it in "on conflict on constraint".
alter table refunds
  add column cause text not null default 'CANCELLED' check (cause in ('CANCELLED', 'GOODWILL')),
  add column action_id uuid,
  add column reason text not null default '', -- of a refund of goodwill
  drop constraint one_refund_per_cause,
  add constraint one_refund_per_cause unique nulls not distinct (checkout_id, booking_id, cause, action_id),
  add constraint goodwill_has_an_action check (cause <> 'GOODWILL' or action_id is not null);

-- The audit log shows first what others than the client did.
create index audit_by_others on audit (at desc) where actor <> 'client';

alter table outbox add column about jsonb; -- {booking_id, previous: {start_time, told_at, told_sequence}}
