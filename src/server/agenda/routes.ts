import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import { staffAction } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/etag.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readAttention } from './attention.ts';
import { readCalendar } from './calendar.ts';
import { dismissAttention } from './dismiss-attention.ts';
import { readToday } from './today.ts';

/** What staff read of their days, and what needs attention (rules.md §9). Answers are polled, so that they have entity tags. */
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

  staffAction(app, deps, calls.staffDismissAttention, schemas.staffDismissAttention, dismissAttention);
}
