import { randomUUID } from 'node:crypto';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import type { BodyOf } from '#contract/call.ts';
import { staffCreateBookings, staffCreateClient } from '#contract/staff.calls.ts';
import { STAFF_WARNINGS } from '#domain/slots/placement-warnings.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Page } from './page.ts';

/** The id of the service of this name. */
export async function serviceId({ db }: TestApp, name: string): Promise<string> {
  const rows = db.selectFrom('services').select('id').where('name', '=', name);
  return (await rows.executeTakeFirstOrThrow()).id;
}

let lines = 0;

/** A client whose record the practice keeps. */
export function clientByPhone(page: Page, first_name: string, contact: object = {}): Promise<Client> {
  lines++;
  const body = {
    action_id: randomUUID(),
    first_name,
    last_name: 'Okafor',
    phone: `(503) 555-${String(lines).padStart(4, '0')}`,
    accept_duplicate: true,
    ...contact,
  };
  return page.call(staffCreateClient, { body });
}

/** Books a Marma Session of 45 minutes for a client, or something else, like another device of the owner. */
export async function bookByPhone(
  page: Page,
  client: Client,
  start: string,
  more: object = {},
): Promise<SessionRow> {
  const body: BodyOf<typeof staffCreateBookings> = {
    action_id: randomUUID(),
    client_id: client.id,
    service_id: await serviceId(page.app, 'Marma Session'),
    place: 'FIXED_LOCATION',
    starts: [start],
    payment: 'LATER',
    accept: [...STAFF_WARNINGS],
    notify: false,
    ask_for_forms: false,
    ...more,
  };
  const { bookings } = await page.call(staffCreateBookings, { body });
  return bookings[0]!;
}
