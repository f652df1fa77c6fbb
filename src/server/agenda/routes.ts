import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/agenda.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import { staffBooking } from '#contract/staff-bookings.calls.ts';
import * as bookingSchemas from '#contract/staff-bookings.schemas.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readAttention } from './attention.ts';
import { readCalendar } from './calendar.ts';
import { readClass } from './gone-class.ts';
import { readPanel } from './panel.ts';
import { readToday } from './today.ts';

/** What staff read of the days and bookings (rules.md §9). Each answer is polled, so that it has an entity tag. */
export function agendaRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffToday, schemas.staffToday, async ({ query, now, request, reply }) => {
    const answer = await readToday(deps.db, query.date, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffToday, answer);
  });

  route(app, deps, calls.staffAttention, schemas.staffAttention, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffAttention, { items: await readAttention(deps.db, now) }),
  );

  route(app, deps, calls.staffCalendar, schemas.staffCalendar, async ({ query, now, request, reply }) => {
    const answer = await readCalendar(deps.db, query, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffCalendar, answer);
  });

  route(app, deps, staffBooking, bookingSchemas.staffBooking, async ({ params, now, request, reply }) => {
    const answer = await readPanel(deps.db, params.id, now);
    return answer instanceof Refusal
      ? answer
      : sendTagged(request, reply, bookingSchemas.staffBooking, answer);
  });

  route(app, deps, calls.staffClass, schemas.staffClass, async ({ params, now, request, reply }) => {
    const answer = await readClass(deps.db, params, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffClass, answer);
  });
}
