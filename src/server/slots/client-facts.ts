import { type Access, accessIssues, AUDIENCE_TEXTS } from '#domain/slots/access.ts';
import type { LocationType } from '#domain/slots/services.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { type OfferedService, type PracticeFacts, slotFactsOf } from '../seats/practice-facts.ts';

type About = Parameters<typeof slotFactsOf>[1];
type OwnFacts = NonNullable<ReturnType<typeof slotFactsOf>>;
/** The columns of a record that decide about access. */
type Booker = { house_call_approved: boolean; marked_known: boolean };

/** Returns what decides whether a client may book a service. */
export const accessOf = (
  { audience }: Pick<OfferedService, 'audience'>,
  { house_call_approved, marked_known }: Booker,
  had_visit: boolean,
): Access => ({ audience, house_call_approved, is_known: marked_known || had_visit });

/** Returns why a client may not book a service at a place; null: they may. */
export function refuseAccess(access: Access, place: LocationType): Refusal | null {
  const [issue] = accessIssues(access, place);
  if (issue === undefined) return null;
  if (issue === 'NOT_APPROVED') return refuse('HOUSE_CALL_NOT_APPROVED');
  return refuse('AUDIENCE', { message: AUDIENCE_TEXTS[access.audience]!.refusal });
}

/**
 * Returns the facts of a service at those of these places where the client may book it, or why none of them is. Whatever
 * a client sees of free times, books or moves comes from here, so that access is checked once (rules.md §4). `facts` are
 * those of the client.
 */
export function factsForClient(facts: PracticeFacts, client: Booker, about: About): OwnFacts | Refusal {
  const own = slotFactsOf(facts, about);
  if (!own) return refuse('SERVICE_NOT_FOUND');
  const access = accessOf(own.service, client, facts.had_visit);
  const refusals = new Map(about.location_types.map((place) => [place, refuseAccess(access, place)]));
  const rules = own.rules.filter(({ location_type }) => refusals.get(location_type) === null);
  const [refused] = refusals.values();
  return refused && ![...refusals.values()].includes(null) ? refused : { ...own, rules };
}
