import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  confirmNewPassword,
  confirmSignUp,
  forgotPassword,
  cancelByLink,
  formsByLink,
  payByLink,
  visitPage,
  refreshToken,
  resendConfirmCode,
  setPasswordByLink,
} from '#contract/client.calls.ts';
import {
  staffFinishSetUp,
  staffLock,
  staffPasskeyChallenge,
  staffSignIn,
  staffSignInPasskey,
} from '#contract/staff.calls.ts';
import type { ClientLimit, PublicLimit, StaffLimit } from '#contract/call.ts';
import { type Caller, type CountedLimit, isCounted } from '#server/http/limits.ts';
import { findSession, NOTHING } from '#server/sessions/session-store.ts';
import { findStaffSession, staffCookieName } from '#server/sessions/staff-session.ts';
import { newToken } from '#server/sessions/tokens.ts';
import { visitPath } from '#server/sessions/visit-link.ts';
import { codeOfStep, stepAt } from '#server/staff/totp.ts';
import { testApp, type TestSession, type TestStaff } from '../support/app.ts';
import { SOLE_OWNER } from '../support/staff.ts';
import { addBooking } from '../support/sample-booking.ts';
import { Browser, GOOD_PASSWORD, OTHER_PASSWORD } from '../support/browser.ts';
import { EVERY_CALL } from '../support/every-call.ts';
import { askForPrompt, registerPasskey } from '../support/passkey.ts';
import {
  enterCode,
  enterPassword,
  newSetUpLink,
  offeredSecret,
  setUpOwner,
  STAFF_PASSWORD,
} from '../support/staff-browser.ts';
import { clientWithEverything } from './support/belongings.ts';
import { isStaffRow, type Row } from './support/route-row.ts';
import { ROWS } from './support/routes.ts';

const site = await testApp();
const { owned } = await clientWithEverything(site);
const { limits } = site.deps;

/** The network of the practice's café, which strangers use too. */
const CAFE = '10.77.0.1';
let people = 0;
const newAddress = () => `cafe-${(people += 1)}@example.com`;
const visitor = () => new Browser(site.app, CAFE);

/** Counts once and fills up what was counted: for these callers nothing is left. */
async function spend(names: readonly CountedLimit[], caller: Caller): Promise<void> {
  for (const name of names) await limits.take(name, caller);
  const keys = 'session' in caller ? [caller.session] : 'ip' in caller ? [CAFE] : [caller.proved];
  for (const key of keys) {
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 27);
    const full = site.db.updateTable('rate_limits').set({ points: 1_000_000 });
    expect((await full.where('key', 'like', `%:${hash}`).executeTakeFirst()).numUpdatedRows).toBeGreaterThan(
      0n,
    );
  }
}

const OF_CLIENTS: Record<ClientLimit, true> = {
  'write-user': true,
  'claim-record': true,
  'validate-address': true,
  'upload-photo': true,
  'publish-photo': true,
  'create-checkout': true,
  'checkout-status': true,
  'pay-balance': true,
  'change-booking': true,
  'read-bookings': true,
  'write-health': true,
};
const OF_STAFF: Record<StaffLimit, true> = {
  'staff-write': true,
  'staff-draft': true,
  'staff-security': true,
};
const keysOf = <K extends string>(record: Record<K, unknown>) => Object.keys(record) as K[];

async function usedUpClient(): Promise<TestSession> {
  const session = await site.signIn(owned.email);
  const found = (await findSession(site.db, session.access, NOTHING, site.clock.now()))!.session;
  await spend(keysOf(OF_CLIENTS), { session: found.id, account: found.account_id });
  return session;
}
async function usedUpStaff(): Promise<TestStaff> {
  const member = await site.signInStaff(SOLE_OWNER, { unlocked: true });
  const now = site.clock.now();
  const { session, staff } = (await findStaffSession(site.db, site.deps.config, member.token, now))!;
  await spend(keysOf(OF_STAFF), { session: session.id, account: staff.id });
  // A prompt is public, and counted by the session that asks for it.
  await spend(['staff-passkey-prompt'], { proved: session.id });
  return member;
}
const usedUp = (row: Row) => (isStaffRow(row) ? usedUpStaff() : usedUpClient());
const unused = (row: Row) =>
  isStaffRow(row) ? site.signInStaff(SOLE_OWNER, { unlocked: true }) : site.signIn(owned.email);

const limitOf = (route: string) =>
  EVERY_CALL.find(({ method, path }) => route === `${method} ${path}`)?.limit;
const rows = ROWS.flatMap((row, index) => {
  const limit = limitOf(row.route);
  return limit === undefined || row.access === 'public'
    ? []
    : [{ name: `${index + 1} ${row.route}`, row, limit }];
});
const counted = rows.filter(({ limit, row }) => isCounted(limit) && row.own !== 422);
const waysOut = rows.filter(({ limit }) => limit === 'way-out');

