import { practice } from '#content/public/practice.ts';
import type { SuggestedSession } from '#contract/notes.schemas.ts';
import { addDays, isLocalDate } from '#domain/time/calendar.ts';
import { isSameSuggestion } from '#domain/visits/suggestions.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { insertSuggestion, lockSuggestionOf, withdrawSuggestion } from '../bookings/suggestions-store.ts';
import type { Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { refuseAccess } from '../slots/client-facts.ts';
import { planOf } from './present-recommendation.ts';
import { type RecommendationRow, selectSuggestedService } from './store.ts';

/** A suggestion is for the coming year at most. */
const LATEST_DAYS = 366;

/**
 * Gives a publication its suggested session: none, the open one with what is booked of it if nothing differs, or a new
 * one, which ends the open one.
 */
export async function suggest(
  trx: Trx,
  { id: booking_id, user_id, house_call_approved }: RecommendationRow,
  wanted: SuggestedSession | null,
  now: Date,
): Promise<Refusal | null> {
  const open = await lockSuggestionOf(trx, booking_id);
  if (wanted && open && isSameSuggestion(planOf(open), wanted)) return null;
  const refused = wanted && (await refuseSuggestion(trx, wanted, house_call_approved, now));
  if (refused) return refused;
  if (open) await withdrawSuggestion(trx, booking_id, now);
  if (wanted) {
    const { place: location_type, ...rest } = wanted;
    await insertSuggestion(trx, { ...rest, location_type, booking_id, user_id }, now);
  }
  return null;
}

async function refuseSuggestion(
  trx: Trx,
  { service_id, place, around }: SuggestedSession,
  house_call_approved: boolean,
  now: Date,
): Promise<Refusal | null> {
  const service = isUuid(service_id) ? await selectSuggestedService(trx, service_id) : undefined;
  if (!service) return refuse('SERVICE_NOT_FOUND');
  if (!service.service_location_type.includes(place))
    return refuse('INVALID_INPUT', { details: { place: 'This service is not offered there.' } });
  // After the visit of the recommendation, the client is known.
  const { audience } = service;
  const refused = refuseAccess({ audience, house_call_approved, is_known: true }, place);
  if (refused?.code === 'AUDIENCE') return refused;
  if (refused) return refuse(refused.code, { message: 'This client may not book house calls yet.' });
  const today = localDateOf(now, practice.zone);
  if (!isLocalDate(around) || around < today || around > addDays(today, LATEST_DAYS))
    return refuse('INVALID_INPUT', { details: { around: 'Please choose a day within the coming year.' } });
  return null;
}
