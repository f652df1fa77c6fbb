/** What has happened since a client's last visit (rules.md §9). */
import { tookPlace } from '#domain/visits/booking.ts';

type Visit = { id: string; status: string; start_time: Date; end_time: Date };
type Submission = { id: string; form_id: string; submitted_at: Date };
/** What was written about a visit, and when. */
type Note = { booking_id: string; at: Date };

export type SinceLastTime<V extends Visit, S extends Submission, N extends Note> = {
  last_visit: V;
  /** The newest submission of each form, newest first. */
  submissions: S[];
  /** Visits that were cancelled or missed in between, the first one first. */
  missed: V[];
  /** Newest first. */
  notes: N[];
};

/**
 * Picks what is new since the last visit that took place before a moment, until another one; null if there is none. What
 * came in during that visit belongs to it.
 */
export function sinceLastTime<V extends Visit, S extends Submission, N extends Note>(
  visits: readonly V[],
  submissions: readonly S[],
  notes: readonly N[],
  before: Date,
  until: Date,
): SinceLastTime<V, S, N> | null {
  const earlier = visits
    .filter(({ start_time }) => start_time < before)
    .toSorted((a, b) => a.start_time.getTime() - b.start_time.getTime());
  const last_visit = earlier.findLast((visit) => tookPlace(visit, before));
  if (!last_visit) return null;
  const since = last_visit.end_time;
  const isNew = (at: Date) => at > since && at <= until;
  const newest = new Map<string, S>();
  for (const submission of submissions) {
    const known = newest.get(submission.form_id);
    if (!isNew(submission.submitted_at) || (known && known.submitted_at >= submission.submitted_at)) continue;
    newest.set(submission.form_id, submission);
  }
  return {
    last_visit,
    submissions: [...newest.values()].toSorted((a, b) => b.submitted_at.getTime() - a.submitted_at.getTime()),
    missed: earlier.filter(
      ({ status, start_time }) => (status === 'NO_SHOW' || status === 'CANCELLED') && start_time >= since,
    ),
    notes: notes.filter(({ at }) => isNew(at)).toSorted((a, b) => b.at.getTime() - a.at.getTime()),
  };
}
