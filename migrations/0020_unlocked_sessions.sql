-- Health data opens for a while after a second factor (rules.md §9).

alter table staff_sessions
  add column unlocked_until timestamptz, -- 15 quiet minutes; null: locked
  add column unlocked_at timestamptz,
  add column previous_hash bytea, -- the token before the last unlock, accepted for 30 s
  add column rotated_at timestamptz,
  add constraint unlocked_within_session check (unlocked_until is null or unlocked_until <= expires_at),
  add constraint unlocked_since_a_moment check ((unlocked_until is null) = (unlocked_at is null)),
  add constraint previous_token_has_a_time check ((previous_hash is null) = (rotated_at is null));
create index staff_sessions_by_previous on staff_sessions (previous_hash) where previous_hash is not null;

-- A read by staff is recorded once for an object, a session and a quarter of an hour.
alter table audit add column session_id uuid; -- null: the client, a command or a job
create unique index one_read_per_session on audit
  (session_id, action, object_id, date_bin(interval '15 minutes', at, timestamptz '2000-01-01 00:00+00'))
  where session_id is not null;
