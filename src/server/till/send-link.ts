import { practice } from '#content/public/practice.ts';
import { isPayable, tooSmallText } from '#domain/money/payable.ts';
import { PAYMENT_LINK_DAYS } from '#domain/visits/balance.ts';
import type { staffSendPaymentLink } from '#contract/till.schemas.ts';
import { type Action, BOOKING } from '../actions/staff-action.ts';
import { isOwed, presentLine } from '../checkout/balance-lines.ts';
import { insertPaymentLink } from '../bookings/store.ts';
import { type OwedBooking, selectOwed, selectPayer } from '../checkout/balance-store.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { refuseMails } from '../mail/store.ts';
import { paymentLinkMail } from '../mail/templates/payments.ts';
import { type Actor, recordBookingActions } from '../runtime/staff-actions.ts';
import { isUuid } from '../runtime/uuid.ts';
import type { Site } from '../sessions/join-link.ts';
import { hashToken } from '../sessions/tokens.ts';
import { visitPath } from '../sessions/visit-link.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Mails the client the page of the visit, where anybody who has the link can pay what is left of these bookings (rules.md
 * §9). Of `also_for`, what has nothing left to pay is dropped.
 */
export const sendPaymentLink = ({
  db,
  config,
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffSendPaymentLink> => ({
  action: 'booking.payment-link',
  object: BOOKING,
  work: async (trx, { action_id, params: { id: booking_id }, body: { also_for }, now }) => {
    if (!also_for.every(isUuid)) return refuse('BOOKING_NOT_FOUND');
    const ids = [...new Set([booking_id, ...also_for])];
    const bookings = await selectOwed(trx, ids);
    const wanted = bookings.find(({ id }) => id === booking_id);
    if (!wanted || bookings.length !== ids.length) return refuse('BOOKING_NOT_FOUND');
    const { user_id } = wanted;
    if (user_id === null || !isOwed(wanted)) return refuse('NOTHING_TO_PAY');
    if (bookings.some((booking) => booking.user_id !== user_id)) return refuse('BOOKING_NOT_FOUND');
    const others = bookings.filter((booking) => booking !== wanted);
    const link = { bookings: [wanted, ...others], user_id, action_id, site: config };
    const sent = await mailLink(trx, link, now);
    return sent instanceof Refusal ? sent : { user_id, details: sent };
  },
  answer: ({ params }) => sentTo(db, params.id),
});

/** Mails the page of the first of a client's bookings that owe something, with what is left of all. Returns what is recorded. */
async function mailLink(
  trx: Trx,
  {
    bookings,
    user_id,
    action_id,
    site,
  }: { bookings: readonly OwedBooking[]; user_id: string; action_id: string; site: Site },
  now: Date,
): Promise<{ bookings: string } | Refusal> {
  const client = (await selectPayer(trx, user_id))!;
  const refused = (await refuseMails(trx, [user_id], now)).get(user_id);
  if (refused) return refused;
  const owed = bookings.filter(isOwed);
  const most = owed
    .map(presentLine)
    .reduce((sum, line) => sum + (line.price_range?.max_cents ?? line.balance_cents), 0);
  if (!isPayable(most, practice.currency))
    return refuse('AMOUNT_TOO_SMALL', { message: tooSmallText(practice.currency) });
  const path = visitPath(site, { id: owed[0]!.id, email: client.email });
  const expires_at = new Date(now.getTime() + PAYMENT_LINK_DAYS * DAY_MS);
  const booking_ids = owed.map(({ id }) => id);
  const token_hash = hashToken(path.slice(path.lastIndexOf('/') + 1));
  const link = { token_hash, user_id, booking_ids, created_at: now, expires_at };
  await insertPaymentLink(trx, link);
  const mail = paymentLinkMail({
    first_name: client.first_name,
    lines: owed.map(presentLine),
    expires_at,
    url: site.site_url + path,
    site_url: site.site_url,
  });
  const more = { dedupe_key: `payment-link:${action_id}`, kind: 'payment-link', user_id };
  await queueMail(trx, { ...mail, ...more, to: client.email }, now);
  return { bookings: String(owed.length) };
}

/** Mails one link for bookings that this transaction has made; none, if they cost nothing. */
export async function mailLinkForNew(
  trx: Trx,
  {
    booking_ids,
    actor,
    ...link
  }: { booking_ids: readonly string[]; actor: Actor; user_id: string; action_id: string; site: Site },
  now: Date,
): Promise<Refusal | null> {
  const bookings = await selectOwed(trx, booking_ids);
  if (!bookings.some(isOwed)) return null;
  const details = await mailLink(trx, { ...link, bookings }, now);
  if (details instanceof Refusal) return details;
  const { user_id } = link;
  const action = { action: 'booking.payment-link', object_id: booking_ids[0]!, user_id, details };
  await recordBookingActions(trx, actor, [action], now);
  return null;
}

/** A repeat names the address that the client has now. */
async function sentTo(db: Deps['db'], booking_id: string): Promise<{ sent_to: string } | Refusal> {
  const [booking] = await selectOwed(db, [booking_id]);
  const client = booking?.user_id ? await selectPayer(db, booking.user_id) : undefined;
  return client ? { sent_to: client.email } : refuse('CLIENT_NOT_FOUND');
}
