import { draftNameOf } from '#web/forms/answers.ts';
import type { RequiredForm } from '#web/forms/queries.ts';
import { dropDraft, listDrafts, loadDraft } from '#web/client/drafts.ts';

type Asked = Pick<RequiredForm, 'form' | 'booking_id'>;

/**
 * The name under which the answers to a form wait on this device: its own, or one from before the practice asked for it
 * in another way (of everybody instead of for a booking, or the other way round). Null if none do.
 */
export function foundDraft(userId: string, asked: Asked, now: number): string | null {
  const own = draftNameOf(asked);
  if (loadDraft(userId, own, now) !== null) return own;
  const for_all = draftNameOf({ ...asked, booking_id: null });
  if (asked.booking_id !== null) return loadDraft(userId, for_all, now) === null ? null : for_all;
  return listDrafts(userId, draftNameOf({ ...asked, booking_id: '' }), now)[0]?.name ?? null;
}

/** What waited for this form: its own answers, and those that came with it from before. */
export function dropFound(userId: string, asked: Asked, from: string | null): void {
  dropDraft(userId, draftNameOf(asked));
  if (from !== null) dropDraft(userId, from);
}
