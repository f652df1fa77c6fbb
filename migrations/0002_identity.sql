-- Who a person is to the site: accounts, tries at making one, codes, logins. Passwords as argon2id, codes and tokens
-- as keyed or plain hashes; nothing here opens anything by being read.

-- A confirmed address with its password. `users.cognito_sub` is this id as text.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint one_account_per_email unique,
  password_hash text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One try at signing up an address. Each has its own password, so that nobody can plant one on another's address;
-- the cookie's token says which try is this browser's.
create table sign_up_attempts (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_hash text not null,
  -- four bits of a keyed hash of the password: a sign-in then checks one attempt, not each in turn
  password_hint smallint not null check (password_hint between 0 and 15),
  token_hash bytea not null constraint one_attempt_per_token unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_up_attempts_by_email on sign_up_attempts (email, created_at);

-- The newest six digits sent for a purpose. A reset code is kept for unknown addresses too (and never mailed), so
-- that guessing at one behaves alike for all.
create table codes (
  purpose text not null check (purpose in ('CONFIRM', 'RESET')),
  -- CONFIRM: the attempt's id. RESET: the address.
  subject text not null,
  email text not null,
  code_hash bytea not null,
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint newest_code_only primary key (purpose, subject)
);

-- Wrong passwords for an address, known or not.
create table sign_in_failures (
  email text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz not null
);

-- A signed-in browser. Tokens are 256 random bits and stored as SHA-256.
create table logins (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  email text not null,
  access_hash bytea not null constraint one_login_per_access_token unique,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null constraint one_login_per_refresh_token unique,
  refresh_expires_at timestamptz not null,
  -- the refresh token before this one: still good for some seconds after rotated_at
  previous_hash bytea,
  rotated_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index logins_by_account on logins (account_id);
create index logins_by_previous on logins (previous_hash) where previous_hash is not null;
create index logins_by_expiry on logins (refresh_expires_at);

-- Refresh tokens that were used up: seeing one again means that it was stolen.
create table spent_refresh_tokens (
  token_hash bytea primary key,
  login_id uuid not null references logins on delete cascade
);
create index spent_refresh_tokens_by_login on spent_refresh_tokens (login_id);

-- Identities still to be removed where passwords live, after the record is gone.
create table account_removals (
  account_id text primary key,
  email text not null,
  requested_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0
);

-- Places where a photo may be uploaded, each issued to one client.
create table upload_tickets (
  upload_key text primary key,
  user_id uuid not null references users on delete cascade,
  photo_url text not null constraint one_ticket_per_photo_url unique,
  -- bytes, when the browser said how many it will send
  size integer check (size > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index upload_tickets_by_user on upload_tickets (user_id);
create index upload_tickets_by_expiry on upload_tickets (expires_at);

-- Photo files that nothing points to any more, removed by the clean-up.
create table photo_removals (
  photo_key text primary key,
  requested_at timestamptz not null
);

-- The order in which mails were written: two may be of the same moment.
alter table outbox add column seq bigint generated always as identity;
