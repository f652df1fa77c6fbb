import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import * as clientCalls from '#contract/client.calls.ts';
import * as staffCalls from '#contract/staff.calls.ts';
import * as hoursSchemas from '#contract/hours.schemas.ts';
import * as noteSchemas from '#contract/notes.schemas.ts';
import * as tillSchemas from '#contract/till.schemas.ts';
import * as userSchemas from '#contract/users.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { type Action, BOOKING, staffAction } from './staff-action.ts';

const no = () => refuse('NOT_FOUND');

/** The compiler tests this file: `npm run check` fails if a line that is marked as an error compiles. */
it('binds what staff do, and route() everything else', () => {
  const binds = (app: FastifyInstance, deps: Deps, action: Action<typeof tillSchemas.staffRefund>) => {
    staffAction(app, deps, staffCalls.staffRefund, tillSchemas.staffRefund, action);
    // @ts-expect-error: a write of staff is done once, whatever its handler does.
    route(app, deps, staffCalls.staffRefund, tillSchemas.staffRefund, no);
    // @ts-expect-error: with health data likewise.
    route(app, deps, staffCalls.staffSignSessionNote, noteSchemas.staffSignSessionNote, no);
    // @ts-expect-error: the schemas of another call.
    staffAction(app, deps, staffCalls.staffRefund, tillSchemas.staffEndHold, action);

    // A preview, a draft and a write of a client are no actions.
    route(app, deps, staffCalls.staffPreviewHours, hoursSchemas.staffPreviewHours, no);
    route(app, deps, staffCalls.staffSaveSessionNote, noteSchemas.staffSaveSessionNote, no);
    route(app, deps, clientCalls.updateUser, userSchemas.updateUser, no);
    // @ts-expect-error: a preview has no action_id.
    staffAction(app, deps, staffCalls.staffPreviewHours, hoursSchemas.staffPreviewHours, action);

    const answer = () => Promise.resolve(no());
    const work = () => Promise.resolve({});
    const named: typeof action = { action: 'x.y', object: BOOKING, work, answer };
    // @ts-expect-error: an action says what it changed.
    const nameless: typeof action = { action: 'x.y', work, answer };
    return [nameless, named];
  };
  expect(binds).toBeTypeOf('function');
});
