-- A place in line for one date of a class, or for a kind of time of a one-to-one service (docs/rules.md §10).
create table waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  service_id uuid not null references services,
  location_type text not null check (location_type in ('FIXED_LOCATION', 'HOUSE_CALL', 'VIRTUAL')),
  class_start timestamptz, -- one date of a class; else any time of these:
  from_date date not null,
  to_date date not null,
  weekdays integer not null default 127 check (weekdays between 1 and 127), -- 1 is Sunday, 64 Saturday
  from_time text not null default '00:00',
  to_time text not null default '24:00',
  booking_id uuid references bookings on delete set null, -- of a class: the client's WAITLISTED booking
  state text not null check (state in ('WAITING', 'OFFERED', 'BOOKED', 'LEFT', 'PAUSED', 'EXPIRED')),
  missed integer not null default 0,
  joined_at timestamptz not null,
  updated_at timestamptz not null,
  constraint window_runs_forward check (from_date <= to_date and from_time < to_time)
);
create unique index one_place_in_line_per_client on waitlist_entries (user_id, service_id, location_type, class_start)
  nulls not distinct where state in ('WAITING', 'OFFERED', 'PAUSED');
create index waitlist_in_order on waitlist_entries (joined_at, id) where state = 'WAITING';
create index waitlist_by_service on waitlist_entries (service_id);
create index waitlist_by_booking on waitlist_entries (booking_id) where booking_id is not null;

-- An offer is a checkout that holds its seat until `hold_expires_at` and has no payment page yet.
alter table checkouts
  drop constraint checkouts_kind_check,
  add constraint checkouts_kind_check check (kind in ('CART', 'BALANCE', 'WAITLIST')),
  drop constraint checkouts_state_check,
  add constraint checkouts_state_check check (state in
    ('OFFERED', 'CREATED', 'OPEN', 'PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED', 'EXPIRED', 'CANCELLED')),
  add constraint offers_are_of_the_waitlist check (state <> 'OFFERED' or kind = 'WAITLIST');
create index checkouts_offered on checkouts (next_check_at) where state = 'OFFERED';

-- Inserted with its checkout, then settled once.
create table waitlist_offers (
  checkout_id uuid primary key references checkouts,
  entry_id uuid not null references waitlist_entries on delete cascade,
  start_time timestamptz not null,
  end_time timestamptz not null,
  offered_at timestamptz not null,
  freed_at timestamptz not null, -- when its time became free: no client in line is offered it twice since
  ends_at timestamptz not null,
  outcome text check (outcome in ('TAKEN', 'DECLINED', 'MISSED', 'WITHDRAWN', 'LOST')),
  out_of_order_reason text,
  mail text check (mail in ('OFFER', 'MISSED')) -- the mail that is still to be queued
);
create unique index one_running_offer_per_entry on waitlist_offers (entry_id) where outcome is null;
create index waitlist_offers_by_entry on waitlist_offers (entry_id);
create index waitlist_offers_to_mail on waitlist_offers (offered_at) where mail is not null;
