import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/client.calls.ts';
import * as schemas from '#contract/users.schemas.ts';
import { privatePractice } from '#content/private/practice.ts';
import { clearSessionCookies, knownBrowserOf, setKnownBrowserCookie } from '../sessions/cookies.ts';
import { forgetBrowser } from '../auth/known-browser.ts';
import { deleteSessionsOfAccount, lockSession } from '../sessions/session-store.ts';
import { endCheckoutsOf } from '../checkout/close-account.ts';
import type { Deps } from '../deps.ts';
import { hadVisit, USER } from '../seats/practice-facts.ts';
import { forgetIdentities } from './forget-identities.ts';
import { deliverSoon } from '../mail/send-mail.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route, routeWithExtra } from '../http/route.ts';
import { ensureCustomer } from '../checkout/open-payment-page.ts';
import { readAccessLog } from './access-log-store.ts';
import { claimRecord } from './claim-record.ts';
import { validateProfile } from './validate-profile.ts';
import { photoRoutes } from './photo-routes.ts';
import { presentUser } from './present-user.ts';
import { eraseClient } from './erase-client.ts';
import { insertHouseCallRequest, insertUser, selectHouseCallFacts, updateUser } from './store.ts';
import { removeFiles } from './remove-files.ts';
import { inTransaction } from '../db/transactions.ts';
import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { formatDayMonth } from '#domain/time/date-formats.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { Db } from '../db/pool.ts';

/** Days after an answer before the next request (rules.md §9). */
const PAUSE_DAYS = 30;

/**
 * Records that a client asks for house calls: after a first visit, and once until the practice answers. A repeat gets the
 * first moment.
 */
async function requestHouseCalls(
  db: Db,
  user_id: string,
  now: Date,
): Promise<{ requested_at: string } | Refusal> {
  const answered_before = new Date(now.getTime() - PAUSE_DAYS * 86_400_000);
  await insertHouseCallRequest(db, user_id, answered_before, now);
  const facts = await selectHouseCallFacts(db, user_id, now);
  if (!facts) return refuse('NO_RECORD');
  const { house_call_requested_at: asked, house_call_decided_at: decided } = facts;
  if (facts.house_call_approved) return { requested_at: (asked ?? now).toISOString() };
  // An open request stays open if the visit was cancelled since.
  if (asked === null) return refuse('HOUSE_CALL_NOT_APPROVED');
  if (decided === null || decided < asked) return { requested_at: asked.toISOString() };
  if (!facts.had_visit) return refuse('HOUSE_CALL_NOT_APPROVED');
  const date = addDays(localDateOf(decided, practice.zone), PAUSE_DAYS + 1);
  return refuse('LimitExceededException', {
    message: `We answered this not long ago. You can ask again from ${formatDayMonth(date)}.`,
  });
}

/** A slow payment provider must not block sign-up; the customer is then created later. */
const CUSTOMER_WAIT_MS = 3000;

