import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/auth.calls.ts';
import * as schemas from '#contract/auth.schemas.ts';
import type { Deps } from '../deps.ts';
import { deliverSoon, deliveriesSettled } from '../mail/send-mail.ts';
import type { LimitedActionName } from '../http/limits.ts';
import { networkOf } from '../runtime/network.ts';
import type { IdentityRefusal, SignInSource } from '../ports/identity.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { browserName } from '../sessions/browser-name.ts';
import { NEWEST_MAIL_WORKS } from '../http/code-mail-limits.ts';
import {
  accessTokenOf,
  attemptTokenOf,
  clearAttemptCookie,
  clearSessionCookies,
  knownBrowserOf,
  refreshTokenOf,
  setAttemptCookie,
  setKnownBrowserCookie,
  setSessionCookies,
} from '../sessions/cookies.ts';
import { validatePassword } from './validate-password.ts';
import { idOfSignInPass, knownIdOf, makeSignInPass, rememberBrowser } from './known-browser.ts';
import { refreshSession, startSession } from '../sessions/refresh-session.ts';
import { deleteSessionByTokens } from '../sessions/session-store.ts';
import { hashToken } from '../sessions/tokens.ts';

/** Milliseconds. Longer than either path takes, so that the response time reveals nothing about the address. */
const SAME_TIME_MS = 120;

const PASSWORD_IS_RESET = 'Password has been reset successfully! You can now sign in with your new password.';

/** The same answers for every address (product.md §8.4). */
const NEUTRAL = {
  resend: 'A new verification code has been sent to your email',
  forgot: 'If your email exists in our system, a verification code has been sent to it',
} as const;

/** Resolves when both the work and the minimum time are done. */
async function inSameTime<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, pause(SAME_TIME_MS)]);
  return done;
}

