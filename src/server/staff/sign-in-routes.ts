import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import {
  clearStaffCookie,
  clearStaffSignInCookie,
  setStaffSignInCookie,
  staffSignInTokenOf,
} from '../sessions/staff-session.ts';
import { offerDemoCode } from './demo-owner.ts';
import type { Proof } from './prove-factor.ts';
import { checkStaffPassword, finishStaffSignIn, takeCodeTry } from './sign-in.ts';
import type { StaffRequests } from './staff-requests.ts';
import { deleteSession } from './session-store.ts';

/** Sign-in with password and code, sign-out, and who is signed in. */
export function signInRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { config, db } = deps;
  const { allowed, tooMany, sourceOf, browserOf, recordLock, meOf } = requests;

  route(app, deps, calls.staffSignIn, schemas.staffSignIn, async ({ body, now, request, reply }) => {
    const { password } = body;
    const email = body.email.trim().toLowerCase();
    const source = sourceOf(request, email);
    if (!(await requests.allowsSignIn(request, source))) return tooMany();
    const checked = await checkStaffPassword(deps, { email, password, source }, now);
    if (checked instanceof Refusal) return recordLock(checked, request, email, source);
    setStaffSignInCookie(reply, config, checked.token);
    return { next: 'CODE' as const };
  });

  route(app, deps, calls.staffSignInCode, schemas.staffSignInCode, async ({ body, now, request, reply }) => {
    const proof = proofOf(body);
    if (!proof) return refuse('INVALID_INPUT', { details: { code: 'Please enter a code.' } });
    if (!(await allowed('staff-code', request))) return tooMany();
    const token = staffSignInTokenOf(request, config);
    const member = await takeCodeTry(deps, token, now);
    if (member instanceof Refusal) {
      clearStaffSignInCookie(reply, config);
      return member;
    }
    const { email } = member;
    const source = sourceOf(request, email);
    const browser = browserOf(request, source);
    const done = await finishStaffSignIn(deps, member, { token: token!, proof, source, browser }, now);
    if (done instanceof Refusal) return recordLock(done, request, email, source);
    clearStaffSignInCookie(reply, config);
    requests.setSession(request, reply, email, done.token);
    return meOf(done.member);
  });

  if (config.sandbox)
    route(app, deps, calls.staffDemoCode, schemas.staffDemoCode, async ({ now, request }) => {
      if (!(await allowed('staff-code', request))) return tooMany();
      return (await offerDemoCode(deps, now)) ?? refuse('NOT_FOUND');
    });

  route(app, deps, calls.staffSignOut, schemas.staffSignOut, async ({ session, staff, reply }) => {
    await deleteSession(db, { id: session.id, staff_id: staff.id });
    clearStaffCookie(reply, config);
  });

  route(app, deps, calls.staffMe, schemas.staffMe, ({ staff }) => meOf(staff));
}

type Codes = { code?: string | undefined; recovery_code?: string | undefined };

/** Exactly one of the two. */
function proofOf({ code, recovery_code }: Codes): Proof | null {
  if (code && recovery_code) return null;
  if (code) return { code };
  return recovery_code ? { recovery_code } : null;
}
