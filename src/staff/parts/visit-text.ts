import { practice } from '#content/public/practice.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay, formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';

const { zone } = practice;

/** 'Today, 10:00 AM', 'Tomorrow', 'Thu 10 Dec', further away '4 Mar', in another year '4 Mar 2025'; '–' for none. */
export function visitText(visit: Client['next_visit'], today: LocalDate): string {
  if (visit === null) return '–';
  const date = localDateOf(visit.start_time, zone);
  if (date === today) return `Today, ${formatClock(visit.start_time, zone)}`;
  if (date === addDays(today, 1)) return 'Tomorrow';
  if (date > addDays(today, -7) && date < addDays(today, 30)) return formatDay(date);
  const year = date.slice(0, 4);
  return `${formatDayMonth(date)}${year === today.slice(0, 4) ? '' : ` ${year}`}`;
}
