import type { AuditRow } from '#contract/staff.schemas.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatClock, formatDay } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';

/** Who did it: the member's first name, or what acted for the practice. */
export function actorOf({ staff, via }: Pick<AuditRow, 'staff' | 'via'>): string {
  if (staff !== null) return staff.split(' ')[0]!;
  if (via === 'COMMAND') return 'A command';
  return via === 'JOB' ? 'A job' : 'A client';
}

/** 'Today, 9:51 AM', 'Yesterday, 5:20 PM', 'Tue 8 Dec, 10:31 AM', in another year 'Tue 8 Dec 2025, …' */
export function formatAuditTime(at: string, today: LocalDate, zone: string): string {
  const date = localDateOf(at, zone);
  const time = formatClock(at, zone);
  if (date === today) return `Today, ${time}`;
  if (date === addDays(today, -1)) return `Yesterday, ${time}`;
  const year = date.slice(0, 4);
  return `${formatDay(date)}${year === today.slice(0, 4) ? '' : ` ${year}`}, ${time}`;
}
