import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/staff.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { knownIdOf, rememberBrowser } from '../auth/known-browser.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { LimitedActionName } from '../http/limits.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import type { SignInSource } from '../ports/identity.ts';
import { networkOf } from '../runtime/network.ts';
import { browserName } from '../sessions/browser-name.ts';
import { knownBrowserOf, setKnownBrowserCookie } from '../sessions/cookies.ts';
import {
  clearStaffCookie,
  clearStaffSignInCookie,
  setStaffCookie,
  setStaffSignInCookie,
  staffSignInTokenOf,
  staffTokenOf,
} from '../sessions/staff-session.ts';
import { offerDemoCode } from './demo-owner.ts';
import type { Proof } from './prove-factor.ts';
import { checkStaffPassword, countedAs, finishStaffSignIn, takeCodeTry } from './sign-in.ts';
import { deleteSession } from './store.ts';
import type { StaffBrowser } from './start-session.ts';

/** Sign-in, set-up and security of staff (rules.md §9). */
export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps;
  const allowed = (action: LimitedActionName, request: FastifyRequest, account: string | null = null) =>
    deps.limits.allow(action, { ip: request.ip, account });
  const tooMany = () => refuse('LimitExceededException');

  /** A client with the same address is another account, so its browsers are not known here. */
  const sourceOf = (request: FastifyRequest, email: string): SignInSource => {
    const id = knownIdOf(config.app_secret, knownBrowserOf(request, config), countedAs(email));
    return id === null ? { known: false, network: networkOf(request.ip).network } : { known: true, id };
  };
  const allowsSignIn = (request: FastifyRequest, source: SignInSource) =>
    source.known ? allowed('sign-in-known', request, source.id) : allowed('staff-sign-in', request);
  const browserOf = (request: FastifyRequest, source: SignInSource): StaffBrowser => ({
    device: browserName(request.headers['user-agent']) ?? 'Unknown browser',
    is_known: source.known,
    token: staffTokenOf(request, config),
  });
  const refused = (refusal: Refusal, request: FastifyRequest, email: string, source: SignInSource) => {
    if (refusal.code === 'LimitExceededException') {
      deps.security.record('sign-in.locked', { ip: request.ip, account: countedAs(email) });
      deps.metrics.signInsRefused.inc({ source: source.known ? 'browser' : 'network' });
    }
    return refusal;
  };
  const meOf = (member: { id: string; name: string; email: string; role: string }) => ({
    id: member.id,
    name: member.name,
    email: member.email,
    role: member.role as 'OWNER' | 'FRONT_DESK',
    zone: practice.zone,
    sandbox: config.sandbox,
  });

  route(app, deps, calls.staffSignIn, schemas.staffSignIn, async ({ body, now, request, reply }) => {
    const email = body.email.trim().toLowerCase();
    const source = sourceOf(request, email);
    if (!(await allowsSignIn(request, source))) return tooMany();
    const attempt = { email, password: body.password, ip: request.ip, source };
    const checked = await checkStaffPassword(deps, attempt, now);
    if (checked instanceof Refusal) return refused(checked, request, email, source);
    setStaffSignInCookie(reply, config, checked.token);
    return { next: 'CODE' as const };
  });

  route(app, deps, calls.staffSignInCode, schemas.staffSignInCode, async ({ body, now, request, reply }) => {
    const proof = proofOf(body);
    if (!proof) return refuse('INVALID_INPUT', { details: { code: 'Please give a code.' } });
    if (!(await allowed('staff-sign-in', request))) return tooMany();
    const token = staffSignInTokenOf(request, config);
    const member = await takeCodeTry(deps, token, now);
    if (member instanceof Refusal) {
      clearStaffSignInCookie(reply, config);
      return member;
    }
    const source = sourceOf(request, member.email);
    const browser = browserOf(request, source);
    const done = await finishStaffSignIn(deps, member, { token: token!, proof, source, browser }, now);
    if (done instanceof Refusal) return refused(done, request, member.email, source);
    clearStaffSignInCookie(reply, config);
    setStaffCookie(reply, config, done.token);
    const known = rememberBrowser(
      config.app_secret,
      knownBrowserOf(request, config),
      countedAs(member.email),
    );
    setKnownBrowserCookie(reply, config, known);
    deliverSoon(deps);
    return meOf(done.member);
  });

  if (config.sandbox)
    route(app, deps, calls.staffDemoCode, schemas.staffDemoCode, async ({ now, request }) => {
      if (!(await allowed('staff-sign-in', request))) return tooMany();
      return (await offerDemoCode(deps, now)) ?? refuse('NOT_FOUND');
    });

  route(app, deps, calls.staffSignOut, schemas.staffSignOut, async ({ session, staff, reply }) => {
    await deleteSession(db, { id: session.id, staff_id: staff.id });
    clearStaffCookie(reply, config);
  });

  route(app, deps, calls.staffMe, schemas.staffMe, ({ staff }) => meOf(staff));
}

/** Exactly one of the two. */
function proofOf({
  code,
  recovery_code,
}: {
  code?: string | undefined;
  recovery_code?: string | undefined;
}): Proof | null {
  if (code && recovery_code) return null;
  if (code) return { code };
  return recovery_code ? { recovery_code } : null;
}
