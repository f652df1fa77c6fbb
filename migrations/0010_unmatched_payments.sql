-- Payments for a checkout of this site that the database does not know, as after a restore or a failover
-- (decision 0021): refunded at refund_at unless somebody has settled them before.
create table unmatched_payments (
  session_id text primary key,
  checkout_id text not null,
  payment_intent_id text,
  customer_id text,
  amount_cents integer not null,
  currency text not null,
  noted_at timestamptz not null,
  refund_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  settled_at timestamptz,
  outcome text check (outcome in ('REFUNDED', 'KEPT', 'FOUND')),
  check ((settled_at is null) = (outcome is null))
);
create index unmatched_payments_to_refund on unmatched_payments (refund_at) where settled_at is null;
