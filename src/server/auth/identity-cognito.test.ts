import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { startSession } from '../sessions/refresh-session.ts';
import { createCognitoIdentity } from './identity-cognito.ts';
import type { Identity } from '../ports/identity.ts';

const { db } = await testDatabase();
const now = new Date('2026-03-02T17:00:00Z');
let calls: { operation: string; body: Record<string, unknown> }[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };
const fails = (name: string, message = 'words of the pool') => {
  answer = { status: 400, body: { __type: name, message } };
};
const peer = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    const operation = String(request.headers['x-amz-target']).split('.')[1]!;
    calls.push({ operation, body: JSON.parse(body) as Record<string, unknown> });
    response
      .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(answer.body));
  });
});
let identity: Identity;
beforeAll(async () => {
  // The SDK looks for credentials where removing an account needs them.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening));
  identity = createCognitoIdentity({
    region: 'us-west-2',
    client_id: 'client',
    client_secret: 'client secret',
    user_pool_id: 'us-west-2_pool',
    endpoint: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
    site_url: 'https://sattvaandsage.example',
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  peer.closeAllConnections();
  peer.close();
});

const email = 'maren@example.com';
const password = 'Kitchari & ghee 7';
const network = '192.0.2.1';
const source = { known: false, network } as const;
const may_mail = () => Promise.resolve('OK' as const);
/** What a first sign-up brings besides the address. */
const first = { network, attempt_token: null, may_mail };
const SecretHash = createHmac('sha256', 'client secret').update(`${email}client`).digest('base64');
const succeeds = (body: object = {}) => {
  calls = [];
  answer = { status: 200, body };
};

it('signs up, confirms and resends with the pool’s own requests', async () => {
  succeeds({ UserConfirmed: false, UserSub: 'x' });
  expect(await identity.signUp(db, { email, password, ...first }, now)).toEqual({
    ok: true,
    attempt_token: null,
  });
  expect(await identity.confirmSignUp(db, { email, code: '042137', attempt_token: null }, now)).toEqual({
    ok: true,
  });
  expect(await identity.resendCode(db, { email, attempt_token: null, may_mail }, now)).toEqual({ ok: true });
  const who = { ClientId: 'client', Username: email, SecretHash };
  expect(calls).toEqual([
    {
      operation: 'SignUp',
      body: { ...who, Password: password, UserAttributes: [{ Name: 'email', Value: email }] },
    },
    { operation: 'ConfirmSignUp', body: { ...who, ConfirmationCode: '042137' } },
    { operation: 'ResendConfirmationCode', body: who },
  ]);
});

it('signs in by password and knows a person by the opaque id', async () => {
  const payload = Buffer.from(JSON.stringify({ sub: 'opaque-id', email })).toString('base64url');
  succeeds({ AuthenticationResult: { IdToken: `e30.${payload}.signature` } });
  expect(await identity.signIn(db, { email, password, source }, now)).toEqual({
    ok: true,
    account: { account_id: 'opaque-id', email },
  });
  expect(calls[0]).toMatchObject({
    operation: 'InitiateAuth',
    body: {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password, SECRET_HASH: SecretHash },
    },
  });
  succeeds({ ChallengeName: 'SMS_MFA' });
  expect(await identity.signIn(db, { email, password, source }, now)).toMatchObject({
    code: 'NotAuthorizedException',
  });
});

it.each([
  ['UserNotFoundException', 'NotAuthorizedException'],
  ['NotAuthorizedException', 'NotAuthorizedException'],
  ['UserNotConfirmedException', 'UserNotConfirmedException'],
  ['TooManyRequestsException', 'LimitExceededException'],
  ['InternalErrorException', 'IDENTITY_UNAVAILABLE'],
])('sign-in: %s of the pool is %s, without its words', async (name, code) => {
  fails(name);
  expect(await identity.signIn(db, { email, password, source }, now)).toEqual({ ok: false, code });
});

it('gives the message of a password policy that is stricter than ours', async () => {
  fails('InvalidPasswordException', 'Password must be longer');
  expect(await identity.signUp(db, { email, password, ...first }, now)).toEqual({
    ok: false,
    code: 'InvalidPasswordException',
    message: 'Password must be longer',
  });
  fails('UsernameExistsException');
  expect(await identity.signUp(db, { email, password, ...first }, now)).toEqual({
    ok: false,
    code: 'UsernameExistsException',
  });
});

it.each(['UserNotFoundException', 'InvalidParameterException'])(
  'does not tell an unknown address: %s',
  async (name) => {
    fails(name);
    expect(await identity.forgotPassword(db, { email }, now)).toEqual({ ok: true, reset_id: null });
    expect(await identity.resendCode(db, { email, attempt_token: null, may_mail }, now)).toEqual({
      ok: true,
    });
    const code = '042137';
    expect(await identity.confirmSignUp(db, { email, code, attempt_token: null }, now)).toMatchObject({
      code: 'CodeMismatchException',
    });
    expect(
      await identity.confirmNewPassword(db, { email, code, password, reset_id: null }, now),
    ).toMatchObject({
      code: 'CodeMismatchException',
    });
  },
);

it('ends all logins after a reset and mails a notice', async () => {
  await startSession(db, 'a secret', { account_id: 'opaque-id', email }, now);
  fails('CodeMismatchException');
  expect(
    await identity.confirmNewPassword(db, { email, code: '000000', password, reset_id: null }, now),
  ).toEqual({
    ok: false,
    code: 'CodeMismatchException',
  });
  expect(await db.selectFrom('logins').select('id').execute()).toHaveLength(1);
  succeeds();
  expect(
    await identity.confirmNewPassword(db, { email, code: '042137', password, reset_id: null }, now),
  ).toEqual({
    ok: true,
  });
  expect(await db.selectFrom('logins').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('outbox').select(['kind', 'to_address']).execute()).toEqual([
    { kind: 'password-changed', to_address: email },
  ]);
});

it('asks the pool for no mail beyond the number of a mailbox', async () => {
  succeeds();
  const enough = () => Promise.resolve('USED_UP' as const);
  const refused = { ok: false, code: 'LimitExceededException', event: 'code-mails.refused' };
  expect(await identity.signUp(db, { email, password, ...first, may_mail: enough }, now)).toEqual(refused);
  expect(await identity.resendCode(db, { email, attempt_token: null, may_mail: enough }, now)).toEqual(
    refused,
  );
  expect(calls).toEqual([]);
});

it('removes an account, which may be gone already', async () => {
  succeeds();
  await identity.removeAccount(db, { account_id: 'opaque-id', email });
  expect(calls).toEqual([
    { operation: 'AdminDeleteUser', body: { UserPoolId: 'us-west-2_pool', Username: 'opaque-id' } },
  ]);
  fails('UserNotFoundException');
  await identity.removeAccount(db, { account_id: 'opaque-id', email });
  fails('InternalErrorException');
  await expect(identity.removeAccount(db, { account_id: 'opaque-id', email })).rejects.toThrow();
});

it('changes the address of an account in the pool, then in our database', async () => {
  succeeds();
  const moved = { account_id: 'opaque-id', email: 'new@example.com' };
  const alongside = vi.fn(() => Promise.resolve({ ok: true as const }));
  expect(await identity.changeAccount(db, { ...moved, password }, now, alongside)).toEqual({ ok: true });
  const pool = { UserPoolId: 'us-west-2_pool', Username: 'opaque-id' };
  const UserAttributes = [
    { Name: 'email', Value: 'new@example.com' },
    { Name: 'email_verified', Value: 'true' },
  ];
  expect(calls).toEqual([
    { operation: 'AdminUpdateUserAttributes', body: { ...pool, UserAttributes } },
    { operation: 'AdminSetUserPassword', body: { ...pool, Password: password, Permanent: true } },
  ]);
  expect(alongside).toHaveBeenCalledOnce();
  fails('AliasExistsException');
  expect(await identity.changeAccount(db, moved, now, alongside)).toMatchObject({
    code: 'UsernameExistsException',
  });
  expect(alongside).toHaveBeenCalledOnce();
});

it.each([
  ['CONFIRMED', true],
  ['UNCONFIRMED', false],
])('an account that is %s counts: %s', async (UserStatus, isAccount) => {
  succeeds({ UserStatus });
  expect(await identity.hasAccount(db, email)).toBe(isAccount);
  fails('UserNotFoundException');
  expect(await identity.hasAccount(db, email)).toBe(false);
});

it('says so too when the pool says nothing', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const slow = createCognitoIdentity({
    region: 'us-west-2',
    client_id: 'client',
    endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    site_url: '',
    timeout_ms: 100,
  });
  expect(await slow.signIn(db, { email, password, source }, now)).toEqual({
    ok: false,
    code: 'IDENTITY_UNAVAILABLE',
  });
  silent.closeAllConnections();
  silent.close();
});

it('says that sign-in is not reachable when the pool is away', async () => {
  const away = createCognitoIdentity({
    region: 'us-west-2',
    client_id: 'client',
    endpoint: 'http://127.0.0.1:9',
    site_url: '',
  });
  expect(await away.signIn(db, { email, password, source }, now)).toEqual({
    ok: false,
    code: 'IDENTITY_UNAVAILABLE',
  });
});
