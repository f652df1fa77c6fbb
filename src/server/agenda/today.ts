import { practice } from '#content/public/practice.ts';
import type { Today } from '#contract/agenda.schemas.ts';
import { addDays, dayNumberOf, type LocalDate } from '#domain/time/calendar.ts';
import { waitsWithin } from '#domain/slots/waitlist.ts';
import { gapsOf } from '#domain/slots/working-hours.ts';
import { localDateOf, wallClockOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import type { Refusal } from '../http/refusal.ts';
import { selectWaitingOn } from '../seats/offer-freed.ts';
import { readCatalogue } from '../seats/practice-facts.ts';
import { readAttention } from './attention.ts';
import { hoursOf, presentSpan, rangeOf, refuseDate } from './days.ts';
import { classesOf } from './present-classes.ts';
import { presentClosed, presentSession } from './present-session.ts';
import { selectAgenda } from './store.ts';

const { zone } = practice;
const DAY_MS = 86_400_000;

/** Reads one day with its gaps, and the next one in brief. `asked`: the date, or today. */
export async function readToday(db: Db, asked: LocalDate | undefined, now: Date): Promise<Today | Refusal> {
  const today = localDateOf(now, zone);
  const date = asked ?? today;
  const refused = refuseDate('date', date, today);
  if (refused) return refused;
  const next = addDays(date, 1);
  const [data, attention, waiting] = await Promise.all([
    selectAgenda(db, rangeOf(date, next), false, now),
    readAttention(db, now),
    selectWaitingOn(db, date),
  ]);
  const catalogue = await readCatalogue(db, data.version);
  const end = wallClockOf(dayNumberOf(date), zone).end;
  const rows = data.sessions.map(presentSession);
  const isToday = ({ start_time }: { start_time: string }) => Date.parse(start_time) < end;
  const sessions = rows.filter(isToday);
  const classes = classesOf(catalogue, data.classes, { from: date, to: next, zone });
  const hours = hoursOf(catalogue)(date);
  const time_off = presentClosed(data.closures, catalogue.busy_elsewhere, rangeOf(date, date));
  const busy = [...sessions.filter(({ status }) => status !== 'NO_SHOW'), ...classes.filter(isToday)];
  return {
    date,
    today,
    sessions,
    classes: classes.filter(isToday),
    gaps: gapsOf(
      busy.map(({ start_time, blocked_until }) => ({
        start: Date.parse(start_time),
        end: Date.parse(blocked_until),
      })),
      hours,
      time_off.map(({ starts_at, ends_at }) => ({ start: Date.parse(starts_at), end: Date.parse(ends_at) })),
    ).map((gap) => {
      const count = waiting.filter((entry) => waitsWithin(entry, gap, zone)).length;
      return { ...presentSpan(gap), ...(count > 0 ? { waiting: count } : {}) };
    }),
    hours: hours.length === 0 ? null : presentSpan({ start: hours[0]!.start, end: hours.at(-1)!.end }),
    time_off,
    tomorrow: {
      sessions: rows.filter((row) => !isToday(row)),
      classes: classes.filter((row) => !isToday(row)),
    },
    attention_count: attention.length,
    calendar_read_at: data.calendar_read_at === null ? null : new Date(data.calendar_read_at).toISOString(),
    clock_change: clockChangeAfter(date),
  };
}

/** Clocks change in the small hours, so that the date after this one is longer or shorter than 24 hours. */
function clockChangeAfter(date: LocalDate): Today['clock_change'] {
  const { start, end } = wallClockOf(dayNumberOf(date) + 1, zone);
  if (end - start === DAY_MS) return null;
  return end - start > DAY_MS ? 'BACK' : 'FORWARD';
}
