import type { PublishedSuggestion, RecommendationFacts } from '#contract/notes.schemas.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { suggestedText } from '#staff/notes/suggestion-texts.ts';
import { dateInSentence } from '#staff/parts/date-text.ts';

/** 'Published Fri 13 Nov. Updated Fri 20 Nov.' */
export function recommendationText(
  { is_published, published_at, republished_at, withdrawn_at }: RecommendationFacts,
  now: Date | null,
): string {
  if (!is_published) return withdrawn_at ? `Withdrawn ${dateInSentence(withdrawn_at, now)}.` : 'A draft.';
  return [
    published_at && `Published ${dateInSentence(published_at, now)}.`,
    republished_at && `Updated ${dateInSentence(republished_at, now)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const STATES: Record<PublishedSuggestion['state'], string> = {
  OPEN: 'Open',
  BOOKED: 'Booked',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
};

/** 'Suggested: Marma Session, 3 times, every 2 weeks, around 22 Dec. 1 of 3 booked.' */
export function suggestionText({
  service_name,
  around,
  booked,
  state,
  ...plan
}: Pick<
  PublishedSuggestion,
  'service_name' | 'around' | 'times' | 'every_weeks' | 'booked' | 'state'
>): string {
  const { times } = plan;
  const what = `Suggested: ${suggestedText(service_name, plan)}, around ${formatDayMonth(around)}.`;
  const how = booked > 0 && booked < times ? `${booked} of ${times} booked.` : `${STATES[state]}.`;
  return `${what} ${how}`;
}
