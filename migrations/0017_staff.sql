-- People who sign in to the staff area (docs/rules.md §9). They are not clients: own tables, own sessions.
create table staff (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint one_staff_member_per_email unique check (email = lower(email)),
  name text not null check (name <> ''),
  role text not null default 'OWNER' check (role in ('OWNER', 'FRONT_DESK')),
  password_hash text, -- argon2id; null until set up
  totp_secret bytea, -- sealed under MASTER_KEY
  totp_last_step bigint, -- each code counts once
  is_demo boolean not null default false, -- can sign in only in the sandbox
  suspended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint set_up_with_both_factors check ((password_hash is null) = (totp_secret is null))
);

create table staff_invites (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  totp_secret bytea, -- the secret that the set-up page offers, sealed
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invites_by_staff on staff_invites (staff_id);

create table staff_recovery_codes (
  code_hash bytea primary key, -- SHA-256 of 80 random bits, so that APP_SECRET may change
  staff_id uuid not null references staff on delete cascade,
  used_at timestamptz
);
create index staff_recovery_codes_by_staff on staff_recovery_codes (staff_id);

-- Between the password and the code: 5 minutes.
create table staff_sign_ins (
  token_hash bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  tries int not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index staff_sign_ins_by_staff on staff_sign_ins (staff_id);

create table staff_sessions (
  id uuid primary key default gen_random_uuid(),
  staff_id uuid not null references staff on delete cascade,
  token_hash bytea not null constraint one_staff_session_per_token unique,
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  idle_until timestamptz not null,
  expires_at timestamptz not null,
  offered_totp_secret bytea, -- a new authenticator app until a code of it confirms it, sealed
  offered_until timestamptz,
  constraint offer_ends check ((offered_totp_secret is null) = (offered_until is null))
);
create index staff_sessions_by_staff on staff_sessions (staff_id);

-- Every change by staff. The id is the action_id that the browser made: a repeat finds it here.
create table staff_actions (
  id uuid primary key,
  at timestamptz not null,
  staff_id uuid references staff,
  via text not null check (via in ('WEB', 'COMMAND', 'JOB')),
  action text not null,
  object_kind text,
  object_id text,
  user_id uuid,
  details jsonb not null default '{}',
  request_hash bytea not null
);
create index staff_actions_by_time on staff_actions (at desc);
create index staff_actions_by_object on staff_actions (object_kind, object_id);
create index staff_actions_by_user on staff_actions (user_id) where user_id is not null;
create trigger staff_actions_is_insert_only before update or delete on staff_actions
  for each row execute function refuse_change();

create table attention_dismissals (
  kind text not null,
  object_id text not null,
  until timestamptz, -- null: for good
  staff_id uuid references staff,
  at timestamptz not null,
  primary key (kind, object_id)
);

-- What the practice is told by mail about payments.
create table payment_notices (
  kind text not null,
  cause text not null,
  checkout_id uuid references checkouts,
  amount_cents int,
  at timestamptz not null,
  primary key (kind, cause)
);

create index audit_by_time on audit (at desc);
create index bookings_by_start on bookings (start_time);
-- The number of a client's earlier visits and the end of the last one, without reading the rows.
create index visits_by_user on bookings (user_id, start_time, id) include (end_time)
  where status in ('CONFIRMED', 'COMPLETED');
alter table booking_history
  add column actor text, -- 'staff:<id>'; null: the client or a job
  add column message text; -- what the client was told
alter table bookings
  add column arrived_at timestamptz,
  add column price_chosen_by_client boolean; -- null: by the service as it is now (sliding scale: yes)
