import { practice } from '#content/public/practice.ts';
import type { PaymentLine } from '#contract/payment-links.schemas.ts';
import type { VisitPage } from '#contract/visits.schemas.ts';
import { keepTimesTogether } from '#domain/time/date-formats.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { selectOwnBooking } from '../bookings/store.ts';
import { presentLine } from '../checkout/balance-lines.ts';
import { type OwedBooking, selectOwed } from '../checkout/balance-store.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { momentOf, preparationsOf, whenOf, whereOf } from '../mail/mailed-booking.ts';
import { bookingNamedBy } from '../sessions/join-link.ts';
import { opensVisit } from '../sessions/visit-link.ts';
import { MOST_TRIES } from '../users/claim-store.ts';
import { presentOffer } from '../waitlist/present-waitlist.ts';
import { type OfferRow, selectOffers } from '../waitlist/store.ts';
import { type LinkedVisit, selectLinkedVisit } from './store.ts';

type VisitDeps = Pick<Deps, 'db' | 'config'>;

const DAY_MS = 86_400_000;
/** How long after a visit its page can be opened. */
const OPEN_DAYS = 30;

/** Finds the visit that a link opens; undefined if there is none any more, or this server did not make the link. */
export async function findVisit(
  { db, config }: VisitDeps,
  token: string,
  now: Date,
): Promise<LinkedVisit | undefined> {
  const id = bookingNamedBy(token);
  if (id === null) return undefined;
  const ended_after = new Date(now.getTime() - OPEN_DAYS * DAY_MS);
  const visit = await selectLinkedVisit(db, id, { ended_after, now });
  return visit && opensVisit(config, token, { id, email: visit.user.email }) ? visit : undefined;
}

/** The bookings that are paid on this page, always in the same order: the page names its lines by number. */
export async function readPayable(db: Db, { user, paid_ids }: LinkedVisit): Promise<OwedBooking[]> {
  // A booking that is taken over no longer belongs to this link.
  const owed = (await selectOwed(db, paid_ids)).filter(({ user_id }) => user_id === user.id);
  return paid_ids.flatMap((id) => owed.find((booking) => booking.id === id) ?? []);
}

/** Reads what the page of a visit shows. */
export async function readVisit(
  { db, config }: VisitDeps,
  visit: LinkedVisit,
  now: Date,
): Promise<VisitPage | Refusal> {
  const { user, booking_id, has_login, takes_forms } = visit;
  const row = await selectOwnBooking(db, user.id, booking_id);
  if (!row) return refuse('VISIT_LINK_EXPIRED');
  const [offer] = await selectOffers(db, { booking_id });
  const lines = offer ? [offerLine(offer)] : (await readPayable(db, visit)).map(presentLine);
  const facts = presentBooking(row, config);
  const isAhead = row.status === 'CONFIRMED' && row.start_time > now;
  const isByMail = user.phone === null || user.phone_tries >= MOST_TRIES;
  return {
    title: row.service_name,
    when: keepTimesTogether(whenOf(row)),
    where: whereOf({ ...row, visit_address: null }),
    has_map: row.location_type === 'FIXED_LOCATION',
    join_url: row.end_time > now ? (facts.join?.url ?? null) : null,
    text: isAhead ? '' : offer ? `This is held for you until ${momentOf(offer.ends_at)}.` : textOf(row, now),
    is_offer: offer !== undefined,
    prepare: isAhead ? preparationsOf([row]) : [],
    payment: {
      lines,
      total_cents: lines.reduce((total, line) => total + line.balance_cents, 0),
      currency: practice.currency,
    },
    visit: isAhead && !has_login ? facts : null,
    forms: takes_forms && !has_login ? (isByMail ? 'BY_MAIL' : 'ASK') : null,
    has_login,
  };
}

/** An offer of the waitlist as what is left to pay: paying takes it. */
function offerLine(row: OfferRow): PaymentLine {
  const { service_name, start_time, end_time, location_name, price_cents, price_range } = presentOffer(row);
  const session = { service_name, start_time, end_time, place: row.location_type, location_name };
  return { ...session, balance_cents: price_range?.suggested_cents ?? price_cents, price_range };
}

function textOf({ status, end_time }: { status: string; end_time: Date }, now: Date): string {
  if (status === 'CANCELLED') return 'This visit was cancelled.';
  return end_time > now ? 'This visit takes place now.' : 'This visit is over.';
}
