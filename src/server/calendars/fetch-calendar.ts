import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { Deps } from '../deps.ts';
import type { CalendarFile, Known } from '../ports/calendar-reader.ts';
import type { FileProblem } from './calendar-blocks.ts';
import type { CalendarTime, ReadCalendar } from './read-calendar.ts';
import { readInWorker } from './read-in-worker.ts';

/** All-day events: as they are marked, each of them, or none. */
export type AllDayChoice = 'AS_MARKED' | 'ALWAYS' | 'NEVER';
/** Why a calendar cannot be used. */
type CalendarProblem =
  | Extract<CalendarFile, { kind: 'FAILED' }>['reason']
  | FileProblem
  | 'TOO_MUCH_WORK'
  | 'OWN_FEED';
export type FetchedCalendar =
  | { kind: 'READ'; read: ReadCalendar; known: Known }
  | { kind: 'UNCHANGED' }
  | { kind: 'FAILED'; problem: CalendarProblem; retry_after_ms: number | null };

const DAYS_AHEAD = 400;

/** Reads what a calendar says from today on. */
export async function fetchCalendar(
  { calendars }: Pick<Deps, 'calendars'>,
  { address, known }: { address: string; known: Known | null },
  now: Date,
): Promise<FetchedCalendar> {
  const file = await calendars.read(address, known, now);
  if (file.kind === 'UNCHANGED') return file;
  if (file.kind === 'FAILED')
    return { kind: 'FAILED', problem: file.reason, retry_after_ms: file.retry_after_ms };
  const { zone } = practice;
  const today = localDateOf(now, zone);
  const outcome = await readInWorker(file.bytes, {
    zone,
    from: startOfDay(today, zone).getTime(),
    to: startOfDay(addDays(today, DAYS_AHEAD), zone).getTime(),
    own_domain: privatePractice.mail_sender.address.split('@')[1]!,
    owners: ownersIn(address),
  });
  if ('problem' in outcome) return { kind: 'FAILED', problem: outcome.problem, retry_after_ms: null };
  return { kind: 'READ', read: outcome.read, known: file.known };
}

/** The e-mail addresses in the path of a calendar's address, as Google and Outlook write them. */
function ownersIn(address: string): string[] {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname).match(/[\w.+-]+@[\w-]+\.[\w.-]+/g) ?? [];
  } catch {
    return [];
  }
}

/** Returns the times that close something. */
export function closingTimes(times: readonly CalendarTime[], all_day: AllDayChoice): CalendarTime[] {
  return times.filter((time) => {
    if (!time.all_day || all_day === 'AS_MARKED') return !time.is_free;
    return all_day === 'ALWAYS';
  });
}

const TEXTS: Readonly<Record<CalendarProblem, string>> = {
  UNREACHABLE: 'This address can’t be reached. Please copy it again from your calendar.',
  GONE: 'This address no longer works. Please copy it again from your calendar, and paste the new one.',
  TOO_LARGE: 'This calendar is larger than 10 MB. Please use one with fewer past events.',
  NOT_A_CALENDAR:
    'There is no calendar at this address, maybe a page to sign in. Please copy the secret iCal address.',
  CUT_OFF: 'The calendar ends in the middle. Please try again in a moment.',
  TOO_MANY_EVENTS: 'This calendar has more than 20,000 events. Please use one with fewer.',
  TOO_MANY_TIMES: 'This calendar has more than 5,000 times ahead. Please use one with fewer.',
  TOO_MUCH_WORK: 'This calendar has events that repeat in a way that takes too long to work out.',
  OWN_FEED: 'This is this site’s own calendar. Its sessions are closed here already.',
};

/** Says why a calendar cannot be used, and what to do. */
export const problemText = (problem: string): string =>
  TEXTS[problem as CalendarProblem] ?? TEXTS.UNREACHABLE;
