-- Who holds a payment link must not end the client's own cart: one open checkout of each kind.
drop index one_open_checkout_per_client;
create unique index one_open_checkout_of_each_kind on checkouts (user_id, kind) where state in ('CREATED', 'OPEN');
