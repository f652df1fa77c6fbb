import type { Delta } from '#contract/bookings.schemas.ts';
import type {
  PublishedSuggestion,
  RecommendationDetails,
  RecommendationFacts,
  SuggestedSession,
} from '#contract/notes.schemas.ts';
import { openDocument } from '../bookings/sealed-documents.ts';
import { draftField, publishedField, suggestionField } from '../bookings/sealed-fields.ts';
import type { LatestSuggestion, SuggestionRow } from '../bookings/suggestions-store.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import type { RecommendationRow } from './store.ts';

type Facts = Pick<RecommendationRow, 'version' | 'published_at' | 'republished_at' | 'withdrawn_at'>;

/** A recommendation without its texts. */
export function presentFacts(
  row: Facts & { published: object | null },
  suggestion: LatestSuggestion | undefined,
): RecommendationFacts {
  return {
    version: row.version,
    is_published: row.published !== null,
    published_at: row.published_at?.toISOString() ?? null,
    republished_at: row.republished_at?.toISOString() ?? null,
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
    suggestion: suggestion ? presentSuggestion(suggestion) : null,
  };
}

/** A recommendation with its draft, or what is published without one. */
export const presentChanged = (
  key: ClientKey,
  row: RecommendationRow,
  suggestion: LatestSuggestion | undefined,
): RecommendationDetails['recommendation'] => ({
  ...presentFacts(row, suggestion),
  next_step: nextStep(key, row, suggestion),
  text: latestText(key, row),
});

/** The draft, or what is published while nothing of it has changed. */
export function latestText(
  key: ClientKey,
  { id, draft, published }: Pick<RecommendationRow, 'id' | 'draft' | 'published'>,
): Delta | null {
  if (draft) return openDocument(key, draftField(id), draft);
  return published && openDocument(key, publishedField(id), published);
}

/** What the next publication suggests: as drafted, else the open suggestion. */
export function nextStep(
  key: ClientKey,
  { id, suggestion_draft }: Pick<RecommendationRow, 'id' | 'suggestion_draft'>,
  latest: LatestSuggestion | undefined,
): SuggestedSession | null {
  if (suggestion_draft)
    return JSON.parse(key.open(suggestionField(id), suggestion_draft)) as SuggestedSession | null;
  return latest?.state === 'OPEN' ? planOf(latest) : null;
}

type Plan = Pick<SuggestionRow, 'service_id' | 'location_type' | 'around' | 'times' | 'every_weeks'>;

/** A suggestion as it is chosen. */
export const planOf = ({
  service_id,
  location_type: place,
  around,
  times,
  every_weeks,
}: Plan): SuggestedSession => ({ service_id, place, around, times, every_weeks });

const presentSuggestion = ({ location_type: place, ...row }: LatestSuggestion): PublishedSuggestion => ({
  id: row.id,
  service_id: row.service_id,
  service_name: row.service_name,
  place,
  around: row.around,
  times: row.times,
  every_weeks: row.every_weeks,
  booked: row.booked,
  state: row.state,
});
