import { useQuery } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import type { SuggestedSession } from '#contract/notes.schemas.ts';
import { BOOKABLE_DAYS } from '#domain/slots/availability.ts';
import { addDays, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { bestDates, opensOn } from '#domain/visits/suggestions.ts';
import { formatTime } from '#domain/time/wall-time.ts';
import { localMinutesOf } from '#domain/time/zone.ts';
import { freeTimesQuery } from '#staff/placement/placement-query.ts';
import { useToday } from '#web/ui/use-now.ts';

/** Times that the client could book now; null while they are loading, or could not be. */
export type BestDates = { texts: string[]; latest: LocalDate } | 'FAILED' | null;

/** The times that a suggestion would come with, as the client's listing has them. */
export function useBestDates(client_id: string, { service_id, place, ...plan }: SuggestedSession): BestDates {
  const today = useToday(practice.zone);
  const latest = addDays(today ?? '2000-01-01', BOOKABLE_DAYS);
  const query = useQuery({
    ...freeTimesQuery({ service_id, place, client_id }, today ?? '', latest),
    enabled: today !== null,
  });
  if (!query.data) return query.error ? 'FAILED' : null;
  const overview = query.data.days.map(({ date, times }) => ({
    date,
    times: times.map(({ start }) => ({ minutes: localMinutesOf(start, practice.zone) })),
  }));
  const best = bestDates(overview, plan.around, plan.times, plan.every_weeks);
  return { latest, texts: best.map(({ date, minutes }) => `${formatDay(date)} ${formatTime(minutes)}`) };
}

/** 'Best dates now: Tue 22 Dec 10:00 AM, Tue 22 Dec 12:30 PM. Nothing is held.' */
export function bestDatesText(best: BestDates, around: LocalDate): string {
  if (best === null) return 'Looking for times…';
  if (best === 'FAILED') return 'Couldn’t look for times now. They are found again when it is read.';
  if (best.texts.length > 0) return `Best dates now: ${best.texts.join(', ')}. Nothing is held.`;
  const opens = opensOn(around, best.latest);
  return opens === null
    ? 'No time is free around then.'
    : `Times around then can be booked from ${formatDay(opens)} on.`;
}
