-- Passkeys of staff, and the challenges that are being answered.

create table staff_passkeys (
  credential_id bytea primary key,
  staff_id uuid not null references staff on delete cascade,
  public_key bytea not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);

create table staff_passkey_challenges (
  id_hash bytea primary key,
  staff_id uuid references staff on delete cascade,
  purpose text not null check (purpose in ('SIGN_IN', 'REGISTER', 'UNLOCK')),
  challenge bytea not null,
  expires_at timestamptz not null
);
