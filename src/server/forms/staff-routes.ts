import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/submissions.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { readSubmission } from './read-submission.ts';

/** Form answers, as staff read them after they have unlocked health data (rules.md §9). */
export function staffFormRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, keyring } = deps;

  route(app, deps, calls.staffSubmission, schemas.staffSubmission, async (context) => {
    const { params, session, staff, now } = context;
    const reader = { staff_id: staff.id, session_id: session.id };
    const found = isUuid(params.id)
      ? await readSubmission(db, keyring, { id: params.id, reader }, now)
      : null;
    return found ?? refuse('FORM_NOT_FOUND', { message: 'These answers no longer exist.' });
  });
}
