import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import type { CreatedBookings } from '#contract/placement.schemas.ts';
import { STAFF_WARNINGS } from '#domain/slots/placement-warnings.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Page } from './page.ts';
import { callAsStaff } from './visits.ts';

/** The id of the service of this name. */
export async function serviceId({ db }: TestApp, name: string): Promise<string> {
  const rows = db.selectFrom('services').select('id').where('name', '=', name);
  return (await rows.executeTakeFirstOrThrow()).id;
}

let lines = 0;

/** A client whose record the practice keeps. */
export function clientByPhone(page: Page, first_name: string, contact: object = {}): Promise<Client> {
  lines++;
  return callAsStaff<Client>(page, '/clients', {
    first_name,
    last_name: 'Okafor',
    phone: `(503) 555-${String(lines).padStart(4, '0')}`,
    accept_duplicate: true,
    ...contact,
  });
}

/** Books a Marma Session of 45 minutes for a client, or something else, like another device of the owner. */
export async function bookByPhone(
  page: Page,
  client: Client,
  start: string,
  more: object = {},
): Promise<SessionRow> {
  const { bookings } = await callAsStaff<CreatedBookings>(page, '/bookings', {
    client_id: client.id,
    service_id: await serviceId(page.app, 'Marma Session'),
    place: 'FIXED_LOCATION',
    starts: [start],
    payment: 'LATER',
    accept: STAFF_WARNINGS,
    notify: false,
    ask_for_forms: false,
    ...more,
  });
  return bookings[0]!;
}
