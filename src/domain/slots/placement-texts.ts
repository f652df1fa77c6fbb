/** How staff read what speaks against a time, wherever it is evaluated (rules.md §9). */
import type { ClientName } from '#domain/people/personal.ts';
import type { Span } from '#domain/slots/open-minutes.ts';
import type { PlacementIssue } from '#domain/slots/placement.ts';
import type { PlacementWarning } from '#domain/slots/placement-warnings.ts';
import type { Audience } from '#domain/slots/services.ts';
import { formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { formatCount } from '#domain/text/sentences.ts';

type WarnedTime = {
  service_name: string;
  /** Of the service; null: unknown here. */
  audience: Audience | null;
  /** The first name, or 'The client'. */
  client: ClientName;
  /** Of the service at the wished place on that day; null: unknown here. */
  hours: readonly Span[] | null;
  start: Date;
  end: Date;
  zone: string;
};

/** Words a warning as a whole sentence: 'Outside working hours (9:00 AM - 11:00 AM).' */
export function warningText(
  { code, minutes, usual_minutes, side, limit }: PlacementIssue,
  at: WarnedTime,
): string {
  const where = side === 'BEFORE' ? 'after the previous session' : 'before the next session';
  const texts: Record<PlacementWarning, string> = {
    OUTSIDE_HOURS: outsideHours(at),
    TIME_OFF: 'In your time off.',
    OWN_CALENDAR: 'Busy in your other calendar.',
    TODAY: 'Today: clients can book from tomorrow on.',
    PAST: 'This time is over.',
    TOO_FAR: 'More than 30 days ahead: clients can’t book it yet.',
    BUFFER: `${formatCount(minutes ?? 0, 'minute')} ${where}; usually ${usual_minutes}.`,
    LIMIT: limit ?? '',
    CLASS_SCHEDULED: 'A class is scheduled at this time. Clients can’t book it any more.',
    NOT_APPROVED: `${at.client} isn’t approved for house calls.`,
    AUDIENCE:
      at.audience === 'NEW'
        ? `${at.service_name} is for first visits, and ${at.client} is a known client.`
        : `${at.service_name} is for known clients, and ${at.client} is new.`,
    RETIRED: `${at.service_name} is no longer offered.`,
    SAME_DAY: `${at.client} has another session that day.`,
  };
  return texts[code];
}

function outsideHours({ service_name, hours, start, end, zone }: WarnedTime): string {
  if (hours === null) return 'Outside working hours.';
  if (hours.length === 0) return `${service_name} has no hours on ${formatDayOf(start, zone)}.`;
  const isInside = hours.some((span) => span.start <= start.getTime() && end.getTime() <= span.end);
  const spans = hours.map((span) => formatClockRange(span.start, span.end, zone)).join(', ');
  return isInside
    ? `Between two times that clients can choose (${spans}).`
    : `Outside working hours (${spans}).`;
}
