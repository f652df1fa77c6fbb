import type { AllDay, BusyCalendar, CalendarPreview } from '#contract/busy-calendars.schemas.ts';
import { formatDay, formatDayTime } from '#domain/time/date-formats.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { localDateOf } from '#domain/time/zone.ts';

export const ALL_DAY_LABELS: Readonly<Record<AllDay, string>> = {
  AS_MARKED: 'All-day events as they are marked',
  ALWAYS: 'All-day events always close',
  NEVER: 'All-day events never close',
};

/** Where each program has the secret address. */
export const ADDRESS_HELP: readonly (readonly [string, string])[] = [
  ['Google', 'Settings, your calendar, “Secret address in iCal format”.'],
  ['Outlook', 'Settings, Calendar, Shared calendars, “Publish a calendar”: the ICS link.'],
  ['Apple', 'Share your calendar, turn on “Public Calendar”, and copy its link.'],
  ['Proton', 'Settings, Calendars, “Share with anyone”: create a link.'],
  ['Fastmail', 'Settings, Calendars, Share: the web address.'],
  ['Nextcloud', 'The share menu of your calendar, “Copy subscription link”.'],
  ['Your old booking system', 'Look for “Calendar feed”, “iCal” or “Subscribe”.'],
];

/** 'Last read Tue 8 Dec, 9:12 AM.' */
export const lastReadText = ({ read_at }: Pick<BusyCalendar, 'read_at'>, zone: string): string =>
  `Last read ${formatDayTime(read_at, zone)}.`;

/** What a calendar would close, in sentences. */
export function previewLines(preview: CalendarPreview, all_day: AllDay): string[] {
  const { times, free_timed, skipped, unknown_zones } = preview;
  const free = preview.free_all_day.length;
  return [
    `Next 30 days: ${formatCount(times, 'time')} will be closed.`,
    ...(all_day === 'AS_MARKED' && free > 0
      ? [
          `${formatCount(free, 'all-day event')} ${free === 1 ? 'is' : 'are'} marked as free and ${free === 1 ? 'closes' : 'close'} nothing.`,
        ]
      : []),
    ...(all_day === 'NEVER' && preview.all_day > 0
      ? [
          `${formatCount(preview.all_day, 'all-day event')} ${preview.all_day === 1 ? 'closes' : 'close'} nothing.`,
        ]
      : []),
    ...(free_timed > 0
      ? [
          `${formatCount(free_timed, 'other event')} marked as free ${free_timed === 1 ? 'closes' : 'close'} nothing.`,
        ]
      : []),
    ...(unknown_zones > 0
      ? [
          `${formatCount(unknown_zones, 'event')} in a time zone that is not known ${unknown_zones === 1 ? 'counts' : 'count'} in the practice’s.`,
        ]
      : []),
    ...(skipped > 0
      ? [`${formatCount(skipped, 'event')} can’t be read and ${skipped === 1 ? 'closes' : 'close'} nothing.`]
      : []),
  ];
}

/** The days of an all-day event; its end is exclusive. */
export function daysText(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  zone: string,
): string {
  const first = localDateOf(starts_at, zone);
  const last = localDateOf(Date.parse(ends_at) - 1, zone);
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`;
}
