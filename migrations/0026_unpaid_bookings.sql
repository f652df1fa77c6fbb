-- Bookings with something left to pay, so that the list of clients with a balance reads no table of all bookings (docs/scale.md).
create index unpaid_bookings on bookings (user_id) include (id, service_id, price_cents, price_chosen_by_client)
  where checkout_id is null and payment <> 'FREE' and status in ('CONFIRMED', 'COMPLETED', 'NO_SHOW');
