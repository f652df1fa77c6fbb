import { draftNameOf } from '#web/forms/answers.ts';
import type { RequiredForm } from '#web/forms/queries.ts';
import { dropDraft, listDrafts, loadDraft } from '#web/api/drafts.ts';

type FormRequest = Pick<RequiredForm, 'form' | 'booking_id'>;

/**
 * The name of the draft of a form on this device: its own, or the one from before the practice changed the form from
 * per client to per booking or back. Null without a draft.
 */
export function findFormDraft(userId: string, request: FormRequest, now: number): string | null {
  const own = draftNameOf(request);
  if (loadDraft(userId, own, now) !== null) return own;
  const for_all = draftNameOf({ ...request, booking_id: null });
  if (request.booking_id !== null) return loadDraft(userId, for_all, now) === null ? null : for_all;
  return listDrafts(userId, draftNameOf({ ...request, booking_id: '' }), now)[0]?.name ?? null;
}

/** Drops the draft of a form, and the one it was resumed from. */
export function dropFormDraft(userId: string, request: FormRequest, resumedFrom: string | null): void {
  dropDraft(userId, draftNameOf(request));
  if (resumedFrom !== null) dropDraft(userId, resumedFrom);
}
