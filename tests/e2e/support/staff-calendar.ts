import { isolate } from '#domain/people/personal.ts';
import type { Page } from '@playwright/test';
import { practice } from '#content/public/practice.ts';
import type { CalendarAnswer, ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { instantOf } from '#domain/time/zone.ts';

const { zone } = practice;
const MINUTE_MS = 60_000;

/** A wall time of the practice as an instant. */
export const at = (date: LocalDate, hour: number, minute = 0): string =>
  instantOf(date, hour * 60 + minute, zone)!.toISOString();
const later = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();

let last = 0;
export function sessionAt(start: string, minutes: number, more: Partial<SessionRow> = {}): SessionRow {
  last++;
  return {
    id: `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`,
    client: {
      id: '00000000-0000-4000-8000-000000000000',
      name: isolate('Maren Kowalski'),
      short_name: isolate('Maren K.'),
      visits: 3,
      phone: null,
      has_email: true,
    },
    service_id: '00000000-0000-4000-9000-000000000001',
    service_name: 'Marma Session',
    service_type: 'AYURVEDA',
    format: 'ONE_ON_ONE',
    start_time: start,
    end_time: later(start, minutes),
    blocked_until: later(start, minutes),
    status: 'CONFIRMED',
    place: 'FIXED_LOCATION',
    location_name: practice.studio.short_name,
    address: null,
    chips: [{ kind: 'PAID' }],
    arrived_at: null,
    note: 'NONE',
    updated_at: start,
    ...more,
  };
}

export const classOn = (start: string, minutes: number, taken: number): ClassRow => ({
  service_id: '00000000-0000-4000-9000-000000000002',
  service_name: 'Slow Morning Flow',
  service_type: 'YOGA',
  format: 'GROUP',
  start_time: start,
  end_time: later(start, minutes),
  blocked_until: later(start, minutes),
  place: 'FIXED_LOCATION',
  location_name: practice.studio.short_name,
  taken,
  capacity: 8,
  arrived: 0,
});

/** The rows of a calendar; the rest is the same in every test. */
export type CalendarRows = Partial<Pick<CalendarAnswer, 'sessions' | 'classes' | 'time_off'>>;

/** The answer of the calendar to this address, with these rows: open from 9 AM to 6 PM on every day but Sunday. */
export function calendarAnswer(url: URL, today: LocalDate, rows: CalendarRows): CalendarAnswer {
  const [from, to] = [url.searchParams.get('from')!, url.searchParams.get('to')!];
  const openings: CalendarAnswer['openings'] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const isSunday = new Date(`${date}T12:00Z`).getUTCDay() === 0;
    openings.push({ date, spans: isSunday ? [] : [{ start: at(date, 9), end: at(date, 18) }] });
  }
  const none = { sessions: [], classes: [], time_off: [] };
  return { from, to, today, zone, ...none, openings, bookable_until: '2027-01-07', ...rows };
}

/** Answers the calendar with these rows. */
export const showCalendar = (page: Page, rowsOf: () => CalendarRows, today: LocalDate) =>
  page.route(
    (url) => url.pathname === '/api/staff/calendar',
    (route) => route.fulfill({ json: calendarAnswer(new URL(route.request().url()), today, rowsOf()) }),
  );
