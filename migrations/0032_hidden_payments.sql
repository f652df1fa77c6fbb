-- Whether the client chose a price is decided once, when the price is: never again by what the service has become.
update bookings b set price_chosen_by_client = coalesce(s.max_price_cents > s.min_price_cents, false)
  from services s where s.id = b.service_id and b.price_chosen_by_client is null;
alter table bookings alter column price_chosen_by_client set default false,
  alter column price_chosen_by_client set not null;

-- Lines from before prices were recorded as chosen.
update checkouts c set items = (
    select jsonb_agg(case when l.line ? 'price_chosen_by_client' then l.line else l.line || jsonb_build_object(
        'price_chosen_by_client', coalesce(b.price_chosen_by_client, s.max_price_cents > s.min_price_cents, false)) end
      order by l.n)
    from jsonb_array_elements(c.items) with ordinality l(line, n)
    left join bookings b on b.id = (l.line ->> 'booking_id')::uuid
    left join services s on s.id = (l.line ->> 'service_id')::uuid)
  where exists (select from jsonb_array_elements(c.items) l where not l ? 'price_chosen_by_client');
-- Total, tax, receipt and refunds of such a payment reveal the price that a client chose, so all of them are hidden.
alter table checkouts add column has_chosen_price boolean not null
  generated always as (items @> '[{"price_chosen_by_client": true}]') stored;
