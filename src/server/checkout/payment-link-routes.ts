import type { FastifyInstance } from 'fastify';
import { practice } from '#content/public/practice.ts';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/payment-links.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { publicRoute, route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { hashToken, isToken } from '../sessions/tokens.ts';
import { presentLine } from './balance-lines.ts';
import { selectPaymentLink } from '../bookings/store.ts';
import { type OwedBooking, type Payer, selectOwed, selectPayer } from './balance-store.ts';
import { payBalance } from './pay-balance.ts';

/** Paying what is left of a visit: by a link without a session, or from the client's schedule (rules.md §5). */
export function paymentLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  /** An unknown link costs one lookup, and uses up nothing of anybody. */
  const prove = async ({ params, now }: { params: { token: string }; now: Date }) => {
    const found = await readLink(deps, params.token, now);
    return found instanceof Refusal ? found : { by: params.token, proof: found };
  };

  publicRoute(app, deps, calls.paymentLink, schemas.paymentLink, prove, ({ proof: { bookings } }) => {
    const lines = bookings.map(presentLine);
    return {
      lines,
      total_cents: lines.reduce((total, line) => total + line.balance_cents, 0),
      currency: practice.currency,
    };
  });

  publicRoute(app, deps, calls.payByLink, schemas.payByLink, prove, async ({ body, now, proof }) => {
    const { payer, bookings } = proof;
    const chosen = new Map(body.selected_prices.map(({ line, cents }) => [bookings[line]?.id, cents]));
    const chosenPrice = (id: string) => chosen.get(id);
    return await payBalance(deps, payer, { booking_ids: bookings.map(({ id }) => id), chosenPrice }, now);
  });

  route(app, deps, calls.payBalance, schemas.payBalance, async ({ body, user, now }) => {
    const { booking_id, selected_price } = body;
    const [booking] = isUuid(booking_id) ? await selectOwed(db, [booking_id]) : [];
    if (booking?.user_id !== user.id) return refuse('BOOKING_NOT_FOUND');
    const wish = { booking_ids: [booking_id], chosenPrice: () => selected_price };
    return await payBalance(deps, user, wish, now);
  });
}

/** Reads the bookings of a link that still works, always in the same order: the page names its lines by number. */
async function readLink(
  { db }: Deps,
  token: string,
  now: Date,
): Promise<{ payer: Payer; bookings: OwedBooking[] } | Refusal> {
  const link = isToken(token) ? await selectPaymentLink(db, hashToken(token), now) : undefined;
  const payer = link && (await selectPayer(db, link.user_id));
  if (!payer) return refuse('PAYMENT_LINK_EXPIRED');
  // A record that is merged or a booking that is taken over no longer belongs to this link.
  const owed = (await selectOwed(db, link.booking_ids)).filter(({ user_id }) => user_id === payer.id);
  const bookings = link.booking_ids.flatMap((id) => owed.find((booking) => booking.id === id) ?? []);
  return { payer, bookings };
}
