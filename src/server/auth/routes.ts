import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/auth.schemas.ts';
import { persistently } from '../db/persistently.ts';
import type { Deps } from '../deps.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { networkOf } from '../runtime/network.ts';
import type { IdentityRefusal, SignInSource } from '../ports/identity.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type Proof, type Prove, provesNothing, publicRoute } from '../http/route.ts';
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
import { hasUndo, undoEmailChange } from './change-email.ts';
import { validatePassword } from './validate-password.ts';
import { idOfSignInPass, knownIdOf, makeSignInPass, rememberBrowser } from './known-browser.ts';
import { refreshSession, startSession } from '../sessions/refresh-session.ts';
import { deleteSessionByTokens, selectSessionOfRefreshToken } from '../sessions/session-store.ts';
import { hashToken } from '../sessions/tokens.ts';

/** Milliseconds. Longer than either path takes, so that the response time reveals nothing about the address. */
const SAME_TIME_MS = 120;

const PASSWORD_IS_RESET = 'Password has been reset successfully! You can now sign in with your new password.';

/** The same answers for every address (product.md §8.4). */
const NEUTRAL = {
  resend: 'A new verification code has been sent to your email',
  forgot: 'If your email exists in our system, a verification code has been sent to it',
} as const;

const undecided = (giveBack: () => Promise<void>) => async (error: unknown) => {
  await persistently(giveBack);
  throw error;
};

/** Resolves when both the work and the minimum time are done. */
async function inSameTime<T>(work: Promise<T>): Promise<T> {
  const [done] = await Promise.all([work, pause(SAME_TIME_MS)]);
  return done;
}

