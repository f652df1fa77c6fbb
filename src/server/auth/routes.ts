import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/auth.calls.ts';
import * as schemas from '#contract/auth.schemas.ts';
import type { Deps } from '../deps.ts';
import { deliverSoon, deliveriesSettled } from '../jobs/send-mail.ts';
import type { LimitedActionName } from '../limits.ts';
import type { IdentityRefusal } from '../ports/identity.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { route } from '../route.ts';
import { browserName } from '../sessions/browser-name.ts';
import {
  accessTokenOf,
  attemptTokenOf,
  clearAttemptCookie,
  clearLoginCookies,
  refreshTokenOf,
  setAttemptCookie,
  setLoginCookies,
} from './cookies.ts';
import { judgePassword } from './judge-password.ts';
import { refreshLogin, startLogin } from './refresh-login.ts';
import { deleteLoginByTokens } from './store.ts';
import { hashToken } from './tokens.ts';

/** Milliseconds. Longer than either way takes, so that the answer's time tells nothing about the address. */
const SAME_TIME_MS = 120;

/** Spec §8; the same for every address. */
const NEUTRAL = {
  resend: 'A new verification code has been sent to your email',
  forgot: 'If your email exists in our system, a verification code has been sent to it',
} as const;

const refusalFrom = ({ code, message }: IdentityRefusal): Refusal => refuse(code, message ? { message } : {});

/** Answers when the work is done and the time is up. */
async function inSameTime<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, pause(SAME_TIME_MS)]);
  return done;
}

/** Spec §7: sign-in, sign-up, codes, sign-out, refresh-token and the two password reset calls. */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, identity } = deps;
  app.addHook('onClose', deliveriesSettled);
  const allowed = (action: LimitedActionName, request: FastifyRequest, email: string | null) =>
    deps.limits.allow(action, { ip: request.ip, account: email });
  const tooMany = () => refuse('LimitExceededException');

  const endLogin = (request: FastifyRequest) => {
    const access = accessTokenOf(request, config);
    const refresh = refreshTokenOf(request, config);
    return deleteLoginByTokens(db, {
      access_hash: access === null ? null : hashToken(access),
      refresh_hash: refresh === null ? null : hashToken(refresh),
    });
  };

  route(app, deps, calls.signUp, schemas.signUp, async ({ body, now, request, reply }) => {
    const { username: email, password } = body;
    const judged = judgePassword(password);
    if (!judged.ok) return refuse('InvalidPasswordException', { message: judged.message });
    if (!(await allowed('sign-up', request, email))) return tooMany();
    const done = await identity.signUp(db, { email, password }, now);
    if (!done.ok) return refusalFrom(done);
    if (done.attempt_token) setAttemptCookie(reply, config, done.attempt_token);
    deliverSoon(deps);
    return { message: 'A verification code has been sent to your email' };
  });

  route(app, deps, calls.confirmSignUp, schemas.confirmSignUp, async ({ body, now, request, reply }) => {
    const { email, confirmation_code: code } = body;
    if (!(await allowed('confirm-sign-up', request, email))) return tooMany();
    const attempt_token = attemptTokenOf(request, config);
    const done = await identity.confirmSignUp(db, { email, code, attempt_token }, now);
    if (!done.ok) return refusalFrom(done);
    clearAttemptCookie(reply, config);
    return { message: 'Your email has been successfully verified!' };
  });

  route(app, deps, calls.resendConfirmCode, schemas.resendConfirmCode, async ({ body, now, request }) => {
    const { email } = body;
    if (!(await allowed('resend-code', request, email))) return tooMany();
    const attempt_token = attemptTokenOf(request, config);
    const done = await inSameTime(identity.resendCode(db, { email, attempt_token }, now));
    if (!done.ok) return refusalFrom(done);
    deliverSoon(deps);
    return { message: NEUTRAL.resend };
  });

  route(app, deps, calls.signIn, schemas.signIn, async ({ body, now, request, reply }) => {
    const { username: email, password } = body;
    if (!(await allowed('sign-in', request, null))) return tooMany();
    const done = await identity.signIn(db, { email, password }, now);
    if (!done.ok) {
      if (done.attempt_token) setAttemptCookie(reply, config, done.attempt_token);
      return refusalFrom(done);
    }
    const browser = browserName(request.headers['user-agent']);
    const [held] = await Promise.all([
      // Checking a password takes a while: it may have been changed, or the account deleted, in the meantime.
      startLogin(db, config.app_secret, { ...done.account, browser }, now, done.holds),
      done.forgiving,
      endLogin(request),
    ]);
    if (!held) return refuse('NotAuthorizedException');
    setLoginCookies(reply, config, held.tokens, held.times, now);
    return { message: 'Signed in' };
  });

  route(app, deps, calls.signOut, schemas.signOut, async ({ request, reply }) => {
    await endLogin(request);
    clearLoginCookies(reply, config);
  });

  route(app, deps, calls.refreshToken, schemas.refreshToken, async ({ now, request, reply }) => {
    if (!(await allowed('refresh-token', request, null))) return tooMany();
    const token = refreshTokenOf(request, config);
    const held = token === null ? null : await refreshLogin(db, config.app_secret, token, now);
    if (held === 'REUSED') deps.security.record('session.token-reused', { ip: request.ip });
    if (!held || held === 'REUSED') {
      clearLoginCookies(reply, config);
      return refuse('NOT_SIGNED_IN');
    }
    setLoginCookies(reply, config, held.tokens, held.times, now);
  });

  route(app, deps, calls.forgotPassword, schemas.forgotPassword, async ({ body, now, request }) => {
    const { email } = body;
    if (!(await allowed('forgot-password', request, email))) return tooMany();
    const done = await inSameTime(identity.forgotPassword(db, { email }, now));
    if (!done.ok) return refusalFrom(done);
    deliverSoon(deps);
    return { message: NEUTRAL.forgot };
  });

  route(app, deps, calls.confirmNewPassword, schemas.confirmNewPassword, async ({ body, now, request }) => {
    const { email, confirmationCode: code, password } = body;
    const judged = judgePassword(password);
    if (!judged.ok) return refuse('InvalidPasswordException', { message: judged.message });
    if (!(await allowed('confirm-new-password', request, email))) return tooMany();
    const done = await identity.confirmNewPassword(db, { email, code, password }, now);
    if (!done.ok) return refusalFrom(done);
    deliverSoon(deps);
    return { message: 'Password has been reset successfully! You can now sign in with your new password.' };
  });
}
