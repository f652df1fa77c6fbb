import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { passkeyRoutes, signInRoutes } from './sign-in-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { staffRequests } from './staff-requests.ts';
import { UNLOCKED_UNTIL } from '#contract/call.ts';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { Refusal } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { setStaffCookie, staffTokenOf } from '../sessions/staff-session.ts';
import { draftKeyOf, lockHealthData, unlockHealthData } from './unlock.ts';

/** Sign-in, set-up and security of staff, and unlocking health data (rules.md §9). */
export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const requests = staffRequests(deps);
  signInRoutes(app, deps, requests);
  passkeyRoutes(app, deps, requests);
  setUpRoutes(app, deps, requests);
  securityRoutes(app, deps, requests);
  unlockRoutes(app, deps);
}

/** Opening health data by a second factor, and closing it. */
function unlockRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps;

  route(app, deps, calls.staffUnlock, schemas.staffUnlock, async (context) => {
    const { body, session, staff, now, request, reply } = context;
    // Without the cookie the call would not have been admitted.
    const token = staffTokenOf(request, config)!;
    const done = await unlockHealthData(deps, { signed: { session, staff }, token, proof: body }, now);
    if (done instanceof Refusal) return done;
    setStaffCookie(reply, config, done.token);
    const unlocked_until = done.unlocked_until.toISOString();
    reply.header(UNLOCKED_UNTIL, unlocked_until);
    return { unlocked_until, draft_key: draftKeyOf(config.app_secret, session.id) };
  });

  route(app, deps, calls.staffLock, schemas.staffLock, async ({ session, staff, now }) => {
    await lockHealthData(db, { session, staff }, now);
  });
}