/** The calls for sign-in, sign-up, codes, sign-out, refresh-token and the password reset (product.md §7.1). */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, identity } = deps;
  app.addHook('onClose', deliveriesSettled);
  const allowed = (action: LimitedActionName, request: FastifyRequest, email: string | null) =>
    deps.limits.allow(action, { ip: request.ip, account: email });
  const { codeMails } = deps.limits;
  const tooMany = () => refuse('LimitExceededException');
  const here = (request: FastifyRequest, email: string) => `${email} ${networkOf(request.ip).network}`;

  const refusalFrom = (
    { code, message, event }: IdentityRefusal,
    request: FastifyRequest,
    email: string | null,
  ): Refusal => {
    if (event) deps.security.record(event, { ip: request.ip, account: email });
    return refuse(code, message ? { message } : {});
  };
  /** Null if a code may be mailed. Known and unknown addresses get the same answer. */
  const mailRefusal = async (kind: 'reset' | 'resend', request: FastifyRequest, email: string) => {
    const result = await codeMails.ask(kind, { email, ip: request.ip });
    if (result === 'OK') return null;
    deps.metrics.codeMailsRefused.inc({ limit: result === 'TOO_SOON' ? 'soon' : 'mailbox' });
    deps.security.record('code-mails.refused', { ip: request.ip, account: email, kind });
    const says = result === 'USED_UP' && identity.mails_links ? { message: NEWEST_MAIL_WORKS } : {};
    return refuse('LimitExceededException', says);
  };
  const sourceOf = (
    request: FastifyRequest,
    email: string,
    pass: string | undefined,
    now: Date,
  ): SignInSource => {
    const id =
      knownIdOf(config.app_secret, knownBrowserOf(request, config), email) ??
      (pass === undefined ? null : idOfSignInPass(config.app_secret, pass, email, now));
    return id === null ? { known: false, network: networkOf(request.ip).network } : { known: true, id };
  };
  const passFor = (email: string, now: Date) => makeSignInPass(config.app_secret, email, now);

  const endSession = (request: FastifyRequest) => {
    const access = accessTokenOf(request, config);
    const refresh = refreshTokenOf(request, config);
    return deleteSessionByTokens(db, {
      access_hash: access === null ? null : hashToken(access),
      refresh_hash: refresh === null ? null : hashToken(refresh),
    });
  };

  route(app, deps, calls.signUp, schemas.signUp, async ({ body, now, request, reply }) => {
    const { username: email, password } = body;
    const result = validatePassword(password);
    if (!result.ok) return refuse('InvalidPasswordException', { message: result.message });
    if (!(await allowed('sign-up', request, here(request, email)))) return tooMany();
    const { network } = networkOf(request.ip);
    const attempt_token = attemptTokenOf(request, config);
    const may_mail = () => codeMails.takeConfirmation({ email, ip: request.ip });
    const done = await identity.signUp(db, { email, password, network, attempt_token, may_mail }, now);
    if (!done.ok) return refusalFrom(done, request, email);
    if (done.attempt_token) setAttemptCookie(reply, config, done.attempt_token);
    deliverSoon(deps);
    return { message: 'A verification code has been sent to your email' };
  });

  route(app, deps, calls.confirmSignUp, schemas.confirmSignUp, async ({ body, now, request, reply }) => {
    const { email, confirmation_code: code } = body;
    if (!(await allowed('confirm-sign-up', request, here(request, email)))) return tooMany();
    const attempt_token = attemptTokenOf(request, config);
    const done = await identity.confirmSignUp(db, { email, code, attempt_token }, now);
    if (!done.ok) return refusalFrom(done, request, email);
    await codeMails.forgive(email);
    clearAttemptCookie(reply, config);
    return { message: 'Your email has been successfully verified!' };
  });

  route(app, deps, calls.resendConfirmCode, schemas.resendConfirmCode, async ({ body, now, request }) => {
    const { email } = body;
    if (!(await allowed('resend-code', request, null))) return tooMany();
    const refused = await mailRefusal('resend', request, email);
    if (refused) return refused;
    const attempt_token = attemptTokenOf(request, config);
    const may_mail = () => codeMails.takeConfirmation({ email, ip: request.ip });
    const done = await inSameTime(identity.resendCode(db, { email, attempt_token, may_mail }, now));
    if (!done.ok) return refusalFrom(done, request, email);
    deliverSoon(deps);
    return { message: NEUTRAL.resend };
  });

  route(app, deps, calls.signIn, schemas.signIn, async ({ body, now, request, reply }) => {
    const { username: email, password, sign_in_pass } = body;
    const source = sourceOf(request, email, sign_in_pass, now);
    const isAllowed = source.known
      ? await allowed('sign-in-known', request, source.id)
      : await allowed('sign-in', request, null);
    if (!isAllowed) return tooMany();
    const done = await identity.signIn(db, { email, password, source }, now);
    if (!done.ok) {
      if (done.attempt_token) setAttemptCookie(reply, config, done.attempt_token);
      if (done.code === 'LimitExceededException') {
        const isPaused = done.event === 'sign-in.paused';
        const by = source.known ? 'browser' : isPaused ? 'all' : 'network';
        deps.metrics.signInsRefused.inc({ source: by });
      }
      return refusalFrom(done, request, email);
    }
    const browser = browserName(request.headers['user-agent']);
    const [held] = await Promise.all([
      // While the password was checked it may have changed, or the account may have been deleted.
      startSession(db, config.app_secret, { ...done.account, browser }, now, done.holds),
      done.forgiving,
      endSession(request),
    ]);
    if (!held) return refuse('NotAuthorizedException');
    setSessionCookies(reply, config, held.tokens, held.times, now);
    const known = rememberBrowser(config.app_secret, knownBrowserOf(request, config), email);
    setKnownBrowserCookie(reply, config, known);
    return { message: 'Signed in' };
  });

  route(app, deps, calls.signOut, schemas.signOut, async ({ request, reply }) => {
    await endSession(request);
    clearSessionCookies(reply, config);
  });

  route(app, deps, calls.refreshToken, schemas.refreshToken, async ({ now, request, reply }) => {
    if (!(await allowed('refresh-token', request, null))) return tooMany();
    const token = refreshTokenOf(request, config);
    const held = token === null ? null : await refreshSession(db, config.app_secret, token, now);
    if (held === 'REUSED') deps.security.record('session.token-reused', { ip: request.ip });
    if (!held || held === 'REUSED') {
      clearSessionCookies(reply, config);
      return refuse('NOT_SIGNED_IN');
    }
    setSessionCookies(reply, config, held.tokens, held.times, now);
  });

  route(app, deps, calls.forgotPassword, schemas.forgotPassword, async ({ body, now, request }) => {
    const { email } = body;
    if (!(await allowed('forgot-password', request, null))) return tooMany();
    const refused = await mailRefusal('reset', request, email);
    if (refused) return refused;
    const done = await inSameTime(identity.forgotPassword(db, { email }, now));
    if (!done.ok) return refusalFrom(done, request, email);
    deliverSoon(deps);
    return { message: NEUTRAL.forgot, ...(done.reset_id === null ? {} : { reset_id: done.reset_id }) };
  });

  route(app, deps, calls.confirmNewPassword, schemas.confirmNewPassword, async ({ body, now, request }) => {
    const { email, confirmationCode: code, password, reset_id = null } = body;
    const result = validatePassword(password);
    if (!result.ok) return refuse('InvalidPasswordException', { message: result.message });
    if (!(await allowed('confirm-new-password', request, here(request, email)))) return tooMany();
    const done = await identity.confirmNewPassword(db, { email, code, password, reset_id }, now);
    if (!done.ok) return refusalFrom(done, request, email);
    await codeMails.forgive(email);
    deps.metrics.passwordResets.inc({ way: 'code' });
    deliverSoon(deps);
    return { message: PASSWORD_IS_RESET, sign_in_pass: passFor(email, now) };
  });

  route(app, deps, calls.setPasswordByLink, schemas.setPasswordByLink, async ({ body, now, request }) => {
    const { key, password } = body;
    const result = validatePassword(password);
    if (!result.ok) return refuse('InvalidPasswordException', { message: result.message });
    if (!(await allowed('password-link', request, key))) return tooMany();
    const done = await identity.setPasswordByLink(db, { key, password }, now);
    if (!done.ok) return refusalFrom(done, request, null);
    const { email } = done;
    await codeMails.forgive(email);
    deps.metrics.passwordResets.inc({ way: 'link' });
    deliverSoon(deps);
    return { message: PASSWORD_IS_RESET, email, sign_in_pass: passFor(email, now) };
  });
}
