import type { OutputOf } from '#contract/call.ts';
import type { staffRevealAmount } from '#contract/agenda.calls.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectAttended } from './action-store.ts';
import { readAmounts } from './panel.ts';
import { type Actor, runAction } from './run-action.ts';

/** Answers the amounts of one booking and records that they were read. The record is committed first. */
export async function revealAmount(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { actor, action_id, booking_id }: { actor: Actor; action_id: string; booking_id: string },
  now: Date,
): Promise<OutputOf<typeof staffRevealAmount> | Refusal> {
  if (!isUuid(booking_id)) return refuse('BOOKING_NOT_FOUND');
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'booking.reveal-amount', input: { booking_id }, ...actor },
    async (trx) => {
      const booking = await selectAttended(trx, booking_id);
      if (!booking) return refuse('BOOKING_NOT_FOUND');
      return { object_kind: 'BOOKING', object_id: booking_id, user_id: booking.user_id, details: {} };
    },
    now,
  );
  return refusal ?? (await readAmounts(db, booking_id));
}
