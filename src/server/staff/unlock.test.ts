import { expect, test } from 'vitest';
import {
  staffAuditLog,
  staffChangePassword,
  staffConfirmTotp,
  staffLock,
  staffMe,
  staffNewRecoveryCodes,
  staffOfferTotp,
  staffRemovePasskey,
  staffSignOut,
  staffSubmission,
  staffUnlock,
} from '#contract/staff.calls.ts';
import type { Db } from '../db/pool.ts';
import { findStaffSession, stayUnlocked } from '../sessions/staff-session.ts';
import { resetFactors, suspendMember } from './manage-members.ts';
import { codeOfStep, stepAt } from './totp.ts';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { Browser } from '#tests/support/browser.ts';
import { askForPrompt, registerPasskey } from '#tests/support/passkey.ts';
import {
  enterCode,
  enterPassword,
  setUpOwner,
  type SetUpOwner,
  STAFF_PASSWORD,
} from '#tests/support/staff-browser.ts';
import { withoutConditionsOn } from '#tests/support/without.ts';

/** Asks for answers that do not exist: behind the lock they are not found. */
const readHealth = (browser: Browser) =>
  browser.call(staffSubmission, { params: { id: '00000000-0000-4000-8000-000000000000' } });
const OPEN = { status: 404, json: { code: 'FORM_NOT_FOUND' } };
const locked = (reason: 'LOCKED' | 'IDLE' | 'HOUR') => ({
  status: 403,
  json: {
    code: 'STEP_UP_REQUIRED',
    message: 'Health notes are locked. Please unlock them first.',
    details: { locked: reason },
  },
});
const NOT_SIGNED_IN = { status: 401, json: { code: 'NOT_SIGNED_IN' } };
const MINUTE_MS = 60_000;

async function newOwner(options: Parameters<typeof testApp>[0] = {}) {
  const site = await testApp({ seeded: false, ...options });
  return { site, owner: await setUpOwner(site) };
}
async function unlock({ browser, nextCode }: SetUpOwner) {
  const { status, json, text } = await browser.call(staffUnlock, { body: { code: nextCode() } });
  if (status !== 200) throw new Error(text);
  return json;
}
const actionsOf = async ({ db }: TestApp) =>
  (
    await db
      .selectFrom('staff_actions')
      .select(['action', 'details'])
      .where('action', 'in', ['staff.unlock', 'staff.lock'])
      .orderBy('at')
      .execute()
  ).map(({ action, details }) => [action, details]);

test('health data is locked until a code, a recovery code or a passkey opens it', async () => {
  const { site, owner } = await newOwner();
  const { browser, nextCode, recovery_codes } = owner;
  const { authenticator } = await registerPasskey(owner);
  expect(await readHealth(browser)).toMatchObject(locked('LOCKED'));
  expect(await browser.call(staffUnlock, { body: {} })).toMatchObject({
    status: 403,
    json: { code: 'CODE_REQUIRED' },
  });
  const code = nextCode();
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await browser.call(staffUnlock, { body: { code: wrong } })).toMatchObject({
    status: 400,
    json: { code: 'CodeMismatchException' },
  });
  expect(await readHealth(browser)).toMatchObject(locked('LOCKED'));
  const until = new Date(site.clock.now().getTime() + 15 * MINUTE_MS).toISOString();
  expect(await browser.call(staffUnlock, { body: { code } })).toMatchObject({
    status: 200,
    json: { unlocked_until: until },
    headers: { 'x-unlocked-until': until },
  });
  expect(await readHealth(browser)).toMatchObject({ ...OPEN, headers: { 'x-unlocked-until': until } });
  const proofs = [
    { code: recovery_codes[0] },
    { passkey: authenticator.get(await askForPrompt(browser, 'UNLOCK')) },
  ];
  for (const proof of proofs) {
    expect(await browser.call(staffLock)).toMatchObject({ status: 204 });
    expect(await readHealth(browser)).toMatchObject(locked('LOCKED'));
    expect(await browser.call(staffUnlock, { body: proof })).toMatchObject({ status: 200 });
    expect(await readHealth(browser)).toMatchObject(OPEN);
    expect(await browser.call(staffUnlock, { body: proof })).toMatchObject({ status: 400 });
  }
  await browser.call(staffLock);
  await browser.call(staffLock);
  // Recorded once each; locking what is locked is no action.
  expect(await actionsOf(site)).toEqual([
    ['staff.unlock', { by: 'CODE' }],
    ['staff.lock', {}],
    ['staff.unlock', { by: 'RECOVERY_CODE' }],
    ['staff.lock', {}],
    ['staff.unlock', { by: 'PASSKEY' }],
    ['staff.lock', {}],
  ]);
});

