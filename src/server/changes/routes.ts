import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/bookings.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { cancelOwnBooking, readOptions, rescheduleOwnBooking } from './own-bookings.ts';

/** What a client may change about a booking, and doing it (rules.md §3). */
export function changeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, deps, calls.bookingOptions, schemas.bookingOptions, async ({ query, user, now }) => {
    return await readOptions(db, { user, booking_id: query.id }, now);
  });

  route(app, deps, calls.cancelBooking, schemas.cancelBooking, async ({ body, user, now }) => {
    const { id: booking_id, expected_cents } = body;
    const answer = await cancelOwnBooking(deps, { user, booking_id, expected_cents }, now);
    if (!(answer instanceof Refusal)) deliverSoon(deps);
    return answer;
  });

  route(app, deps, calls.rescheduleBooking, schemas.rescheduleBooking, async ({ body, user, now }) => {
    const { id: booking_id, ...wanted } = body;
    return await rescheduleOwnBooking(deps, { user, booking_id, ...wanted }, now);
  });
}
