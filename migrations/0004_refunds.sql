-- Money to give back, from the moment that it is owed: asked of the provider after the transaction that owes it,
-- as often as it takes, under one key.
create table refunds (
  id uuid primary key default gen_random_uuid(),
  checkout_id uuid not null references checkouts,
  -- the booking that was cancelled; null: the whole payment, which came too late
  booking_id uuid references bookings,
  -- tax included
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  provider_refund_id text,
  done_at timestamptz,
  constraint one_refund_per_cause unique nulls not distinct (checkout_id, booking_id)
);
create index refunds_to_settle on refunds (next_attempt_at) where done_at is null;
