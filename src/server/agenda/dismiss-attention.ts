import type { staffDismissAttention } from '#contract/agenda.schemas.ts';
import type { Action } from '../actions/staff-action.ts';
import { upsertDismissal } from './attention-store.ts';

/** Hides an item of Needs attention, until a moment or for good. */
export const dismissAttention: Action<typeof staffDismissAttention> = {
  action: 'attention.dismiss',
  work: async (trx, { body: { kind, object_id, until: at }, actor, now }) => {
    const until = at ? new Date(at) : null;
    await upsertDismissal(trx, { kind, object_id, until, staff_id: actor.staff_id }, now);
    return { object_kind: 'ATTENTION', object_id, details: { kind, snoozed: until !== null } };
  },
  answer: () => undefined,
};
