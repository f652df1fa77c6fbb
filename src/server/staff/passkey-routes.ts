import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../http/refusal.ts';
import { guard, route } from '../http/route.ts';
import { clearStaffSignInCookie } from '../sessions/staff-session.ts';
import { makeChallenge, signInWithPasskey } from './passkeys.ts';
import type { StaffRequests } from './staff-requests.ts';

/** The prompts of passkeys, and sign-in with one. */
export function passkeyRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { allowed, tooMany, sourceOf, browserOf, meOf } = requests;

  route(app, deps, calls.staffPasskeyChallenge, schemas.staffPasskeyChallenge, async (context) => {
    const { body, now, request } = context;
    const { purpose } = body;
    if (purpose === 'SIGN_IN') {
      if (!(await allowed('staff-passkey', request))) return tooMany();
      return await makeChallenge(deps, purpose, null, now);
    }
    const admitted = await guard(request, deps, 'staff');
    if (admitted instanceof Refusal) return admitted;
    if (!(await allowed('staff-write', request, admitted.staff.id))) return tooMany();
    return await makeChallenge(deps, purpose, admitted.staff, now);
  });

  route(app, deps, calls.staffSignInPasskey, schemas.staffSignInPasskey, async (context) => {
    const { body, now, request, reply } = context;
    if (!(await allowed('staff-passkey', request))) return tooMany();
    const browser = (email: string) => browserOf(request, sourceOf(request, email));
    const done = await signInWithPasskey(deps, body, browser, now);
    if (done instanceof Refusal) return done;
    clearStaffSignInCookie(reply, deps.config);
    requests.setSession(request, reply, done.member.email, done.token);
    return meOf(done.member);
  });
}