describe('S15: what another session of the account has used up', () => {
  it.each(counted)('$name passes in a second session, and not in the first', async ({ row }) => {
    const [stolen, own] = [await usedUp(row), await unused(row)];
    expect((await stolen.request(row.ask(owned))).statusCode).toBe(429);
    expect((await own.request(row.ask(owned))).statusCode).not.toBe(429);
  });

  it.each(waysOut)('$name is a way out of the first, too', async ({ row }) => {
    if (row.route.includes('delete-user')) return;
    expect((await (await usedUp(row)).request(row.ask(owned))).statusCode).not.toBe(429);
  });

  it('control: with a limit, a way out is closed by what the session has used up', async () => {
    const lock = EVERY_CALL.find(({ path }) => path === '/api/staff/lock')!;
    Object.assign(lock, { limit: 'staff-write' });
    const limited = await testApp({ besides: site }).finally(() => Object.assign(lock, { limit: 'way-out' }));
    const { token } = await usedUpStaff();
    for (const [{ app }, status] of [
      [limited, 429],
      [site, 204],
    ] as const) {
      const browser = new Browser(app);
      browser.cookies.set(staffCookieName(site.deps.config), token);
      expect((await browser.call(staffLock)).status).toBe(status);
    }
  });

  it('names every way out', () => {
    const out = EVERY_CALL.filter(({ limit }) => limit === 'way-out').map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(out.sort()).toEqual([
      'DELETE /api/staff/calendar-feed',
      'DELETE /api/staff/security/sessions',
      'DELETE /api/staff/security/sessions/:id',
      'DELETE /auth/calendar-feed',
      'DELETE /auth/delete-user',
      'DELETE /auth/remove-bookings',
      'DELETE /auth/sessions',
      'DELETE /auth/waitlist',
      'GET /sign-out',
      'POST /api/staff/bookings/:id/recommendation/withdraw',
      'POST /api/staff/lock',
      'POST /api/staff/posts/:id/unpublish',
      'POST /api/staff/sign-out',
      'POST /auth/share-notes',
      'POST /auth/sign-out-everywhere',
    ]);
  });
});

type Asking = () => Promise<{ status: number }>;

