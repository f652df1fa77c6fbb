import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/placement.calls.ts';
import * as schemas from '#contract/placement.schemas.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readChangedPanel } from '../agenda/reach.ts';
import { staffWriter } from '../staff/staff-writer.ts';
import { checkPlacement } from './check-placement.ts';
import { createBookings } from './create-bookings.ts';
import { explainTime } from './explain.ts';
import { readFreeTimes } from './free-times.ts';
import { rescheduleBooking } from './reschedule-booking.ts';

/** Where staff put sessions (rules.md §9). */
export function placementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const { write, writeAndDeliver } = staffWriter(deps);

  route(app, deps, calls.staffFreeTimes, schemas.staffFreeTimes, async ({ query, now }) =>
    readFreeTimes(db, query, now),
  );

  route(app, deps, calls.staffExplain, schemas.staffExplain, async ({ query, now }) =>
    explainTime(db, query, now),
  );

  route(app, deps, calls.staffCheckPlacement, schemas.staffCheckPlacement, async ({ body, now }) =>
    checkPlacement(db, body, now),
  );

  route(
    app,
    deps,
    calls.staffCreateBookings,
    schemas.staffCreateBookings,
    writeAndDeliver(({ body: { action_id, ...request }, actor, now }) =>
      createBookings(deps, { actor, action_id, request }, now),
    ),
  );

  route(
    app,
    deps,
    calls.staffRescheduleBooking,
    schemas.staffRescheduleBooking,
    write(async ({ params, body: { action_id, ...request }, actor, now }) => {
      const action = { actor, action_id, booking_id: params.id, request };
      const refusal = await rescheduleBooking(deps, action, now);
      return refusal ?? (await readChangedPanel(db, { booking: params.id, fate: 'MOVED' }, request, now));
    }),
  );
}