/** The calls for the client's own record, address and photo (product.md §7.1). */
export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const { addresses, db, photos } = deps;
  const payment_provider =
    deps.config.STRIPE_SECRET_KEY === undefined ? ('sandbox' as const) : ('Stripe' as const);

  const readVisit = () => hadVisit(USER);
  routeWithExtra(
    app,
    deps,
    calls.getUser,
    schemas.getUser,
    readVisit,
    ({ session, user, extra: had_visit }) => {
      // Not awaited: the page shows the record at once, and checkout waits for the customer if needed.
      if (user?.stripe_id === null) void ensureCustomer(deps, user).catch(() => undefined);
      return {
        data: user && presentUser(user, photos),
        message: user ? 'User found' : 'No user record yet',
        contact_email: privatePractice.contact_email,
        email: session.email,
        payment_provider,
        is_known: user !== null && (user.marked_known || had_visit === true),
      };
    },
  );

  route(app, deps, calls.createUser, schemas.createUser, async ({ body, session, user, now }) => {
    if (user) return refuse('RECORD_EXISTS');
    const profile = await validateProfile(body, addresses, now);
    if (profile instanceof Refusal) return profile;
    const { address = null, ...rest } = profile;
    const created = await inTransaction(db, async (tx) => {
      // The address check took a while: another tab may have started to delete the account.
      if (!(await lockSession(tx, session))) return refuse('NOT_SIGNED_IN');
      const inserted = await insertUser(tx, {
        ...rest,
        address: address && JSON.stringify(address),
        cognito_sub: session.account_id,
        email: session.email,
        created_at: now,
        updated_at: now,
      });
      return inserted ?? refuse('RECORD_EXISTS');
    });
    if (created instanceof Refusal) return created;
    const made = await Promise.race([
      ensureCustomer(deps, created),
      pause(CUSTOMER_WAIT_MS, null, { ref: false }),
    ]);
    return {
      message: 'Your account has been created',
      data: presentUser({ ...created, stripe_id: typeof made === 'string' ? made : null }, photos),
    };
  });

  route(app, deps, calls.updateUser, schemas.updateUser, async ({ body, user, now }) => {
    if (body.email !== undefined && body.email !== user.email)
      return refuse('INVALID_INPUT', {
        details: { email: 'To change your e-mail, use “Change e-mail” in Settings.' },
      });
    const profile = await validateProfile(body, addresses, now);
    if (profile instanceof Refusal) return profile;
    const { address, ...rest } = profile;
    const changed = await updateUser(db, user.id, {
      ...rest,
      ...(address === undefined ? {} : { address: address && JSON.stringify(address) }),
      updated_at: now,
    });
    if (!changed) return refuse('NO_RECORD');
    return { message: 'Profile updated successfully', data: presentUser(changed, photos) };
  });

  route(app, deps, calls.deleteUser, schemas.deleteUser, async ({ session, user, now, request, reply }) => {
    // Ends all sessions first, so that no booking can be made while the account is deleted.
    await deleteSessionsOfAccount(db, session.account_id);
    clearSessionCookies(reply, deps.config);
    const { site_url, app_secret } = deps.config;
    const known = forgetBrowser(app_secret, knownBrowserOf(request, deps.config), session.email);
    setKnownBrowserCookie(reply, deps.config, known);
    if (user) await endCheckoutsOf(deps, user.id, now);
    const files = await eraseClient(db, { session, site_url, app_secret }, now);
    await finishErasing(deps, { account_id: session.account_id, files }, now);
    deliverSoon(deps);
    return { message: 'Your account has been deleted' };
  });

  route(app, deps, calls.validateAddress, schemas.validateAddress, async ({ body }) => {
    const { street_number, street = '', unit = '', city = '', state = '', zip_code = '' } = body;
    return await addresses.check({ street_number, street, unit, city, state, zip_code });
  });

  route(app, deps, calls.claimRecord, schemas.claimRecord, async ({ body, session, user, now }) => {
    if (user) return refuse('SET_UP_LINK_EXPIRED');
    const { token, phone_ending } = body;
    const claimed = await claimRecord(db, { session, token, phone_ending }, now);
    if (claimed instanceof Refusal) return claimed;
    return { message: 'Your visits are here now', data: presentUser(claimed, photos) };
  });

  route(app, deps, calls.accessLog, schemas.accessLog, async ({ user }) => await readAccessLog(db, user.id));

  route(app, deps, calls.requestHouseCalls, schemas.requestHouseCalls, async ({ user, now }) => {
    return await requestHouseCalls(db, user.id, now);
  });

  photoRoutes(app, deps);
}

/** Finishes the parts outside of the transaction; the clean-up job retries a failed one. */
async function finishErasing(
  deps: Deps,
  { account_id, files }: { account_id: string; files: readonly string[] },
  now: Date,
): Promise<void> {
  try {
    for (const key of files) await removeFiles(deps, key);
    await forgetIdentities(deps, now);
  } catch (error) {
    deps.log.warn({ err: error, account_id }, 'Deleting an account failed; the clean-up job will retry');
  }
}
