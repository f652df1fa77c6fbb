import type { PublishedSuggestion, SuggestedSession } from '#contract/notes.schemas.ts';
import { formatSeries } from '#domain/visits/suggestions.ts';

/** 'Marma Session, 3 times, every 2 weeks' */
export const suggestedText = (name: string, plan: { times: number; every_weeks: number }): string =>
  [name, formatSeries(plan)].filter((part) => part !== '').join(', ');

/** What is suggested as long as the client has not booked or declined it. */
export function openSuggestion(latest: PublishedSuggestion | null): SuggestedSession | null {
  if (latest?.state !== 'OPEN') return null;
  const { service_id, place, around, times, every_weeks } = latest;
  return { service_id, place, around, times, every_weeks };
}

/** What became of a suggestion; null: none was published, or it says so itself. */
export function suggestionStateText(
  suggestion: PublishedSuggestion | null,
  first_name: string,
): string | null {
  if (!suggestion) return null;
  const { service_name, times, booked, state } = suggestion;
  const of = times === 1 ? '' : ` ${booked} of ${times}.`;
  switch (state) {
    case 'OPEN':
      return times === 1 ? null : `Booked so far: ${booked} of ${times}.`;
    case 'BOOKED':
      return `${first_name} booked the suggested ${service_name}.${of}`;
    case 'DECLINED':
      return `${first_name} said “Not now” to the suggested ${service_name}.${booked > 0 ? ` Booked before:${of}` : ''}`;
    case 'EXPIRED':
      return `The suggested ${service_name} was not booked in time.${booked > 0 ? ` Booked:${of}` : ''}`;
    case 'WITHDRAWN':
      return null;
  }
}
