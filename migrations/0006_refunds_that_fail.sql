-- A card's bank may send a refund back days after the provider made it: then the practice pays in another way.
alter table refunds add column failed_at timestamptz;