test('the audit log says who unlocked and locked', async () => {
  const { owner } = await newOwner();
  await unlock(owner);
  await owner.browser.call(staffLock);
  const { json } = await owner.browser.call(staffAuditLog, { query: { kind: 'STAFF' } });
  const texts = json.rows.map(({ staff, text }) => `${staff} ${text}`);
  expect(texts).toEqual(expect.arrayContaining(['Asha unlocked health notes', 'Asha locked health notes']));
});

test('it locks after 15 quiet minutes; every call that reads health data extends them', async () => {
  const { site, owner } = await newOwner();
  const { browser } = owner;
  await unlock(owner);
  for (let reads = 0; reads < 3; reads += 1) {
    site.clock.advance(15 * MINUTE_MS - 1);
    expect(await readHealth(browser)).toMatchObject(OPEN);
  }
  site.clock.advance(14 * MINUTE_MS);
  // Other calls keep the session, not the health data.
  const me = await browser.call(staffMe);
  expect(me.status).toBe(200);
  site.clock.advance(MINUTE_MS);
  expect(await readHealth(browser)).toMatchObject(locked('IDLE'));
  expect((await browser.call(staffMe)).headers).not.toHaveProperty('x-unlocked-until');
  expect((await browser.call(staffMe)).status).toBe(200);
});

test('it locks an hour after the code, however much is read', async () => {
  const { site, owner } = await newOwner();
  await unlock(owner);
  for (let reads = 0; reads < 5; reads += 1) {
    site.clock.advance(12 * MINUTE_MS - 1);
    expect(await readHealth(owner.browser)).toMatchObject(OPEN);
  }
  site.clock.advance(5);
  expect(await readHealth(owner.browser)).toMatchObject(locked('HOUR'));
});

test('it never outlives the session', async () => {
  const { site, owner } = await newOwner();
  const ends = new Date(site.clock.now().getTime() + 5 * MINUTE_MS);
  await site.db.updateTable('staff_sessions').set({ expires_at: ends }).execute();
  expect((await unlock(owner)).unlocked_until).toBe(ends.toISOString());
  site.clock.advance(5 * MINUTE_MS);
  expect(await readHealth(owner.browser)).toMatchObject(NOT_SIGNED_IN);
});

test('each browser is unlocked by itself', async () => {
  const { site, owner } = await newOwner();
  const other = new Browser(site.app);
  await enterPassword(other, owner.email, STAFF_PASSWORD);
  await enterCode(other, owner.nextCode());
  await unlock(owner);
  expect(await readHealth(other)).toMatchObject(locked('LOCKED'));
  expect(await other.call(staffLock)).toMatchObject({ status: 204 });
  expect(await readHealth(owner.browser)).toMatchObject(OPEN);
});

test('an unlock gives the key of drafts, the same while the session lasts, another for each session', async () => {
  const { site, owner } = await newOwner();
  const first = await unlock(owner);
  await owner.browser.call(staffLock);
  const second = await unlock(owner);
  expect(second.draft_key).toBe(first.draft_key);
  expect(Buffer.from(first.draft_key, 'base64url')).toHaveLength(32);
  await owner.browser.call(staffSignOut);
  await enterPassword(owner.browser, owner.email, STAFF_PASSWORD);
  await enterCode(owner.browser, owner.nextCode());
  expect((await unlock(owner)).draft_key).not.toBe(first.draft_key);
  expect(await site.db.selectFrom('staff_sessions').select('id').execute()).toHaveLength(1);
});

