import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { parseEmail } from '#domain/people/email.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { guard, type Prove, publicRoute, route } from '../http/route.ts';
import type { SignInSource } from '../ports/identity.ts';
import {
  clearStaffCookie,
  clearStaffSignInCookie,
  setStaffSignInCookie,
  type StaffMember,
  staffSignInTokenOf,
} from '../sessions/staff-session.ts';
import type { Proof } from './prove-factor.ts';
import { checkStaffPassword, finishStaffSignIn, takeCodeTry } from './sign-in.ts';
import type { StaffRequests } from './staff-requests.ts';
import { deleteSession } from './session-store.ts';
import { makeChallenge, signInWithPasskey, takeSignInChallenge } from './passkeys.ts';
import type { Member } from './store.ts';

/** Sign-in with password and code, sign-out, and who is signed in. */
export function signInRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { config, db } = deps;
  const { sourceOf, browserOf, recordLock, meOf } = requests;

  const proveBrowser: Prove<typeof schemas.staffSignIn, SignInSource> = ({ body, request }) => {
    const source = sourceOf(request, addressOf(body));
    return { by: source.known ? source.id : null, proof: source };
  };
  publicRoute(app, deps, calls.staffSignIn, schemas.staffSignIn, proveBrowser, async (context) => {
    const { body, now, request, reply, proof: source } = context;
    const { password } = body;
    const email = addressOf(body);
    const checked = await checkStaffPassword(deps, { email, password, source }, now);
    if (checked instanceof Refusal) return recordLock(checked, request, email, source);
    setStaffSignInCookie(reply, config, checked.token);
    return { next: 'CODE' as const };
  });

  /** The sign-in that waits for this code; it takes one of its tries. */
  const proveWaiting: Prove<typeof schemas.staffSignInCode, { member: Member; token: string }> = async (
    context,
  ) => {
    const { body, now, request, reply } = context;
    if (!proofOf(body)) return refuse('INVALID_INPUT', { details: { code: 'Please enter a code.' } });
    const token = staffSignInTokenOf(request, config);
    const member = token === null ? null : await takeCodeTry(deps, token, now);
    if (token !== null && member) return { by: token, proof: { member, token } };
    clearStaffSignInCookie(reply, config);
    return refuse('SIGN_IN_EXPIRED');
  };
  publicRoute(app, deps, calls.staffSignInCode, schemas.staffSignInCode, proveWaiting, async (context) => {
    const { body, now, request, reply } = context;
    const { member, token } = context.proof;
    const { email } = member;
    const source = sourceOf(request, email);
    const browser = browserOf(request, source);
    const done = await finishStaffSignIn(
      deps,
      member,
      { token, proof: proofOf(body)!, source, browser },
      now,
    );
    if (done instanceof Refusal) return recordLock(done, request, email, source);
    clearStaffSignInCookie(reply, config);
    requests.setSession(request, reply, email, done.token);
    return meOf(done.member);
  });

  route(app, deps, calls.staffSignOut, schemas.staffSignOut, async ({ session, staff, reply }) => {
    await deleteSession(db, { id: session.id, staff_id: staff.id });
    clearStaffCookie(reply, config);
  });

  route(app, deps, calls.staffMe, schemas.staffMe, ({ staff }) => meOf(staff));
}

const addressOf = ({ email }: { email: string }) => parseEmail(email) ?? email.toLowerCase();

type Codes = { code?: string | undefined; recovery_code?: string | undefined };

/** Exactly one of the two. */
function proofOf({ code, recovery_code }: Codes): Proof | null {
  if (code && recovery_code) return null;
  if (code) return { code };
  return recovery_code ? { recovery_code } : null;
}

/** The prompts of passkeys, and sign-in with one. */
export function passkeyRoutes(app: FastifyInstance, deps: Deps, requests: StaffRequests): void {
  const { sourceOf, browserOf, meOf } = requests;

  /** A known browser for a sign-in, which names no address; a session for everything else. */
  const proveMember: Prove<typeof schemas.staffPasskeyChallenge, StaffMember | null> = async (context) => {
    const { body, request } = context;
    if (body.purpose === 'SIGN_IN') return { by: await requests.knownToAnyMember(request), proof: null };
    const admitted = await guard(request, deps, 'staff');
    return admitted instanceof Refusal ? admitted : { by: admitted.session.id, proof: admitted.staff };
  };
  publicRoute(
    app,
    deps,
    calls.staffPasskeyChallenge,
    schemas.staffPasskeyChallenge,
    proveMember,
    async ({ body, now, proof: member }) => await makeChallenge(deps, body.purpose, member, now),
  );

  /** The prompt that is answered, which is used up by that. */
  const provePrompt: Prove<typeof schemas.staffSignInPasskey, Buffer> = async ({ body, now }) => {
    const challenge = await takeSignInChallenge(deps, body.challenge_id, now);
    return challenge instanceof Refusal ? challenge : { by: body.challenge_id, proof: challenge };
  };
  publicRoute(
    app,
    deps,
    calls.staffSignInPasskey,
    schemas.staffSignInPasskey,
    provePrompt,
    async (context) => {
      const { body, now, request, reply, proof: challenge } = context;
      const browser = (email: string) => browserOf(request, sourceOf(request, email));
      const done = await signInWithPasskey(deps, { challenge, assertion: body.assertion }, browser, now);
      if (done instanceof Refusal) return done;
      clearStaffSignInCookie(reply, deps.config);
      requests.setSession(request, reply, done.member.email, done.token);
      return meOf(done.member);
    },
  );
}
