/** Which clients may book a service, and where (rules.md §4). */
import type { Audience, LocationType } from '#domain/slots/services.ts';

/** What the card of a service says to everybody, and what a client reads who is outside of its audience. */
export const AUDIENCE_TEXTS: Partial<Record<Audience, { label: string; refusal: string }>> = {
  NEW: { label: 'For first visits', refusal: 'This is for first visits.' },
  KNOWN: { label: 'After a first visit', refusal: 'Please book an initial consultation first.' },
};

/** The places that need no approval. */
export const OPEN_PLACES: readonly LocationType[] = ['FIXED_LOCATION', 'VIRTUAL'];

/** The audience of a service and who asks. `is_known`: after a completed visit, or marked by staff. */
export type Access = { audience: Audience; house_call_approved: boolean; is_known: boolean };

/** Returns the audience to which a client does not belong. */
export const otherAudience = (is_known: boolean): Audience => (is_known ? 'NEW' : 'KNOWN');

/** Returns what keeps a client from booking a service at a place by themselves. */
export function accessIssues(
  { audience, house_call_approved, is_known }: Access,
  place: LocationType,
): ('NOT_APPROVED' | 'AUDIENCE')[] {
  return [
    ...(house_call_approved || OPEN_PLACES.includes(place) ? [] : (['NOT_APPROVED'] as const)),
    ...(audience === otherAudience(is_known) ? (['AUDIENCE'] as const) : []),
  ];
}
