import type { Deps } from '../deps.ts';
import type { Refusal } from '../http/refusal.ts';
import { upsertDismissal } from './action-store.ts';
import { type Actor, runAction } from './run-action.ts';

/** Hides an item of Needs attention, until a moment or for good. Null: it is done. */
export async function dismissAttention(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  {
    actor,
    action_id,
    kind,
    object_id,
    until,
  }: {
    actor: Actor;
    action_id: string;
    kind: string;
    object_id: string;
    until: Date | null;
  },
  now: Date,
): Promise<Refusal | null> {
  const input = { kind, object_id, until };
  return await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'attention.dismiss', input, ...actor },
    async (trx) => {
      await upsertDismissal(trx, { kind, object_id, until, staff_id: actor.staff_id }, now);
      return {
        object_kind: 'ATTENTION',
        object_id,
        user_id: null,
        details: { kind, snoozed: until !== null },
      };
    },
    now,
  );
}
