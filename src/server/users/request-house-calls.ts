import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { insertHouseCallRequest, selectHouseCallFacts } from './house-call-store.ts';

/** Days after an answer before the next request (rules.md §9). */
const PAUSE_DAYS = 30;

/**
 * Records that a client asks for house calls: after a first visit, and once until the practice answers. A repeat gets the
 * first moment.
 */
export async function requestHouseCalls(
  db: Db,
  user_id: string,
  now: Date,
): Promise<{ requested_at: string } | Refusal> {
  const answered_before = new Date(now.getTime() - PAUSE_DAYS * 86_400_000);
  await insertHouseCallRequest(db, user_id, answered_before, now);
  const facts = await selectHouseCallFacts(db, user_id, now);
  if (!facts) return refuse('NO_RECORD');
  const { house_call_requested_at: asked, house_call_decided_at: decided } = facts;
  if (facts.house_call_approved) return { requested_at: (asked ?? now).toISOString() };
  // An open request stays open if the visit was cancelled since.
  if (asked === null) return refuse('HOUSE_CALL_NOT_APPROVED');
  if (decided === null || decided < asked) return { requested_at: asked.toISOString() };
  if (!facts.had_visit) return refuse('HOUSE_CALL_NOT_APPROVED');
  const date = addDays(localDateOf(decided, practice.zone), PAUSE_DAYS + 1);
  return refuse('LimitExceededException', {
    message: `We answered this not long ago. You can ask again from ${formatDayMonth(date)}.`,
  });
}
