-- A file that cannot be removed is retried later and later, and keeps no other file waiting.
alter table photo_removals
  add column next_attempt_at timestamptz not null default to_timestamp(0),
  add column attempts integer not null default 0,
  add column last_error text;
create index photo_removals_by_attempt on photo_removals (next_attempt_at);

alter table upload_tickets
  add column next_attempt_at timestamptz not null default to_timestamp(0),
  add column attempts integer not null default 0,
  add column last_error text;
