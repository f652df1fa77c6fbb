import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/auth.schemas.ts';
import type { Deps } from '../deps.ts';
import { refuse, refusePassword } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { knownBrowserOf, setKnownBrowserCookie } from '../sessions/cookies.ts';
import { confirmEmailChange, isEmailTaken, sendEmailChangeCode } from './change-email.ts';
import { rememberBrowser } from './known-browser.ts';

/** The calls that change the e-mail of a login (rules.md §2). */
export function changeEmailRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, identity, config, limits } = deps;

  route(app, deps, calls.changeEmail, schemas.changeEmail, async ({ body, session, now, request }) => {
    const { email, password } = body;
    if (email === session.email)
      return refuse('INVALID_INPUT', { details: { email: 'This is your e-mail already.' } });
    // Wrong passwords count for this session alone, so that no other session is locked out by them.
    const source = { known: true, id: session.id } as const;
    const checked = await identity.signIn(db, { email: session.email, password, source }, now);
    if (!checked.ok) {
      if (checked.code !== 'NotAuthorizedException') return refuse(checked.code);
      return refusePassword('password');
    }
    await checked.forgiving;
    if (await isEmailTaken(deps, { account_id: session.account_id, email }, now))
      return refuse('UsernameExistsException');
    const mail = await limits.codeMails.takeConfirmation({ email, ip: request.ip, attempt_id: session.id });
    if (mail !== 'OK') return refuse('LimitExceededException');
    await sendEmailChangeCode(deps, { session, email }, now);
    deliverSoon(deps);
    return { message: `A verification code has been sent to ${email}` };
  });

  route(app, deps, calls.confirmEmailChange, schemas.confirmEmailChange, async (context) => {
    const { body, session, now, request, reply } = context;
    const { email, confirmation_code: code } = body;
    const changed = await confirmEmailChange(deps, { session, email, code }, now);
    if (!changed.ok) {
      if (changed.event) deps.security.record(changed.event, { ip: request.ip, account: session.email });
      return refuse(changed.code, changed.message ? { message: changed.message } : {});
    }
    // This browser has signed in before, so a sign-in with the new address is one of a known browser.
    setKnownBrowserCookie(
      reply,
      config,
      rememberBrowser(config.app_secret, knownBrowserOf(request, config), email),
    );
    deliverSoon(deps);
    return { message: 'Your e-mail has been changed', email };
  });
}
