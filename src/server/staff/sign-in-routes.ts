import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route, guard } from '../http/route.ts';
import {
  clearStaffCookie,
  clearStaffSignInCookie,
  setStaffSignInCookie,
  staffSignInTokenOf,
} from '../sessions/staff-session.ts';
import type { Proof } from './prove-factor.ts';
import { checkStaffPassword, finishStaffSignIn, takeCodeTry } from './sign-in.ts';
import type { StaffRequests } from './staff-requests.ts';
import { deleteSession } from './session-store.ts';
import { makeChallenge, signInWithPasskey } from './passkeys.ts';
import { totpField } from '../runtime/keyring.ts';
import { forgetStepsFrom, selectDemoOwner } from './store.ts';
import { codeOfStep, endOfCode, stepAt } from './totp.ts';

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

/**
 * The demo owner's next unused code, and for how many seconds it is accepted; null without a demo owner. Several
 * visitors share them, so if both codes that are accepted now have been used, the present one is offered again.
 */
async function offerDemoCode(
  { db, keyring }: Pick<Deps, 'db' | 'keyring'>,
  now: Date,
): Promise<{ code: string; seconds_left: number } | null> {
  const demo = await selectDemoOwner(db);
  if (!demo?.totp_secret) return null;
  const secret = keyring.openOwn(totpField(demo.id), demo.totp_secret);
  const present = stepAt(now);
  const unused = Math.max(present, (demo.totp_last_step ?? 0) + 1);
  const isAccepted = unused <= present + 1;
  const step = isAccepted ? unused : present;
  if (!isAccepted) await forgetStepsFrom(db, demo.id, present);
  const seconds_left = Math.floor((endOfCode(step).getTime() - now.getTime()) / 1000);
  return { code: codeOfStep(secret, step), seconds_left };
}
