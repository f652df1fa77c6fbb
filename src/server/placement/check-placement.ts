import type { CheckedPlacement, staffCheckPlacement } from '#contract/placement.schemas.ts';
import type { z } from 'zod';
import { readReach } from '../staff-bookings/reach.ts';
import type { Db } from '../db/pool.ts';
import { selectFormsOfNextVisit } from '../forms/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentPlacement } from './present-placement.ts';
import { evaluateTime, readSubject } from './read-placement.ts';
import { selectSeatOf } from './store.ts';
import { monthOf, readSupported, supportedWarning } from './supported-visits.ts';
import { refuseStarts } from './validate-starts.ts';

/** Checks what speaks against a time. It takes no lock: the booking checks again. */
export async function checkPlacement(
  db: Db,
  {
    rescheduling: booking_id,
    client_id,
    free_reason,
    start: at,
    ...wish
  }: z.output<typeof staffCheckPlacement.body>,
  now: Date,
): Promise<CheckedPlacement | Refusal> {
  const start = new Date(at);
  const invalid = refuseStarts([start], now);
  if (invalid) return invalid;
  const rescheduling =
    booking_id === undefined ? null : isUuid(booking_id) ? await selectSeatOf(db, booking_id) : undefined;
  if (rescheduling === undefined) return refuse('BOOKING_NOT_FOUND');
  const request = {
    ...wish,
    client_id: client_id ?? rescheduling?.user_id ?? null,
    ...(rescheduling ? { rescheduling } : {}),
  };
  const subject = await readSubject(db, request, now);
  if (subject instanceof Refusal) return subject;
  const evaluated = await evaluateTime(db, subject, start, now);
  const { client_id: user_id } = request;
  const [presented, supported, missing_forms] = await Promise.all([
    presentPlacement(db, evaluated, now),
    rescheduling ? null : readSupported(db, monthOf(start)),
    rescheduling ? null : user_id === null ? [] : selectFormsOfNextVisit(db, user_id, subject.service.id),
  ]);
  const { joins, capacity } = evaluated.placement;
  const exceeds = free_reason === 'SUPPORTED' && supported !== null && supported.given >= supported.of;
  return {
    ...presented,
    ...(exceeds
      ? {
          verdict: presented.verdict === 'FREE' ? 'WARNED' : presented.verdict,
          warnings: [...presented.warnings, supportedWarning(supported.of)],
        }
      : {}),
    seats: subject.service.format === 'ONE_ON_ONE' ? null : { taken: joins?.taken ?? 0, capacity },
    supported,
    missing_forms,
    reach: rescheduling && (await readReach(db, [rescheduling.id])).get(rescheduling.id)!,
  };
}
