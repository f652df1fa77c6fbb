-- Clients change the e-mail of their login. The code that proves the new address is a code like the others; the notice to
-- the old address has a link that takes it back.
alter table codes
  drop constraint codes_purpose_check,
  add constraint codes_purpose_check check (purpose in ('CONFIRM', 'RESET', 'CHANGE'));

-- Links in these notices: 256 random bits each, stored as SHA-256. While one is valid, its address stays reserved.
create table email_undos (
  token_hash bytea primary key,
  account_id text not null,
  -- the address that the link gives back
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_undos_by_account on email_undos (account_id);
create index email_undos_by_email on email_undos (email);
create index email_undos_by_expiry on email_undos (expires_at);
