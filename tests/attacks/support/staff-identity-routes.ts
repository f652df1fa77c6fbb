import { randomUUID } from 'node:crypto';
import { FORMS_LIMIT, NOTES_LIMIT } from '#contract/call.ts';
import { isFull } from '../../support/profile.ts';
import { get, send, open, staff, type Row } from './route-row.ts';
import { EXPORT, json, UNREAD_BYTES } from './cost-row.ts';
import { HEAVY_VERSION } from './heavy-clients.ts';
import { someNotes } from './worst-inputs.ts';

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

  // staff: health data
  {
    route: 'POST /api/staff/clients/:id/forms',
    access: 'staff-unlocked',
    is_silent: true,
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/forms`, {
        action_id: randomUUID(),
        form_id: randomUUID(),
        booking_id: null,
        form_updated_at: '2026-01-01T00:00:00.000Z',
        given: { source: 'PAPER', signed_on: '2026-01-01', signed_by: 'Ana Lind' },
      }),
    own: 404, // there is no such form
    cost: {
      client: { bytes_read: UNREAD_BYTES + FORMS_LIMIT, rows: 3 }, // the answers, their audit, the action
      worst: ({ site, owned: { form, user_id, next_booking } }) => ({
        'the largest answers': async () => {
          const { created_at } = await site.db
            .selectFrom('form_versions')
            .select('created_at')
            .where('form_id', '=', form.form_id)
            .orderBy('version', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          const ids = Object.keys(form.responses);
          const responses = Object.fromEntries(ids.map((id) => [id, 'x'.repeat(500_000 / ids.length)]));
          return json('POST', `/api/staff/clients/${user_id}/forms`, {
            action_id: randomUUID(),
            form_id: form.form_id,
            booking_id: next_booking,
            form_updated_at: created_at.toISOString(),
            given: { source: 'TOGETHER', responses },
          });
        },
      }),
    },
  },
  {
    route: 'GET /api/staff/submissions/:id',
    access: 'staff-unlocked',
    ask: ({ submission_id }) => get(`/api/staff/submissions/${submission_id}`),
    own: 200,
    cost: {
      client: { rows: 2 }, // the audit of both submissions
      worst: ({ site, heavy }) => ({
        'the largest answers, beside the largest': async () => {
          const { id } = await site.deps.db
            .selectFrom('submissions')
            .select('id')
            .where('user_id', '=', heavy.user_id)
            .orderBy('submitted_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirstOrThrow();
          return { method: 'GET', url: `/api/staff/submissions/${id}` };
        },
      }),
    },
  },

  {
    route: 'GET /api/staff/clients/:id/file',
    access: 'staff-unlocked',
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/file`),
    own: 200,
    cost: {
      client: { rows: 70 }, // the audit of 20 visits, of what is pinned, and of the answers that are compared
      worst: ({ heavy, heavy_notes }) => ({
        'a page of the largest notes': () => ({
          method: 'GET',
          url: `/api/staff/clients/${heavy.user_id}/file`,
        }),
        'the next page': () => ({
          method: 'GET',
          url: `/api/staff/clients/${heavy.user_id}/file?after=${heavy_notes}`,
        }),
      }),
    },
  },
  {
    route: 'POST /api/staff/clients/:id/export',
    access: 'staff-unlocked',
    ask: ({ user_id }) => send('POST', `/api/staff/clients/${user_id}/export`, {}),
    own: 200,
    cost: {
      // It runs in a worker with limits. The measurement is of the main thread only.
      client: { ...EXPORT, rows: 1 },
      worst: ({ heavy }) => ({
        ...(isFull && {
          'most past bookings with the largest notes': () => ({
            method: 'POST',
            url: `/api/staff/clients/${heavy.user_id}/export`,
          }),
        }),
      }),
    },
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
    cost: {
      client: { rows: 9 }, // the audit of both notes, of the recommendation, and of the answers that are compared
      worst: ({ heavy_notes }) => ({
        'the largest notes and recommendations, with what is pinned': () => ({
          method: 'GET',
          url: `/api/staff/bookings/${heavy_notes}/session-note`,
        }),
      }),
    },
  },
  {
    route: 'PUT /api/staff/bookings/:id/session-note',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/session-note`, {
        body: { ops: [{ insert: 'A thought\n' }] },
        version: 0,
      }),
    own: 409, // there is one already,
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 }, // the note and its audit
      worst: ({ owned }) =>
        Object.fromEntries(
          someNotes().map(([name, note]) => [
            name,
            () =>
              json('PUT', `/api/staff/bookings/${owned.past_booking}/session-note`, {
                body: note,
                version: 0,
              }),
          ]),
        ),
    },
  },
  {
    route: 'POST /api/staff/bookings/:id/session-note/sign',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/sign`, {
        action_id: randomUUID(),
        version: 0,
      }),
    own: 409, // another version,
    cost: { client: { rows: 3 } },
  },
  {
    route: 'POST /api/staff/bookings/:id/session-note/addenda',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/addenda`, {
        action_id: randomUUID(),
        body: { ops: [{ insert: 'More\n' }] },
      }),
    own: 409, // it is not signed,
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 3 },
    },
  },
  {
    // A note without a visit.
    route: 'PUT /api/staff/bookings/:id/session-note',
    access: 'staff-unlocked',
    ask: ({ user_id, contact_note }) =>
      send('PUT', `/api/staff/bookings/${contact_note}/session-note`, {
        body: { ops: [{ insert: 'A call\n' }] },
        version: 0,
        contact: { client_id: user_id, kind: 'PHONE' },
      }),
    own: 409, // there is one already
    cost: { client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 } },
  },
  {
    route: 'POST /api/staff/notes/search',
    access: 'staff-unlocked',
    ask: ({ user_id }) =>
      send('POST', '/api/staff/notes/search', {
        action_id: randomUUID(),
        q: 'sage', // in the note without a visit
        client_id: user_id,
        before: null,
      }),
    own: 200,
    cost: {
      client: { rows: 1 },
      worst: ({ heavy }) => ({
        'the largest notes': () =>
          json('POST', '/api/staff/notes/search', {
            action_id: randomUUID(),
            q: 'nowhere',
            client_id: heavy.user_id,
            before: null,
          }),
      }),
    },
  },
  {
    route: 'PUT /api/staff/clients/:id/pinned-note',
    access: 'staff-unlocked',
    ask: ({ user_id }) =>
      send('PUT', `/api/staff/clients/${user_id}/pinned-note`, {
        body: { ops: [{ insert: 'Nuts\n' }] },
        version: 0,
      }),
    own: 409, // there is one already,
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 },
      worst: ({ owned }) =>
        Object.fromEntries(
          someNotes().map(([name, note]) => [
            name,
            () => json('PUT', `/api/staff/clients/${owned.user_id}/pinned-note`, { body: note, version: 0 }),
          ]),
        ),
    },
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
    own: 409, // there is one already,
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 }, // the draft and its audit
      worst: ({ heavy_notes }) =>
        Object.fromEntries(
          someNotes().map(([name, note]) => [
            `${name}, over another version`,
            () =>
              json('PUT', `/api/staff/bookings/${heavy_notes}/recommendation`, { draft: note, version: 0 }),
          ]),
        ),
    },
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
    own: 409, // another version,
    cost: {
      client: { rows: 6, mails: 1 },
      worst: ({ site, heavy_notes }) => ({
        'the largest note': async () => {
          // Each publication makes another version.
          await site.deps.db
            .updateTable('bookings')
            .set({ recommendation_version: HEAVY_VERSION })
            .where('id', '=', heavy_notes)
            .execute();
          return json('POST', `/api/staff/bookings/${heavy_notes}/recommendation/publish`, {
            action_id: randomUUID(),
            version: HEAVY_VERSION,
          });
        },
      }),
    },
  },
  {
    route: 'POST /api/staff/bookings/:id/recommendation/withdraw',
    access: 'staff-unlocked',
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/recommendation/withdraw`, {
        action_id: randomUUID(),
      }),
    own: 200,
    cost: { client: { rows: 4 } },
  },
];
