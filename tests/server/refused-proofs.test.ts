import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { staffFinishSetUp, staffOfferTotp } from '#contract/staff.calls.ts';
import { urlOf } from '#web/api/send.ts';
import { testApp } from '../support/app.ts';
import { Browser } from '../support/browser.ts';
import { EVERY_CALL, schemasOf } from '../support/every-call.ts';
import {
  enterPassword,
  newSetUpLink,
  offeredSecret,
  setUpOwner,
  STAFF_PASSWORD,
} from '../support/staff-browser.ts';

const site = await testApp();
const recorded = vi.spyOn(site.deps.security, 'record');
const owner = await setUpOwner(site);
const link = await newSetUpLink(site, 'new-owner@example.com');
await offeredSecret(new Browser(site.app), link);
const client = await site.signIn('demo@example.com');

const password = 'Not-the-password-1';
const code = '000000';
const passkey = {
  challenge_id: 'k'.repeat(43),
  assertion: {
    id: 'AAAA',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
};
const attestation = { id: 'AAAA', response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
const email = 'demo@example.com';
const reset_id = 'r'.repeat(43);

const WAYS = {
  stranger: async (path: string, body: object) => await new Browser(site.app).post(path, body),
  client: async (path: string, body: object) => await client.send('POST', path, body),
  staff: async (path: string, body: object) => await owner.browser.post(path, body),
  waiting: async (path: string, body: object) => {
    const browser = new Browser(site.app);
    await enterPassword(browser, owner.email, STAFF_PASSWORD);
    return await browser.post(path, body);
  },
  removing: async (path: string, body: object) => await owner.browser.send('DELETE', path, body),
  offered: async (path: string, body: object) => {
    await owner.browser.call(staffOfferTotp, { body: { code: owner.nextCode() } });
    return await owner.browser.post(path, body);
  },
};

/** Each call that checks a password, a code or a passkey, with each of them wrong, and what the log says. */
const ROWS: [
  route: string,
  by: keyof typeof WAYS,
  field: string,
  event: string,
  body: object,
  path?: string,
][] = [
  ['POST /sign-in', 'stranger', 'password', 'sign-in.failed', { username: email, password }],
  [
    'POST /confirm-sign-up',
    'stranger',
    'confirmation_code',
    'code.failed',
    { email, confirmation_code: code },
  ],
  [
    'POST /confirm-new-password',
    'stranger',
    'confirmationCode',
    'code.failed',
    { email, confirmationCode: code, password, reset_id },
  ],
  [
    'POST /auth/change-email',
    'client',
    'password',
    'sign-in.failed',
    { email: 'other@example.com', password },
  ],
  [
    'POST /auth/confirm-email-change',
    'client',
    'confirmation_code',
    'code.failed',
    { email: 'other@example.com', confirmation_code: code },
  ],
  ['POST /api/staff/sign-in', 'stranger', 'password', 'sign-in.failed', { email: owner.email, password }],
  ['POST /api/staff/sign-in/code', 'waiting', 'code', 'code.failed', { code }],
  [
    'POST /api/staff/sign-in/code',
    'waiting',
    'recovery_code',
    'code.failed',
    { recovery_code: 'AAAA-BBBB-CCCC-DDDD' },
  ],
  ['POST /api/staff/sign-in/passkey', 'stranger', 'assertion', 'sign-in.failed', passkey],
  [
    'POST /api/staff/set-up/:token',
    'stranger',
    'code',
    'code.failed',
    { password, code },
    urlOf(staffFinishSetUp, { params: link }),
  ],
  [
    'POST /api/staff/security/password',
    'staff',
    'current_password',
    'sign-in.failed',
    { current_password: password, password, code },
  ],
  ['POST /api/staff/security/totp/confirm', 'offered', 'new_code', 'code.failed', { new_code: code }],
  [
    'POST /api/staff/security/passkeys',
    'staff',
    'attestation',
    'code.failed',
    { challenge_id: passkey.challenge_id, attestation, name: 'Laptop', code },
  ],
  ...(
    [
      ['POST /api/staff/unlock', 'staff', {}],
      ['POST /api/staff/security/password', 'staff', { current_password: STAFF_PASSWORD, password }],
      ['POST /api/staff/security/totp', 'staff', {}],
      ['POST /api/staff/security/recovery-codes', 'staff', {}],
      ['DELETE /api/staff/security/passkeys/:id', 'removing', {}],
    ] as const
  ).flatMap(([route, by, body]): typeof ROWS => [
    [route, by, 'code', 'code.failed', { ...body, code }],
    [route, by, 'passkey', 'code.failed', { ...body, passkey }],
  ]),
];
/** What is set and not checked, and the proof for a new passkey, which is checked after it as for any other change. */
const UNTRIED = new Set([
  'POST /sign-up password',
  'POST /confirm-new-password password',
  'POST /set-password-by-link password',
  'POST /api/staff/set-up/:token password',
  'POST /api/staff/security/password password',
  'POST /api/staff/security/passkeys code',
  'POST /api/staff/security/passkeys passkey',
]);

it.each(ROWS)('%s by %s: a wrong %s leaves one line, %s', async (route, by, _field, event, body, path) => {
  site.clock.advance(60 * 60_000);
  await site.db.deleteFrom('sign_in_failures').execute();
  recorded.mockClear();
  const answer = await WAYS[by](path ?? route.split(' ')[1]!.replace(':id', 'AAAA'), body);
  expect([recorded.mock.calls.map(([said]) => said), answer.status]).toEqual([
    [event],
    expect.toBeOneOf([400, 401, 422]),
  ]);
});

it('names every call that takes a proof', () => {
  const PROOF = /^(password|current_password|\w*code|confirmationCode|passkey|assertion|attestation)$/;
  const taken = EVERY_CALL.flatMap((call) => {
    const body = schemasOf(call)?.body;
    const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
    return fields
      .filter((field) => PROOF.test(field) && field !== 'zip_code')
      .map((field) => `${call.method} ${call.path} ${field}`);
  });
  const tried = new Set(ROWS.map(([route, , field]) => `${route} ${field}`));
  expect(taken.length).toBeGreaterThan(20);
  expect(taken.filter((each) => !tried.has(each) && !UNTRIED.has(each))).toEqual([]);
});
