import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/placement.calls.ts';
import * as schemas from '#contract/placement.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readPanel } from '../agenda/panel.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { checkPlacement } from './check-placement.ts';
import { createBookings } from './create-bookings.ts';
import { explainTime } from './explain.ts';
import { readFreeTimes } from './free-times.ts';
import { rescheduleBooking } from './reschedule-booking.ts';

/** Where staff put sessions (rules.md §9). */
export function placementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

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
    async ({ body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await deps.limits.allow('staff-write', { ip: http.ip, account: staff.id })))
        return refuse('LimitExceededException');
      const actor = { staff_id: staff.id, via: 'WEB' } as const;
      const answer = await createBookings(deps, { actor, action_id, request }, now);
      if (!(answer instanceof Refusal)) deliverSoon(deps);
      return answer;
    },
  );

  route(
    app,
    deps,
    calls.staffRescheduleBooking,
    schemas.staffRescheduleBooking,
    async ({ params, body: { action_id, ...request }, staff, request: http, now }) => {
      if (!(await deps.limits.allow('staff-write', { ip: http.ip, account: staff.id })))
        return refuse('LimitExceededException');
      const actor = { staff_id: staff.id, via: 'WEB' } as const;
      const action = { actor, action_id, booking_id: params.id, request };
      return (await rescheduleBooking(deps, action, now)) ?? (await readPanel(db, params.id, now));
    },
  );
}