async function knownClient(): Promise<{ email: string; browser: Browser }> {
  const email = newAddress();
  const browser = visitor();
  await browser.signUpAndIn(email);
  return { email, browser };
}
async function waitingSignUp(): Promise<{ email: string; browser: Browser }> {
  const email = newAddress();
  const browser = visitor();
  expect(await browser.signUp(email)).toMatchObject({ status: 201 });
  return { email, browser };
}
/** The link to a visit of a client without a login. */
async function newVisitLink() {
  const created_at = site.clock.now();
  const email = newAddress();
  const { id: user_id } = await site.db
    .insertInto('users')
    .values({ email, created_at, updated_at: created_at, phone: '+15035550000' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { service_id } = await site.db
    .selectFrom('bookings')
    .select('service_id')
    .where('id', '=', owned.next_booking)
    .executeTakeFirstOrThrow();
  const start_time = new Date(created_at.getTime() + 48 * 3_600_000);
  const id = await addBooking(site.db, { user_id, service_id, start_time, created_at, price_cents: 0 });
  return { token: visitPath(site.deps.config, { id, email }).slice('/visit/'.length) };
}
const link = await newVisitLink();
const member = await setUpOwner(site, 'owner-of-cafe@example.com');
const { authenticator } = await registerPasskey(member);
/** The owner's browser, which went to the café with its cookies. */
const ownersBrowser = () => {
  const browser = visitor();
  for (const [name, value] of member.browser.cookies) if (name !== 'staff') browser.cookies.set(name, value);
  return browser;
};

/** How each proof is come by before strangers use up the network; the request that it makes afterwards. */
const PROOFS: Record<PublicLimit, (() => Promise<Asking>) | 'PROVES NOTHING'> = {
  'sign-in': async () => {
    const { email, browser } = await knownClient();
    return () => browser.signIn(email);
  },
  'sign-up': async () => {
    const { email, browser } = await waitingSignUp();
    return () => browser.signUp(email, OTHER_PASSWORD);
  },
  'confirm-sign-up': async () => {
    const { email, browser } = await waitingSignUp();
    const confirmation_code = await browser.codeFor(email);
    return () => browser.call(confirmSignUp, { body: { email, confirmation_code } });
  },
  'resend-code': async () => {
    const { email, browser } = await waitingSignUp();
    return () => browser.call(resendConfirmCode, { body: { email } });
  },
  'refresh-token': async () => {
    const { browser } = await knownClient();
    return () => browser.call(refreshToken);
  },
  'forgot-password': 'PROVES NOTHING',
  'confirm-new-password': async () => {
    const { email, browser } = await knownClient();
    const { json } = await browser.call(forgotPassword, { body: { email } });
    const confirmationCode = await browser.codeFor(email);
    return () =>
      visitor().call(confirmNewPassword, {
        body: { email, confirmationCode, password: OTHER_PASSWORD, reset_id: json.reset_id },
      });
  },
  'password-link': async () => {
    const { email, browser } = await knownClient();
    await browser.call(forgotPassword, { body: { email } });
    const { json } = await browser.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`);
    const key = /#key=([\w-]+)/.exec((json as { text: string }[])[0]!.text)![1]!;
    return () => visitor().call(setPasswordByLink, { body: { key, password: OTHER_PASSWORD } });
  },
  'read-link': async () => () => visitor().call(visitPage, { params: link }),
  'pay-by-link': async () => () => visitor().call(payByLink, { params: link, body: { selected_prices: [] } }),
  'change-by-link': async () => {
    const params = await newVisitLink();
    return () => visitor().call(cancelByLink, { params, body: { expected_cents: 0 } });
  },
  'forms-by-link': async () => () =>
    visitor().call(formsByLink, { params: link, body: { phone_ending: '0000' } }),
  'staff-sign-in': async () => () => enterPassword(ownersBrowser(), member.email, STAFF_PASSWORD),
  'staff-code': async () => {
    const browser = visitor();
    await enterPassword(browser, member.email, STAFF_PASSWORD);
    return () => enterCode(browser, member.nextCode());
  },
  'staff-passkey-prompt': async () => () =>
    ownersBrowser().call(staffPasskeyChallenge, { body: { purpose: 'SIGN_IN' } }),
  'staff-passkey': async () => {
    const browser = visitor();
    const prompt = await askForPrompt(browser, 'SIGN_IN');
    return () => browser.call(staffSignInPasskey, { body: authenticator.get(prompt) });
  },
  'staff-set-up': async () => {
    const browser = visitor();
    const link = await newSetUpLink(site, newAddress());
    const secret = await offeredSecret(browser, link);
    return async () => {
      const code = codeOfStep(secret, stepAt(site.clock.now()));
      return await browser.call(staffFinishSetUp, { params: link, body: { password: STAFF_PASSWORD, code } });
    };
  },
  'demo-code': 'PROVES NOTHING',
};

const proofs = await Promise.all(
  keysOf(PROOFS).map(async (name) => {
    const proof = PROOFS[name];
    return { name, ask: proof === 'PROVES NOTHING' ? null : await proof() };
  }),
);
/** Strangers at the café: everything that a network may do, and wrong passwords for the owner. */
await spend(keysOf(PROOFS), { ip: CAFE, named: 'stranger@example.com' });
for (let guesses = 0; guesses < 8; guesses += 1) {
  const guess = { email: member.email, password: 'not the password' };
  await new Browser(site.app, '10.78.0.1').call(staffSignIn, { body: guess });
}

/** An answer to a prompt that was never made. */
const NO_PASSKEY = {
  challenge_id: newToken(),
  assertion: {
    id: 'AAAA',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
};

describe('S15: what strangers on the network have used up', () => {
  const stranger = (name: PublicLimit): Promise<{ status: number }> => {
    const call = EVERY_CALL.find(({ limit }) => limit === name)!;
    const url = call.path.replace(':token', newToken());
    const bodies: Partial<Record<PublicLimit, object>> = {
      'sign-in': { username: 'stranger@example.com', password: GOOD_PASSWORD },
      'sign-up': { username: 'stranger@example.com', password: GOOD_PASSWORD },
      'confirm-sign-up': { email: 'stranger@example.com', confirmation_code: '123456' },
      'resend-code': { email: 'stranger@example.com' },
      'forgot-password': { email: 'stranger@example.com' },
      'confirm-new-password': { email: 's@example.com', confirmationCode: '123456', password: GOOD_PASSWORD },
      'password-link': { key: newToken(), password: GOOD_PASSWORD },
      'pay-by-link': { selected_prices: [] },
      'change-by-link': { expected_cents: 0 },
      'forms-by-link': { phone_ending: '0000' },
      'staff-sign-in': { email: 'stranger@example.com', password: GOOD_PASSWORD },
      'staff-code': { code: '123456' },
      'staff-passkey-prompt': { purpose: 'SIGN_IN' },
      'staff-passkey': NO_PASSKEY,
    };
    return visitor().send(call.method as 'GET' | 'POST', url, bodies[name]);
  };

  it.each(proofs)('$name passes with its proof', async ({ name, ask }) => {
    // Too many, or not let in at all: nothing that a stranger asks for there is done.
    expect([429, 401, 400, 404, 410]).toContain((await stranger(name)).status);
    if (!ask) return;
    const { status } = await ask();
    // The visit is free: the link was read, and there is nothing to pay.
    if (name === 'pay-by-link') expect(status).toBe(422);
    else expect(status).toBeLessThan(300);
  });
});
