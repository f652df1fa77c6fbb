import type { FastifyInstance } from 'fastify';
import { staffClass } from '#contract/staff.calls.ts';
import * as schemas from '#contract/agenda.schemas.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { readClass } from './gone-class.ts';

/** What staff read of a class on its date (rules.md §9). It is polled, so that it has an entity tag. */
export function classRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, staffClass, schemas.staffClass, async ({ params, now, request, reply }) => {
    const answer = await readClass(deps.db, params, now);
    return answer instanceof Refusal ? answer : sendTagged(request, reply, schemas.staffClass, answer);
  });
}