test('wrong codes lock the unlocking of this session for a while, and no other', async () => {
  const { site, owner } = await newOwner();
  const other = new Browser(site.app);
  await enterPassword(other, owner.email, STAFF_PASSWORD);
  await enterCode(other, owner.nextCode());
  for (let tries = 0; tries < 6; tries += 1) await other.call(staffUnlock, { body: { code: '000000' } });
  const limited = { status: 429, json: { code: 'LimitExceededException' } };
  expect(await other.call(staffUnlock, { body: { code: '000000' } })).toMatchObject(limited);
  // Its codes are compared no more either, and nothing else suffers.
  expect(await other.call(staffMe)).toMatchObject({ status: 200 });
  expect(await owner.browser.call(staffUnlock, { body: { code: owner.nextCode() } })).toMatchObject({
    status: 200,
  });
});

test('a code that changed something unlocks nothing, and the other way round', async () => {
  const { owner } = await newOwner();
  const code = owner.nextCode();
  const change = { code };
  expect(await owner.browser.call(staffNewRecoveryCodes, { body: change })).toMatchObject({
    status: 200,
  });
  expect(await owner.browser.call(staffUnlock, { body: change })).toMatchObject({
    json: { code: 'CodeMismatchException' },
  });
});

test('sign-out, suspension and a reset close it at once; a new password starts locked', async () => {
  const { site, owner } = await newOwner();
  const { browser } = owner;
  await unlock(owner);
  const current_password = STAFF_PASSWORD;
  const body = { current_password, password: 'Triphala at 9 tonight!', code: owner.nextCode() };
  expect(await browser.call(staffChangePassword, { body })).toMatchObject({ status: 204 });
  expect(await readHealth(browser)).toMatchObject(locked('LOCKED'));
  await unlock(owner);
  const copy = browser.copy();
  await browser.call(staffSignOut);
  expect(await readHealth(copy)).toMatchObject(NOT_SIGNED_IN);
  const ravi = await setUpOwner(site, 'ravi@example.com');
  await unlock(ravi);
  await suspendMember(site.db, ravi.email, site.clock.now());
  expect(await readHealth(ravi.browser)).toMatchObject(NOT_SIGNED_IN);
  const ines = await setUpOwner(site, 'ines@example.com');
  await unlock(ines);
  await resetFactors(site.db, ines.email, site.clock.now());
  expect(await readHealth(ines.browser)).toMatchObject(NOT_SIGNED_IN);
});

test.each<[string, (site: TestApp, owner: SetUpOwner, passkey: string) => Promise<{ status: number }>]>([
  [
    'another app',
    async (site, { browser, nextCode }) => {
      const { secret } = (await browser.call(staffOfferTotp, { body: { code: nextCode() } })).json;
      const new_code = codeOfStep(secret, stepAt(site.clock.now()));
      return await browser.call(staffConfirmTotp, { body: { new_code } });
    },
  ],
  [
    'new recovery codes',
    (_, { browser, nextCode }) => browser.call(staffNewRecoveryCodes, { body: { code: nextCode() } }),
  ],
  [
    'a removed passkey',
    (_, { browser, nextCode }, id) =>
      browser.call(staffRemovePasskey, { params: { id }, body: { code: nextCode() } }),
  ],
])('%s locks every session of the member', async (_, change) => {
  const { site, owner } = await newOwner();
  const { id } = await registerPasskey(owner);
  const other = new Browser(site.app);
  await enterPassword(other, owner.email, STAFF_PASSWORD);
  await enterCode(other, owner.nextCode());
  await other.call(staffUnlock, { body: { code: owner.nextCode() } });
  expect(await readHealth(other)).toMatchObject(OPEN);
  expect((await change(site, owner, id)).status).toBeLessThan(300);
  expect(await readHealth(other)).toMatchObject(locked('LOCKED'));
});

// The token rotates with an unlock.

