-- A keyed hash of the card that a checkout was paid with; gone with the account.
alter table checkouts add column card_hash bytea;

-- Accounts that were deleted with a refund, by keyed hashes of their address and cards; kept for 30 days
-- (decision 0020). Without a name or an address.
create table refunded_closures (
  subject bytea not null,
  closure_id uuid not null,
  closed_at timestamptz not null,
  primary key (subject, closure_id)
);
create index refunded_closures_by_time on refunded_closures (closed_at);
