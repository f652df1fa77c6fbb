import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/** A one-to-one slot as P3 asks for it; `start`: ISO instant. */
export type LeastHold = { service_id: string; rule_id: string; start: string };

/** Prepared by their names, as the app's own hot statements are. */
const SESSION = {
  name: 'least_session',
  text: `select u.id, u.email, u.stripe_id from logins l join users u on u.cognito_sub = l.account_id
    where l.access_hash = sha256(convert_to($1, 'UTF8')) and l.access_expires_at > now()`,
};
const LOCK = { name: 'least_lock', text: 'select pg_advisory_xact_lock($1)' };
const APPOINTMENT = {
  name: 'least_appointment',
  text: `insert into appointments
      (service_id, rule_id, location_type, start_time, end_time, blocked_until, capacity, taken)
    select $1::uuid, $2::uuid, 'FIXED_LOCATION', s, s + interval '15 minutes', s + interval '15 minutes', 1, 1
    from (select $3::timestamptz as s) slot returning id`,
};
const CHECKOUT = {
  name: 'least_checkout',
  text: `insert into checkouts (user_id, state, cart_hash, items, subtotal_cents, currency, refund_policy,
      customer_id, customer_email, session_expires_at, hold_expires_at, next_check_at, created_at, updated_at)
    values ($1::uuid, 'CREATED', 'hash', $2::jsonb, 8500, 'usd', '{"full_refund_hours": 24}', $3, $4,
      now() + interval '30 minutes', now() + interval '35 minutes', now() + interval '1 minute', now(), now())
    returning id`,
};
const BOOKING = {
  name: 'least_booking',
  text: `insert into bookings (user_id, checkout_id, appointment_id, status, price_cents, service_id, rule_id,
      service_name, service_type, format, start_time, end_time, blocked_until, location_type, location_name,
      created_at, updated_at)
    select $1::uuid, $2::uuid, $3::uuid, 'PENDING', 8500, $4::uuid, $5::uuid, 'Measured', 'YOGA', 'ONE_ON_ONE', s,
      s + interval '15 minutes', s + interval '15 minutes', 'FIXED_LOCATION', 'Secret Studio', now(), now()
    from (select $6::timestamptz as s) slot`,
};
const HOUR_MS = 3_600_000;

/**
 * The floor of P3 and P4: the least that an honest hold does over HTTP, on our own tables, in one transaction with one
 * commit. It checks no price, no opening hours and no limit, and asks no payment provider.
 */
export function serveLeastHold(server: FastifyInstance, pool: pg.Pool): void {
  server.post<{ Body: LeastHold }>('/hold', async (request) => {
    const { service_id, rule_id, start } = request.body;
    const access = /\baccess=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const client = await pool.connect();
    const run = async (statement: { name: string; text: string }, values: unknown[]) =>
      (await client.query<Record<string, string>>({ ...statement, values })).rows[0];
    try {
      await client.query('begin');
      const user = await run(SESSION, [access]);
      if (!user) throw new Error('No such session');
      await run(LOCK, [Math.floor(Date.parse(start) / HOUR_MS)]);
      const appointment = await run(APPOINTMENT, [service_id, rule_id, start]);
      const items = JSON.stringify([{ service_name: 'Measured', price_cents: 8500 }]);
      const checkout = await run(CHECKOUT, [user.id, items, user.stripe_id, user.email]);
      await run(BOOKING, [user.id, checkout!.id, appointment!.id, service_id, rule_id, start]);
      await client.query('commit');
      return { url: `http://127.0.0.1:9/pay/${checkout!.id}` };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  });
}
