import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { demoOwner } from '#content/seed/demo-owner.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';
import { appDatabase } from './app-database.ts';
import { createClient, hydrated, type Visitor } from './people.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Signs an owner in, the demo owner by default. The way through password and code has tests of its own, and each code
 * counts once. `unlocked`: with health data open.
 */
export async function signInOwner(
  context: BrowserContext,
  baseURL: string,
  email: string = demoOwner.email,
  { unlocked = false } = {},
): Promise<void> {
  const db = await appDatabase();
  const token = newToken();
  await db.query(
    `insert into staff_sessions (staff_id, token_hash, device, created_at, seen_at, idle_until, expires_at, unlocked_at, unlocked_until)
     select id, $2, 'Test', now(), now(), now() + interval '1 hour', now() + interval '1 hour',
       case when $3 then now() end, case when $3 then now() + interval '15 minutes' end from staff where email = $1`,
    [email, hashToken(token), unlocked],
  );
  await db.end();
  await context.addCookies([
    { name: 'staff', value: token, url: baseURL, httpOnly: true, sameSite: 'Strict' },
  ]);
}

/** Opens a screen of the staff area as the demo owner and waits for its title. */
export async function openStaff(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(`/staff${path}`);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

type Visit = {
  /** From now on; `withinToday` keeps it on today's list. */
  minutes: number;
  length?: number;
  service?: string;
  address?: object;
  status?: string;
};

/** A client with visits that hold no appointment, so that they take no slot of another test. */
export async function clientWithVisits(
  visitor: Visitor,
  name: { first_name: string; last_name: string },
  visits: readonly Visit[],
): Promise<{ email: string; ids: string[] }> {
  const { email } = await createClient(visitor, name);
  const db = await appDatabase();
  const ids: string[] = [];
  for (const visit of visits) ids.push(await addVisit(db, email, visit));
  await db.end();
  return { email, ids };
}

async function addVisit(db: pg.Client, email: string, visit: Visit): Promise<string> {
  const { minutes, length = 45, service = 'Marma Session', address, status = 'CONFIRMED' } = visit;
  // Whole minutes, so that the times on the screen are exact.
  const start = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS);
  const end = new Date(start.getTime() + length * MINUTE_MS);
  const { rows } = await db.query<{ id: string }>(
    `insert into bookings (user_id, service_id, status, price_cents, price_chosen_by_client, service_name, service_type, format, start_time, end_time,
       blocked_until, location_type, location_name, visit_address, created_at, updated_at)
     select u.id, s.id, $3, s.base_price_cents, coalesce(s.max_price_cents > s.min_price_cents, false), s.name, s.category, s.format, $4, $5, $5, $6, s.location_name, $7, date_trunc('milliseconds', now()), date_trunc('milliseconds', now())
     from users u, services s where u.email = $1 and s.name = $2 returning id`,
    [
      email,
      service,
      status,
      start,
      end,
      address ? 'HOUSE_CALL' : 'FIXED_LOCATION',
      address ? JSON.stringify(address) : null,
    ],
  );
  return rows[0]!.id;
}

/** First and last minute of the practice's day in which a visit can start. */
function edgesOfToday(): { first: number; last: number; next: number } {
  const date = localDateOf(Date.now(), practice.zone);
  const next = startOfDay(addDays(date, 1), practice.zone).getTime();
  return { first: startOfDay(date, practice.zone).getTime(), last: next - 2 * MINUTE_MS, next };
}

/** `minutes` from now, or less: a visit that starts then is on today's list at any hour. */
export function withinToday(minutes: number): number {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const { first, last } = edgesOfToday();
  return (Math.max(first, Math.min(last, now + minutes * MINUTE_MS)) - now) / MINUTE_MS;
}

/** Now, or the nearest moment between 6 AM and 9 PM of the practice's day, as epoch ms: a day has begun and goes on. */
export function hourWithRoom(): number {
  const { first, next } = edgesOfToday();
  return Math.max(first + 6 * HOUR_MS, Math.min(next - 3 * HOUR_MS, Date.now()));
}

/** In the last minute of the day, waits for the next one: what a test calls today must stay so until its end. */
export async function awaitNewDay(): Promise<void> {
  const left = edgesOfToday().next - Date.now();
  if (left < 2 * MINUTE_MS) await setTimeout(left + 1000);
}

/** Makes a staff call like another device of the owner. */
export async function callAsStaff(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/staff${path}`, {
    data: { action_id: randomUUID(), ...data },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
}

/** The row of a booking as it is now. */
export async function bookingRow(page: Page, id: string): Promise<SessionRow> {
  const answer = await page.request.get(`/api/staff/bookings/${id}`);
  return ((await answer.json()) as BookingPanel).booking;
}

/** Comes back to the tab, which asks anew at once. Otherwise the next poll would, up to ten seconds later. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
