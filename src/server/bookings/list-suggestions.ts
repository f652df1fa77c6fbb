import { practice } from '#content/public/practice.ts';
import type { Suggestion } from '#contract/suggestions.schemas.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { slotsOfDays } from '#domain/slots/slots.ts';
import type { SlotFacts } from '#domain/slots/slot-facts.ts';
import { bestDates, countTowards, nextAround, opensOn, openUntil } from '#domain/visits/suggestions.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db, Trx } from '../db/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { readPracticeFacts } from '../seats/practice-facts.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { factsForClient } from '../slots/client-facts.ts';
import { presentService } from '../slots/present-service.ts';
import { addBooked, lockOpenSuggestions, selectOpenSuggestions } from './suggestions-store.ts';

/**
 * Counts bookings that this transaction confirms towards the client's suggested sessions (rules.md §9). It locks the
 * suggestions after everything else but the mail, so that `booked` never exceeds `times`.
 */
export async function countSuggested(
  trx: Trx,
  user_id: string,
  bookings: readonly { service_id: string; start_time: string | Date }[],
  now: Date,
): Promise<void> {
  const service_ids = [...new Set(bookings.map(({ service_id }) => service_id))];
  const open = await lockOpenSuggestions(trx, user_id, service_ids);
  const counts = countTowards(
    open.map((each) => ({ ...each, made_on: localDateOf(each.created_at, zone) })),
    bookings.map(({ service_id, start_time }) => ({ service_id, date: localDateOf(start_time, zone) })),
  );
  for (const [id, count] of counts) await addBooked(trx, id, count, now);
}

const { zone } = practice;

/**
 * Lists a client's open suggestions with times that suit, by the engine of the listing. Left out is what the client can't
 * book.
 */
export async function listSuggestions(
  db: Db,
  user: Pick<UserRow, 'id' | 'house_call_approved' | 'marked_known'>,
  now: Date,
): Promise<Suggestion[]> {
  const today = localDateOf(now, zone);
  const rows = (await selectOpenSuggestions(db, user.id)).filter((row) => openUntil(row) >= today);
  if (rows.length === 0) return [];
  const to = bookableWindow([], today).latest;
  const open = new Map<string, ReturnType<typeof openDaysOf>>();
  const facts = await readPracticeFacts(db, { user_id: user.id, from: today, to });
  return rows.flatMap((row) => {
    const { id, booking_id, service_id, location_type: place, times, every_weeks, booked } = row;
    const found = factsForClient(facts, user, { service_id, location_types: [place], now, zone });
    if (found instanceof Refusal) return [];
    const around = nextAround(row);
    const days = open.get(`${service_id} ${place}`) ?? openDaysOf(found);
    open.set(`${service_id} ${place}`, days);
    const dates = bestDates(days, around, times - booked, every_weeks);
    return {
      id,
      booking_id,
      service: presentService(found.service),
      place,
      around,
      times,
      every_weeks,
      booked,
      dates,
      opens_on: opensOn(around, to),
    };
  });
}

const openDaysOf = (facts: SlotFacts) =>
  slotsOfDays(facts).map(({ date, slots }) => ({
    date,
    times: slots.map((slot) => ({ slot, minutes: parseTime(slot.start) ?? 0 })),
  }));
