import { randomUUID } from 'node:crypto';
import { get, send, open, staff, type Row } from './route-row.ts';

/** An answer to a prompt that was never made. */
const A_PASSKEY = {
  challenge_id: 'k'.repeat(43),
  assertion: {
    id: 'AAAA',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
};
const A_PASSWORD = 'Kitchari & ghee 7';

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
  {
    route: 'POST /api/staff/sign-in/code',
    access: 'public',
    ask: () => send('POST', '/api/staff/sign-in/code', { code: '000000' }),
    own: 401, // the sign-in that waits for a code is another cookie
  },
  {
    route: 'POST /api/staff/passkey-challenges',
    access: 'public',
    ask: () => send('POST', '/api/staff/passkey-challenges', { purpose: 'SIGN_IN' }),
    own: 200,
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
  { ...staff('POST /api/staff/sign-out', 204), ask: () => ({ method: 'POST', url: '/api/staff/sign-out' }) },
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
  { ...staff('POST /api/staff/lock', 204), ask: () => ({ method: 'POST', url: '/api/staff/lock' }) },
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
  {
    ...staff('DELETE /api/staff/security/passkeys/:id', 400), // a passkey to no prompt
    ask: () => ({
      method: 'DELETE',
      url: `/api/staff/security/passkeys/${'k'.repeat(43)}`,
      payload: { passkey: A_PASSKEY },
    }),
  },
  staff('DELETE /api/staff/security/sessions', 204),
  {
    ...staff('DELETE /api/staff/security/sessions/:id', 404), // a client's session
    ask: ({ signed_in_session }) => ({
      method: 'DELETE',
      url: `/api/staff/security/sessions/${signed_in_session}`,
    }),
  },

  // staff: health data
  {
    route: 'GET /api/staff/submissions/:id',
    access: 'staff-unlocked',
    ask: ({ submission_id }) => get(`/api/staff/submissions/${submission_id}`),
    own: 200,
  },

  {
    route: 'GET /api/staff/clients/:id/file',
    access: 'staff-unlocked',
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/file`),
    own: 200,
  },
  {
    route: 'POST /api/staff/clients/:id/export',
    access: 'staff-unlocked',
    ask: ({ user_id }) => send('POST', `/api/staff/clients/${user_id}/export`, {}),
    own: 200,
  },
  {
    route: 'GET /api/staff/clients/:id/erasure',
    access: 'staff-unlocked',
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/erasure`),
    own: 409, // this client has a login
    is_silent: true,
  },
  {
    route: 'POST /api/staff/clients/:id/erase',
    access: 'staff-unlocked',
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/erase`, { action_id: randomUUID(), quote: 'x' }),
    own: 409, // this client has a login
    is_silent: true,
  },
  {
    route: 'GET /api/staff/clients/:id/merge',
    access: 'staff-unlocked',
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/merge?into=${user_id}`),
    own: 200,
    // A record is not merged into itself, so there is nothing to say about it.
    is_silent: true,
  },
  {
    route: 'POST /api/staff/clients/:id/merge',
    access: 'staff-unlocked',
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/merge`, { action_id: randomUUID(), into: user_id }),
    own: 409, // this client has a login
    is_silent: true,
  },
  {
    route: 'GET /api/staff/bookings/:id/session-note',
    access: 'staff-unlocked',
    ask: ({ past_booking }) => get(`/api/staff/bookings/${past_booking}/session-note`),
    own: 200,
  },
  {
    route: 'PUT /api/staff/bookings/:id/session-note',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/session-note`, {
        body: { ops: [{ insert: 'A thought\n' }] },
        version: 0,
      }),
    own: 409, // there is one already
  },
  {
    route: 'POST /api/staff/bookings/:id/session-note/sign',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/sign`, {
        action_id: randomUUID(),
        version: 0,
      }),
    own: 409, // another version
  },
  {
    route: 'POST /api/staff/bookings/:id/session-note/addenda',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/addenda`, {
        action_id: randomUUID(),
        body: { ops: [{ insert: 'More\n' }] },
      }),
    own: 409, // it is not signed
  },
  {
    route: 'PUT /api/staff/clients/:id/pinned-note',
    access: 'staff-unlocked',
    ask: ({ user_id }) =>
      send('PUT', `/api/staff/clients/${user_id}/pinned-note`, {
        body: { ops: [{ insert: 'Nuts\n' }] },
        version: 0,
      }),
    own: 409, // there is one already
  },

  {
    route: 'PUT /api/staff/bookings/:id/recommendation',
    access: 'staff-unlocked',
    ask: ({ past_booking, service_id, day }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/recommendation`, {
        draft: { ops: [{ insert: 'Rest\n' }] },
        version: 0,
        next_step: { service_id, place: 'FIXED_LOCATION', around: day, times: 1, every_weeks: 1 },
      }),
    own: 409, // there is one already
  },
  {
    route: 'POST /api/staff/bookings/:id/recommendation/publish',
    access: 'staff-unlocked',
    ask: ({ past_booking, service_id, day }) =>
      send('POST', `/api/staff/bookings/${past_booking}/recommendation/publish`, {
        action_id: randomUUID(),
        version: 0,
        suggestion: { service_id, place: 'FIXED_LOCATION', around: day, times: 1, every_weeks: 1 },
      }),
    own: 409, // another version
  },
  {
    route: 'POST /api/staff/bookings/:id/recommendation/withdraw',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/recommendation/withdraw`, {
        action_id: randomUUID(),
      }),
    own: 200,
  },
];
