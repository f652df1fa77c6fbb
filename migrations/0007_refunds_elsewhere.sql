-- Money that went back without the site: the practitioner pressed Refund at the payment provider's dashboard, or lost
-- a dispute there.
create table refunds_elsewhere (
  -- or that of the dispute
  provider_refund_id text primary key,
  checkout_id uuid not null references checkouts,
  -- tax included
  amount_cents integer not null check (amount_cents > 0),
  noted_at timestamptz not null,
  -- the bank sent it back, or it was called back
  failed_at timestamptz
);
