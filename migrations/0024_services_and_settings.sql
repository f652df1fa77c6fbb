-- The practitioner keeps services, events and settings in the staff area (docs/rules.md §9).
alter table services
  add column bookable_online boolean not null default true, -- false: staff book it, clients do not see it
  add column has_waitlist boolean not null default true,
  add column updated_at timestamptz;
alter table events add column updated_at timestamptz;

-- Services that the payment provider has to be told about, as a queue (decision 0032).
create table service_syncs (
  service_id uuid primary key references services on delete cascade,
  change uuid not null, -- another one for each change: a sync that began before the last one does not end the work
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null
);
create index service_syncs_due on service_syncs (next_attempt_at);

create table staff_calendar_feeds (
  staff_id uuid primary key references staff on delete cascade,
  token_hash bytea not null constraint one_staff_feed_per_token unique,
  detail text not null check (detail in ('BUSY', 'INITIALS')),
  created_at timestamptz not null
);

-- What is missing is decided by content/.
create table practice_settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references staff
);
create table mail_lines (
  kind text primary key,
  text text not null check (length(text) <= 600),
  updated_at timestamptz not null
);
