-- The floor of P3 and P4: the least that an honest hold writes, by hand, one statement after the other and one commit.
-- It checks no price, no opening hours and no limit. pgbench fills in what begins with a colon: `client` counts the
-- clients of site.ts, `start` is the slot's time in seconds.
\set i :i + 1
\set k :i * :clients + :client_id
\set client :first_client + :k
\set start :first_start + (:k % :days) * 86400 + (:k / :days) * 900
\set hour :start / 3600
begin;
select u.id as user_id, u.email, u.stripe_id
from logins l join users u on u.cognito_sub = l.account_id
where l.access_hash = sha256(convert_to(:token || :client, 'UTF8')) and l.access_expires_at > now() \gset
select pg_advisory_xact_lock(:hour);
insert into appointments
  (id, service_id, rule_id, location_type, start_time, end_time, blocked_until, capacity, taken)
values (('00000000-0000-4000-a000-' || :client)::uuid, :service::uuid, :rule::uuid, 'FIXED_LOCATION',
  to_timestamp(:start), to_timestamp(:start + 900), to_timestamp(:start + 900), 1, 1);
insert into checkouts (id, user_id, state, cart_hash, items, subtotal_cents, currency, refund_policy, customer_id,
  customer_email, session_expires_at, hold_expires_at, next_check_at, created_at, updated_at)
values (('00000000-0000-4000-9000-' || :client)::uuid, :user_id::uuid, 'CREATED', 'hash',
  '[{"service_name": "Measured", "price_cents": 8500}]', 8500, 'usd', '{"full_refund_hours": 24}', :stripe_id, :email,
  now() + interval '30 minutes', now() + interval '35 minutes', now() + interval '1 minute', now(), now());
insert into bookings (user_id, checkout_id, appointment_id, status, price_cents, service_id, rule_id, service_name,
  service_type, format, start_time, end_time, blocked_until, location_type, location_name, created_at, updated_at)
values (:user_id::uuid, ('00000000-0000-4000-9000-' || :client)::uuid, ('00000000-0000-4000-a000-' || :client)::uuid,
  'PENDING', 8500, :service::uuid, :rule::uuid, 'Measured', 'YOGA', 'ONE_ON_ONE', to_timestamp(:start),
  to_timestamp(:start + 900), to_timestamp(:start + 900), 'FIXED_LOCATION', 'Secret Studio', now(), now());
commit;
