-- When the payment provider was last asked about a checkout for its client: across processes once in two seconds.
alter table checkouts add column checked_at timestamptz;
