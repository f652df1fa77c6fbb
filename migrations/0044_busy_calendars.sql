-- Other calendars of the practitioner, whose busy times are not offered to clients (docs/rules.md §4).
create table busy_calendars (
  id uuid primary key default gen_random_uuid(),
  address bytea not null, -- sealed: it is all that is needed to read the calendar
  host text not null,
  ending text not null, -- its last four characters
  all_day text not null constraint all_day_choice check (all_day in ('AS_MARKED', 'ALWAYS', 'NEVER')),
  etag text,
  last_modified text,
  whole_at timestamptz not null, -- last read as a whole; read_at also counts "not changed"
  read_at timestamptz not null,
  failed_since timestamptz,
  problem text,
  doubted_at timestamptz, -- suddenly empty: believed if the next reading says so too
  emptied_at timestamptz,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null
);
create index busy_calendars_due on busy_calendars (next_attempt_at);

-- Only times are kept. seen_at: when the time was first read. closes: false while it is the copy of a session that has left it.
create table busy_times (
  calendar_id uuid not null references busy_calendars on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  all_day boolean not null,
  seen_at timestamptz not null,
  closes boolean not null default true,
  primary key (calendar_id, starts_at, ends_at),
  constraint busy_time_has_length check (starts_at < ends_at)
);
create index busy_times_by_time on busy_times using gist (tstzrange(starts_at, ends_at));
create trigger busy_times_change after insert or update or delete or truncate on busy_times
  for each statement execute function change_content_version('rules');

-- Where sessions were until they were cancelled or moved.
create index history_of_left_times on booking_history (at) where to_status = 'CANCELLED' or moved_from is not null;
