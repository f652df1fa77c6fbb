-- Nobody locks out an owner: failures are counted by where they come from, reset codes belong to the request that
-- asked for them, and every code mail carries a link that no stranger can use up (decisions/0017, 0018).

-- 'browser:…' one that signed in here before, 'network:…' unknown browsers of one network, 'unknown' all unknown
-- browsers together.
alter table sign_in_failures
  add column source text not null default 'all',
  add column first_at timestamptz,
  add column notified_at timestamptz;
update sign_in_failures set first_at = last_at;
alter table sign_in_failures alter column first_at set not null;
alter table sign_in_failures drop constraint sign_in_failures_pkey;
alter table sign_in_failures add primary key (email, source);
create index paused_sign_ins on sign_in_failures (last_at) where source = 'unknown';

-- Keyed hash of the network that an attempt came from: no network fills all the places of an address.
alter table sign_up_attempts add column network text not null default '';

-- RESET: the subject is now the address and the request's reset_id.
create index codes_by_email on codes (email, created_at);

-- Links in code mails: 256 random bits each, stored as SHA-256.
create table mailbox_links (
  token_hash bytea primary key,
  email text not null,
  -- CONFIRM may make the account, RESET only changes its password
  purpose text not null check (purpose in ('CONFIRM', 'RESET')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailbox_links_by_email on mailbox_links (email);
create index mailbox_links_by_expiry on mailbox_links (expires_at);
