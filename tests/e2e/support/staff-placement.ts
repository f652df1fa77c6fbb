import { writeOut } from '#domain/people/personal.ts';
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import type { CreatedBookings } from '#contract/placement.schemas.ts';
import type { Service } from '#contract/services.schemas.ts';
import { addDays, dayOfWeek, type LocalDate } from '#domain/time/calendar.ts';
import { STAFF_WARNINGS } from '#domain/slots/placement-warnings.ts';
import { localDateOf } from '#domain/time/zone.ts';

/** The weeks that the tests of one run share. */
const WEEKS = 30;

/** The Monday of a week that no client can book yet. Every test takes a week of its own, and another for each repetition and try. */
export function mondayIn(weeks: number): LocalDate {
  const today = localDateOf(Date.now(), practice.zone);
  const { repeatEachIndex, retry } = test.info();
  const week = 8 + weeks + WEEKS * (2 * repeatEachIndex + retry);
  return addDays(today, 7 * week - ((dayOfWeek(today) + 6) % 7));
}

async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api/staff${path}`, {
    data: { action_id: randomUUID(), ...data },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return JSON.parse(writeOut(await answer.text())) as Answer;
}

let lines = Date.now() % 1e6;

/** A client whose record the practice keeps. */
export function clientByPhone(page: Page, first_name: string, contact: object = {}): Promise<Client> {
  lines++;
  return post<Client>(page, '/clients', {
    first_name,
    last_name: 'Okafor',
    phone: `(503) ${200 + (lines % 700)}-${String(lines % 9000).padStart(4, '0')}`,
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
  const services = (await (await page.request.get('/get-all-wellness-services')).json()) as Service[];
  const { bookings } = await post<CreatedBookings>(page, '/bookings', {
    client_id: client.id,
    service_id: services.find(({ name }) => name === 'Marma Session')!.id,
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

export const blockOf = (page: Page, { id }: Pick<SessionRow, 'id'>): Locator =>
  page.getByRole('grid').locator(`a[data-key="${id}"]`);

/** The middle of a quarter hour of a day: 'Wednesday 9 December, 11:30 AM'. */
async function pointOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const cell = page.getByRole('gridcell', { name: new RegExp(`^${name}, `) });
  await cell.scrollIntoViewIfNeeded();
  const box = (await cell.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a block by a point near its top to the quarter hour of that name, and holds it there. */
export async function dragTo(page: Page, block: Locator, name: string): Promise<void> {
  const to = await pointOf(page, name);
  const from = (await block.boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 6);
  await page.mouse.down();
  await page.mouse.move(from.x + 24, from.y + 16, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
}

/** Moves the pointer, pressed or not, to the quarter hour of that name. */
export async function dragOn(page: Page, name: string): Promise<void> {
  const { x, y } = await pointOf(page, name);
  await page.mouse.move(x, y);
}
