import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/payment-links.schemas.ts';
import { selectVisitOfLink } from '../bookings/store.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { provesNothing, publicRoute, route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { hashToken } from '../sessions/tokens.ts';
import { visitPath } from '../sessions/visit-link.ts';
import { selectOwed } from './balance-store.ts';
import { payBalance } from './pay-balance.ts';

/** Paying what is left of a visit from the schedule, and links that were mailed before decision 0065 (rules.md §5). */
export function paymentLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps;

  publicRoute(
    app,
    deps,
    calls.openPaymentLink,
    schemas.openPaymentLink,
    provesNothing,
    async ({ params: { token }, now, reply }) => {
      const visit = await selectVisitOfLink(db, hashToken(token), now);
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
        .redirect(visit ? visitPath(config, visit) : `/visit/${encodeURIComponent(token)}`, 303);
    },
  );

  route(app, deps, calls.payBalance, schemas.payBalance, async ({ body, user, now }) => {
    const { booking_id, selected_price } = body;
    const [booking] = isUuid(booking_id) ? await selectOwed(db, [booking_id]) : [];
    if (booking?.user_id !== user.id) return refuse('BOOKING_NOT_FOUND');
    const wish = { booking_ids: [booking_id], chosenPrice: () => selected_price };
    return await payBalance(deps, user, wish, now);
  });
}
