import { addDays, isLocalDate } from '#domain/calendar.ts';
import { formatClock, formatLongDate } from '#domain/date-formats.ts';
import { localDateOf, startOfDay } from '#domain/zone.ts';
import { type Command, done, usageError } from './command.ts';
import { invalidDate } from './parse-datetime.ts';
import { selectClosures, selectBookingsBetween } from './store.ts';

const DAYS_OF_A_WEEK = 7;

export const week: Command = {
  name: 'week',
  usage: '[DATE]',
  summary: 'bookings and closures of seven days, from today or DATE',
  async run({ db, zone, now }, [given]) {
    const first = given ?? localDateOf(now, zone);
    if (!isLocalDate(first)) return usageError(invalidDate(first));
    const end = startOfDay(addDays(first, DAYS_OF_A_WEEK), zone);
    const sessions = await selectBookingsBetween(db, startOfDay(first, zone), end);
    const closed = await selectClosures(db, startOfDay(first, zone), end);
    const lines: string[] = [];
    for (let day = 0; day < DAYS_OF_A_WEEK; day += 1) {
      const date = addDays(first, day);
      const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
      lines.push(formatLongDate(date));
      for (const closure of closed)
        if (closure.starts_at < to && closure.ends_at > from)
          lines.push(
            `  closed  ${spanWithin(closure.starts_at, closure.ends_at, from, to, zone)}  ${closure.reason}`.trimEnd(),
          );
      const today = sessions.filter(({ start_time }) => start_time >= from && start_time < to);
      for (const group of groupByStart(today)) {
        const { start_time, end_time, service_name, location_type } = group[0]!;
        const place = location_type === 'HOUSE_CALL' ? ', house call' : '';
        lines.push(
          `  ${formatClock(start_time, zone)} - ${formatClock(end_time, zone)}  ${service_name}${place}: ${whoComes(group)}`,
        );
      }
      if (lines.at(-1) === formatLongDate(date)) lines.push('  nothing booked');
    }
    return done(...lines);
  },
};

type Session = Awaited<ReturnType<typeof selectBookingsBetween>>[number];

/** Groups the seats of one class. */
function groupByStart(sessions: readonly Session[]): Session[][] {
  const groups = new Map<string, Session[]>();
  for (const session of sessions) {
    const key = `${session.start_time.getTime()} ${session.service_name}`;
    const group = groups.get(key);
    if (group) group.push(session);
    else groups.set(key, [session]);
  }
  return [...groups.values()];
}

function whoComes(group: readonly Session[]): string {
  const names = group.flatMap(({ first_name, last_name, status }) => {
    const name = `${first_name ?? ''} ${last_name ?? ''}`.trim();
    return name ? [status === 'PENDING' ? `${name} (not paid yet)` : name] : [];
  });
  const nameless = group.length - names.length;
  if (nameless > 0) names.push(`${nameless} without a name`);
  return names.join(', ');
}

function spanWithin(starts: Date, ends: Date, from: Date, to: Date, zone: string): string {
  if (starts <= from && ends >= to) return 'all day';
  const start = starts > from ? starts : from;
  const end = ends < to ? ends : to;
  return `${formatClock(start, zone)} - ${formatClock(end, zone)}`;
}
