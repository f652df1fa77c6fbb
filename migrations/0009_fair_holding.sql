-- Who may hold times before paying (decision 0016): what was decided when the checkout was made.
alter table checkouts
  -- false: the client pays first, and no seats are held
  add column holds boolean not null default true,
  add column is_known boolean not null default true,
  -- keyed hashes, of new clients only; removed after 24 hours
  add column network text,
  add column network_wide text,
  add column hold_ended_at timestamptz;

update checkouts set hold_ended_at = updated_at
where state in ('EXPIRED', 'CANCELLED') and created_at > now() - interval '1 day';

create index checkouts_holding_new on checkouts (network_wide)
  where state in ('CREATED', 'OPEN') and holds and not is_known;
create index checkouts_paying_first on checkouts (created_at) where state in ('CREATED', 'OPEN') and not holds;
create index checkouts_with_network on checkouts (created_at) where network is not null;
drop index checkouts_by_user;
create index checkouts_by_user on checkouts (user_id, created_at desc);

-- One row: since when many times are held without payment, and when the practice was last told.
create table hold_watch (
  only_row boolean primary key default true check (only_row),
  above_since timestamptz,
  notified_at timestamptz
);
insert into hold_watch default values;
