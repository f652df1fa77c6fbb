import { send, open, staff, type Row } from './route-row.ts';

/** An answer to a prompt that was never made. */
const A_PASSKEY = {
  challenge_id: 'k'.repeat(43),
  assertion: {
    id: 'AAAA',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
};
const A_PASSWORD = 'Kitchari & ghee 7';
/** A recovery code of no member, and a passkey to no prompt. */
const PROOFS = { code: 'AAAA-BBBB-CCCC-DDDD', passkey: A_PASSKEY };

/** Staff: identity, security and health data. */
export const STAFF_IDENTITY_ROWS: readonly Row[] = [
  // staff: identity (rules.md §9)
  {
    route: 'POST /api/staff/sign-in',
    access: 'public',
    ask: ({ email }) => send('POST', '/api/staff/sign-in', { email, password: 'Wrong-guess-1' }),
    own: 401,
    named: true,
  },
  ...[{ code: '000000' }, { recovery_code: 'AAAA-BBBB-CCCC-DDDD' }].map((body): Row => ({
    route: 'POST /api/staff/sign-in/code',
    access: 'public',
    ask: () => send('POST', '/api/staff/sign-in/code', body),
    own: 401, // the sign-in that waits for a code is another cookie
  })),
  {
    route: 'POST /api/staff/passkey-challenges',
    access: 'public',
    ask: () => send('POST', '/api/staff/passkey-challenges', { purpose: 'SIGN_IN' }),
    own: 200,
    cost: { stranger: { rows: 1 }, client: { rows: 1 } }, // a challenge, for five minutes
  },
  {
    route: 'POST /api/staff/passkey-challenges',
    access: 'staff',
    ask: () => send('POST', '/api/staff/passkey-challenges', { purpose: 'REGISTER' }),
    own: 200,
  },
  {
    route: 'POST /api/staff/sign-in/passkey',
    access: 'public',
    ask: () => send('POST', '/api/staff/sign-in/passkey', A_PASSKEY),
    own: 401,
  },
  open('/api/staff/demo-code'),
  open('/api/staff/set-up/:token', 410, `/api/staff/set-up/${'k'.repeat(43)}`),
  {
    route: 'POST /api/staff/set-up/:token/totp',
    access: 'public',
    ask: () => ({ method: 'POST', url: `/api/staff/set-up/${'k'.repeat(43)}/totp` }),
    own: 410,
  },
  {
    route: 'POST /api/staff/set-up/:token',
    access: 'public',
    ask: () =>
      send('POST', `/api/staff/set-up/${'k'.repeat(43)}`, { password: `${A_PASSWORD} pm`, code: '000000' }),
    own: 410,
  },
  staff('GET /api/staff/me'),
  {
    ...staff('POST /api/staff/sign-out', 204),
    ask: () => ({ method: 'POST', url: '/api/staff/sign-out' }),
    cost: { ends: true },
  },
  {
    ...staff('POST /api/staff/unlock', 403), // without a current code
    ask: () => send('POST', '/api/staff/unlock', {}),
  },
  {
    ...staff('POST /api/staff/unlock', 400), // a passkey to no prompt
    ask: () => send('POST', '/api/staff/unlock', { passkey: A_PASSKEY }),
  },
  {
    ...staff('POST /api/staff/unlock', 400),
    ask: () => send('POST', '/api/staff/unlock', { code: 'AAAA-BBBB-CCCC-DDDD' }),
  },
  {
    ...staff('POST /api/staff/lock', 204),
    ask: () => ({ method: 'POST', url: '/api/staff/lock' }),
    cost: { ends: true, client: { rows: 1 } },
  },
  staff('GET /api/staff/security'),
  {
    ...staff('POST /api/staff/security/password', 403), // without a current code
    ask: () =>
      send('POST', '/api/staff/security/password', {
        current_password: A_PASSWORD,
        password: `${A_PASSWORD} pm`,
      }),
  },
  {
    ...staff('POST /api/staff/security/totp', 403),
    ask: () => send('POST', '/api/staff/security/totp', {}),
  },
  {
    ...staff('POST /api/staff/security/totp/confirm', 403), // nothing was offered
    ask: () => send('POST', '/api/staff/security/totp/confirm', { new_code: '000000' }),
  },
  {
    ...staff('POST /api/staff/security/recovery-codes', 403),
    ask: () => send('POST', '/api/staff/security/recovery-codes', {}),
  },
  {
    ...staff('POST /api/staff/security/passkeys', 403), // without a current code
    ask: () =>
      send('POST', '/api/staff/security/passkeys', {
        challenge_id: A_PASSKEY.challenge_id,
        attestation: { id: 'AAAA', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
        name: 'Laptop',
      }),
  },
  ...Object.entries({
    password: { current_password: A_PASSWORD, password: `${A_PASSWORD} pm` },
    totp: {},
    'recovery-codes': {},
    passkeys: {
      challenge_id: A_PASSKEY.challenge_id,
      attestation: { id: 'AAAA', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      name: 'Laptop',
    },
  }).map(([part, body]) => ({
    // The present password counts first; the proofs are no member's.
    ...staff(`POST /api/staff/security/${part}`, part === 'password' ? 422 : 400),
    ask: () => send('POST', `/api/staff/security/${part}`, { ...body, ...PROOFS }),
  })),
  {
    ...staff('DELETE /api/staff/security/passkeys/:id', 400),
    ask: () => ({
      method: 'DELETE',
      url: `/api/staff/security/passkeys/${'k'.repeat(43)}`,
      payload: PROOFS,
    }),
  },
  { ...staff('DELETE /api/staff/security/sessions', 204), cost: { ends: true } },
  {
    ...staff('DELETE /api/staff/security/sessions/:id', 404), // a client's session
    ask: ({ signed_in_session }) => ({
      method: 'DELETE',
      url: `/api/staff/security/sessions/${signed_in_session}`,
    }),
  },
];