/** The calls for sign-in, sign-up, codes, sign-out, refresh-token and the password reset (product.md §7.1). */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, db, identity } = deps;
  const { codeMails } = deps.limits;

  const refusalFrom = (
    { code, message, event }: IdentityRefusal,
    request: FastifyRequest,
    email: string | null,
  ): Refusal => {
    if (event) deps.security.record(event, { ip: request.ip, account: email });
    return refuse(code, message ? { message } : {});
  };
  /** How to take the count back if a code may be mailed, else the refusal. Known and unknown addresses get the same answer. */
  const mailRefusal = async (
    kind: 'reset' | 'resend',
    request: FastifyRequest,
    email: string,
    attempt_id: string | null = null,
  ) => {
    const { result, giveBack } = await codeMails.ask(kind, { email, ip: request.ip, attempt_id });
    if (result === 'OK') return giveBack;
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
  /** The sign-up that this browser began and that waits for its code. */
  const proveAttempt = async (
    request: FastifyRequest,
    email: string,
    now: Date,
  ): Promise<Proof<string | null>> => {
    const attempt_token = attemptTokenOf(request, config);
    const id = attempt_token && (await identity.findAttempt(db, { email, attempt_token }, now));
    return id ? { by: id, proof: id } : { by: null, named: email, proof: null };
  };
  const policyRefusal = (password: string): Refusal | null => {
    const result = validatePassword(password);
    return result.ok ? null : refuse('InvalidPasswordException', { message: result.message });
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

  const proveSignUp: Prove<typeof schemas.signUp, string | null> = async ({ body, request, now }) =>
    policyRefusal(body.password) ?? (await proveAttempt(request, body.username, now));
  publicRoute(app, deps, calls.signUp, schemas.signUp, proveSignUp, async (context) => {
    const { body, now, request, reply, proof: attempt_id } = context;
    const { username: email, password } = body;
    const { network } = networkOf(request.ip);
    const attempt_token = attemptTokenOf(request, config);
    const may_mail = () => codeMails.takeConfirmation({ email, ip: request.ip, attempt_id });
    const done = await identity.signUp(db, { email, password, network, attempt_token, may_mail }, now);
    if (!done.ok) return refusalFrom(done, request, email);
    if (done.attempt_token) setAttemptCookie(reply, config, done.attempt_token);
    deliverSoon(deps);
    return { message: 'A verification code has been sent to your email' };
  });

  const proveConfirm: Prove<typeof schemas.confirmSignUp, string | null> = ({ body, request, now }) =>
    proveAttempt(request, body.email, now);
  publicRoute(app, deps, calls.confirmSignUp, schemas.confirmSignUp, proveConfirm, async (context) => {
    const { body, now, request, reply } = context;
    const { email, confirmation_code: code } = body;
    const attempt_token = attemptTokenOf(request, config);
    const done = await identity.confirmSignUp(db, { email, code, attempt_token }, now);
    if (!done.ok) return refusalFrom(done, request, email);
    await codeMails.forgive(email);
    clearAttemptCookie(reply, config);
    return { message: 'Your email has been successfully verified!' };
  });

  const proveResend: Prove<typeof schemas.resendConfirmCode, string | null> = ({ body, request, now }) =>
    proveAttempt(request, body.email, now);
  publicRoute(app, deps, calls.resendConfirmCode, schemas.resendConfirmCode, proveResend, async (context) => {
    const { body, now, request, proof: attempt_id } = context;
    const { email } = body;
    const refused = await mailRefusal('resend', request, email, attempt_id);
    if (refused instanceof Refusal) return refused;
    const attempt_token = attemptTokenOf(request, config);
    const may_mail = () => codeMails.takeConfirmation({ email, ip: request.ip, attempt_id });
    const resent = identity.resendCode(db, { email, attempt_token, may_mail }, now);
    const done = await inSameTime(resent).catch(undecided(refused));
    if (!done.ok) return refusalFrom(done, request, email);
    deliverSoon(deps);
    return { message: NEUTRAL.resend };
  });

  const proveBrowser: Prove<typeof schemas.signIn, SignInSource> = ({ body, request, now }) => {
    const source = sourceOf(request, body.username, body.sign_in_pass, now);
    return { by: source.known ? source.id : null, proof: source };
  };
  publicRoute(app, deps, calls.signIn, schemas.signIn, proveBrowser, async (context) => {
    const { body, now, request, reply, proof: source } = context;
    const { username: email, password } = body;
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

  publicRoute(app, deps, calls.signOut, schemas.signOut, provesNothing, async ({ request, reply }) => {
    await endSession(request);
    clearSessionCookies(reply, config);
  });

  const proveRefresh: Prove<typeof schemas.refreshToken, string> = async ({ request, reply }) => {
    const token = refreshTokenOf(request, config);
    const id = token === null ? null : await selectSessionOfRefreshToken(db, hashToken(token));
    if (token !== null && id !== null) return { by: id, proof: token };
    clearSessionCookies(reply, config);
    return refuse('NOT_SIGNED_IN');
  };
  publicRoute(app, deps, calls.refreshToken, schemas.refreshToken, proveRefresh, async (context) => {
    const { now, request, reply, proof: token } = context;
    const held = await refreshSession(db, config.app_secret, token, now);
    if (held === 'REUSED') deps.security.record('session.token-reused', { ip: request.ip });
    if (!held || held === 'REUSED') {
      clearSessionCookies(reply, config);
      return refuse('NOT_SIGNED_IN');
    }
    setSessionCookies(reply, config, held.tokens, held.times, now);
  });

  // Made without cookies, so it can prove nothing (product.md §7.1).
  publicRoute(app, deps, calls.forgotPassword, schemas.forgotPassword, provesNothing, async (context) => {
    const { body, now, request } = context;
    const { email } = body;
    const refused = await mailRefusal('reset', request, email);
    if (refused instanceof Refusal) return refused;
    const done = await inSameTime(identity.forgotPassword(db, { email }, now)).catch(undecided(refused));
    if (!done.ok) return refusalFrom(done, request, email);
    deliverSoon(deps);
    return { message: NEUTRAL.forgot, ...(done.reset_id === null ? {} : { reset_id: done.reset_id }) };
  });

  /** A reset that was asked for and waits for its code. */
  const proveReset: Prove<typeof schemas.confirmNewPassword, null> = async ({ body, now }) => {
    const refused = policyRefusal(body.password);
    if (refused) return refused;
    const { email, reset_id } = body;
    const waits = reset_id !== undefined && (await identity.hasReset(db, { email, reset_id }, now));
    return waits ? { by: `${email} ${reset_id}`, proof: null } : { by: null, named: email, proof: null };
  };
  publicRoute(
    app,
    deps,
    calls.confirmNewPassword,
    schemas.confirmNewPassword,
    proveReset,
    async (context) => {
      const { body, now, request } = context;
      const { email, confirmationCode: code, password, reset_id = null } = body;
      const done = await identity.confirmNewPassword(db, { email, code, password, reset_id }, now);
      if (!done.ok) return refusalFrom(done, request, email);
      await codeMails.forgive(email);
      deps.metrics.passwordResets.inc({ way: 'code' });
      deliverSoon(deps);
      return { message: PASSWORD_IS_RESET, sign_in_pass: passFor(email, now) };
    },
  );

  const proveLink: Prove<typeof schemas.setPasswordByLink, null> = async ({ body, request, now }) => {
    const refused = policyRefusal(body.password);
    if (refused) return refused;
    const refusal = (await hasUndo(db, body.key, now)) ? null : await identity.refuseLink(db, body.key, now);
    return refusal ? refusalFrom(refusal, request, null) : { by: body.key, proof: null };
  };
  publicRoute(app, deps, calls.setPasswordByLink, schemas.setPasswordByLink, proveLink, async (context) => {
    const { body, now, request } = context;
    const { key, password } = body;
    const undone = await undoEmailChange(deps, { key, password }, now);
    const done = undone ?? (await identity.setPasswordByLink(db, { key, password }, now));
    if (!done.ok) return refusalFrom(done, request, null);
    const { email } = done;
    await codeMails.forgive(email);
    deps.metrics.passwordResets.inc({ way: 'link' });
    deliverSoon(deps);
    return { message: PASSWORD_IS_RESET, email, sign_in_pass: passFor(email, now) };
  });
}