test('the token from before an unlock is a session for 30 s, and never opens health data', async () => {
  const { site, owner } = await newOwner();
  const before = owner.browser.copy();
  await unlock(owner);
  expect(before.cookies.get('staff')).not.toBe(owner.browser.cookies.get('staff'));
  expect(await before.call(staffMe)).toMatchObject({ status: 200 });
  expect((await before.call(staffMe)).headers).not.toHaveProperty('x-unlocked-until');
  expect(await readHealth(before)).toMatchObject(locked('LOCKED'));
  site.clock.advance(29_999);
  expect(await before.call(staffMe)).toMatchObject({ status: 200 });
  site.clock.advance(1);
  expect(await before.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
  expect(await readHealth(owner.browser)).toMatchObject(OPEN);
});

test('only the last token counts as the one before', async () => {
  const { owner } = await newOwner();
  const { browser, recovery_codes } = owner;
  const oldest = browser.copy();
  await unlock(owner);
  const older = browser.copy();
  expect(await browser.call(staffUnlock, { body: { code: recovery_codes[0] } })).toMatchObject({
    status: 200,
  });
  expect(await oldest.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
  expect(await older.call(staffMe)).toMatchObject({ status: 200 });
});

test('a sign-in with the token from before ends the session, also when the answer of the unlock was lost', async () => {
  const { site, owner } = await newOwner();
  const before = owner.browser.copy();
  await unlock(owner);
  site.clock.advance(MINUTE_MS);
  await enterPassword(before, owner.email, STAFF_PASSWORD);
  await enterCode(before, owner.nextCode());
  expect(await owner.browser.call(staffMe)).toMatchObject(NOT_SIGNED_IN);
});

test.each<[string, object, number[]]>([
  ['two tabs that unlock at once, each with a proof, are left with one token', {}, [200, 200]],
  [
    'control: if they derive other tokens from the same one, one of them is signed out',
    { app_secret: 'another secret' },
    [200, 401],
  ],
])('%s', async (_, changed, expected) => {
  const { site, owner } = await newOwner();
  const { authenticator } = await registerPasskey(owner);
  const passkey = authenticator.get(await askForPrompt(owner.browser, 'UNLOCK'));
  const code = owner.nextCode();
  const process = await testApp({ besides: site, seeded: false });
  Object.assign(process.deps.config, changed);
  const [one, two] = [new Browser(site.app), new Browser(process.app)];
  for (const tab of [one, two]) tab.cookies.set('staff', owner.browser.cookies.get('staff')!);
  const answers = await Promise.all([
    one.call(staffUnlock, { body: { passkey } }),
    two.call(staffUnlock, { body: { code } }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual(expected);
  const tokens = new Set([one, two].map(({ cookies }) => cookies.get('staff')));
  expect(tokens.size).toBe(expected[1] === 200 ? 1 : 2);
  if (expected[1] === 200) expect(await readHealth(two)).toMatchObject(OPEN);
});

test('a lock at the same time as calls that read health data stays', async () => {
  const { owner } = await newOwner();
  const { browser } = owner;
  for (let round = 0; round < 10; round += 1) {
    await unlock(owner);
    const [first, , last] = await Promise.all([
      readHealth(browser),
      browser.call(staffLock),
      readHealth(browser),
    ]);
    for (const { status } of [first, last]) expect([403, 404]).toContain(status);
    expect(await readHealth(browser)).toMatchObject(locked('LOCKED'));
  }
});

test.each<[string, (site: TestApp, owner: SetUpOwner) => Promise<unknown>, string]>([
  ['a lock', (_, { browser }) => browser.call(staffLock), 'unlocked_until'],
  ['another unlock', (_, owner) => unlock(owner), 'token_hash'],
])('%s between finding the session and reading wins', async (_, change, column) => {
  const { site, owner } = await newOwner();
  await unlock(owner);
  const token = owner.browser.cookies.get('staff')!;
  const found = await findStaffSession(site.db, site.deps.config, token, site.clock.now());
  expect(found?.session.unlocked_until).not.toBeNull();
  await change(site, owner);
  const stay = (db: Db) => stayUnlocked(db, found!.session, token, site.clock.now());
  expect(await stay(site.db)).toBeNull();
  // Control: without the condition it would be open; a locked session has a constraint as well.
  const control = stay(withoutConditionsOn(site.db, column));
  if (column === 'unlocked_until') await expect(control).rejects.toThrow('unlocked_since_a_moment');
  else expect(await control).not.toBeNull();
});
