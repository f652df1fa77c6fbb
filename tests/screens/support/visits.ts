import type { SessionRow } from '#contract/agenda.schemas.ts';
import { staffBooking } from '#contract/staff.calls.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Page } from './page.ts';
import { createClient } from './people.ts';
import { visitor } from './site.ts';

const MINUTE_MS = 60_000;

type Visit = {
  /** From now on. */
  minutes: number;
  length?: number;
  service?: string;
  address?: object;
  place?: 'VIRTUAL';
  status?: string;
};

/** A client, signed in, with visits that hold no appointment, so that they take no slot of another test. */
export async function clientWithVisits(
  app: TestApp,
  name: { first_name: string; last_name: string },
  visits: readonly Visit[],
): Promise<{ email: string; ids: string[]; client: Page }> {
  const client = visitor(app);
  const { email } = await createClient(client, name);
  const ids: string[] = [];
  for (const visit of visits) ids.push(await addVisit(app, email, visit));
  return { email, ids, client };
}

export async function addVisit({ database, clock }: TestApp, email: string, visit: Visit): Promise<string> {
  const { minutes, length = 45, service = 'Marma Session', address, place, status = 'CONFIRMED' } = visit;
  const now = clock.now();
  const start = new Date(now.getTime() + minutes * MINUTE_MS);
  const end = new Date(start.getTime() + length * MINUTE_MS);
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into bookings (user_id, service_id, status, price_cents, price_chosen_by_client, service_name, service_type, format, start_time, end_time,
       blocked_until, location_type, location_name, visit_address, created_at, updated_at)
     select u.id, s.id, $3, s.base_price_cents, coalesce(s.max_price_cents > s.min_price_cents, false), s.name, s.category, s.format, $4, $5, $5, $6, s.location_name, $7, $8, $8
     from users u, services s where u.email = $1 and s.name = $2 returning id`,
    [
      email,
      service,
      status,
      start,
      end,
      place ?? (address ? 'HOUSE_CALL' : 'FIXED_LOCATION'),
      address ? JSON.stringify(address) : null,
      now,
    ],
  );
  return rows[0]!.id;
}

/** The row of a booking as it is now. */
export const bookingRow = async (page: Page, id: string): Promise<SessionRow> =>
  (await page.call(staffBooking, { params: { id } })).booking;

/** Comes back to the tab, which asks anew at once. */
export const comeBack = (): boolean => window.dispatchEvent(new Event('visibilitychange'));
