import type { Db } from '../db/pool.ts';
import { brokenConstraint } from '../db/constraints.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import {
  findRepeat,
  hashRequest,
  ONE_ACTION_PER_ID,
  recordStaffAction,
  type StaffAction,
} from '../runtime/staff-actions.ts';

/** Who acts. */
export type Actor = Pick<StaffAction, 'staff_id' | 'via'>;
/** `input`: everything that the request asks for, but its action_id. */
type ActionRequest = Actor & { action_id: string; action: string; input: unknown };
/** What the work changed, for the record. */
type Change = Pick<StaffAction, 'object_kind' | 'object_id' | 'user_id' | 'details'>;

/** The actor of booking_history and audit. */
export const actorName = ({ staff_id }: Actor): string | null => (staff_id ? `staff:${staff_id}` : null);

/**
 * Runs an action and records it, both in one transaction, or neither (rules.md §9). Returns null when the action is done,
 * now or by an earlier request with the same action_id and the same content: the caller answers with the present state.
 */
export async function runAction(
  { db, app_secret }: { db: Db; app_secret: string },
  { action_id: id, action, input, staff_id, via }: ActionRequest,
  work: (trx: Db) => Promise<Change | Refusal>,
  now: Date,
): Promise<Refusal | null> {
  const request = { id, request_hash: hashRequest(app_secret, { action, staff_id, input }) };
  const before = await findRepeat(db, request);
  if (before !== 'NEW') return answerToRepeat(before);
  const refusal = await decidedTransaction<Refusal | null>(db, async (trx) => {
    const change = await work(trx);
    if (change instanceof Refusal) return { answer: change, isKept: false };
    await recordStaffAction(trx, { ...request, staff_id, via, action, ...change }, now);
    return { answer: null, isKept: true };
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === ONE_ACTION_PER_ID) return refuse('ACTION_REUSED');
    throw error;
  });
  if (refusal === null) return null;
  // Of two equal requests at once, the second one is refused because the first one was faster.
  const after = await findRepeat(db, request);
  return after === 'NEW' ? refusal : answerToRepeat(after);
}

const answerToRepeat = (repeat: 'REPEAT' | 'REUSED'): Refusal | null =>
  repeat === 'REPEAT' ? null : refuse('ACTION_REUSED');
