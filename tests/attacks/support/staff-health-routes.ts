import { randomUUID } from 'node:crypto';
import { FORMS_LIMIT, NOTES_LIMIT } from '#contract/call.ts';
import { isFull } from '../../support/profile.ts';
import { EVERYTHING, EXPORT, json, UNREAD_BYTES } from './cost-row.ts';
import { HEAVY_VERSION } from './heavy-clients.ts';
import { get, type Row, send, unlocked } from './route-row.ts';
import { someNotes } from './worst-inputs.ts';

/** What an unlocked session of staff may read and write (rules.md §9). */
export const STAFF_HEALTH_ROWS: readonly Row[] = [
  // staff: health data
  {
    ...unlocked('POST /api/staff/clients/:id/forms', 404), // there is no such form
    is_silent: true,
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/forms`, {
        action_id: randomUUID(),
        form_id: randomUUID(),
        booking_id: null,
        form_updated_at: '2026-01-01T00:00:00.000Z',
        given: { source: 'PAPER', signed_on: '2026-01-01', signed_by: 'Ana Lind' },
      }),
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
    ...unlocked('GET /api/staff/submissions/:id'),
    ask: ({ submission_id }) => get(`/api/staff/submissions/${submission_id}`),
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
    ...unlocked('GET /api/staff/clients/:id/file'),
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/file`),
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
    ...unlocked('POST /api/staff/clients/:id/export'),
    ask: ({ user_id }) => send('POST', `/api/staff/clients/${user_id}/export`, {}),
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
    ...unlocked('POST /api/staff/export'),
    cost: { client: EVERYTHING },
  },
  {
    ...unlocked('GET /api/staff/clients/:id/erasure', 409), // this client has a login
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/erasure`),
    is_silent: true,
  },
  {
    ...unlocked('POST /api/staff/clients/:id/erase', 409), // this client has a login
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/erase`, { action_id: randomUUID(), quote: 'x' }),
    is_silent: true,
  },
  {
    ...unlocked('GET /api/staff/clients/:id/merge'),
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/merge?into=${user_id}`),
    // A record is not merged into itself, so there is nothing to say about it.
    is_silent: true,
  },
  {
    ...unlocked('POST /api/staff/clients/:id/merge', 409), // this client has a login
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/merge`, { action_id: randomUUID(), into: user_id }),
    is_silent: true,
  },
  {
    ...unlocked('GET /api/staff/bookings/:id/session-note'),
    ask: ({ past_booking }) => get(`/api/staff/bookings/${past_booking}/session-note`),
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
    ...unlocked('PUT /api/staff/bookings/:id/session-note', 409), // there is one already,
    ask: ({ past_booking }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/session-note`, {
        body: { ops: [{ insert: 'A thought\n' }] },
        version: 0,
      }),
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
    ...unlocked('POST /api/staff/bookings/:id/session-note/sign', 409), // another version,
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/sign`, {
        action_id: randomUUID(),
        version: 0,
      }),
    cost: { client: { rows: 3 } },
  },
  {
    ...unlocked('POST /api/staff/bookings/:id/session-note/addenda', 409), // it is not signed,
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/session-note/addenda`, {
        action_id: randomUUID(),
        body: { ops: [{ insert: 'More\n' }] },
      }),
    cost: {
      client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 3 },
    },
  },
  {
    // A note without a visit.
    ...unlocked('PUT /api/staff/bookings/:id/session-note', 409), // there is one already
    ask: ({ user_id, contact_note }) =>
      send('PUT', `/api/staff/bookings/${contact_note}/session-note`, {
        body: { ops: [{ insert: 'A call\n' }] },
        version: 0,
        contact: { client_id: user_id, kind: 'PHONE' },
      }),
    cost: { client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 } },
  },
  {
    ...unlocked('POST /api/staff/notes/search'),
    ask: ({ user_id }) =>
      send('POST', '/api/staff/notes/search', {
        action_id: randomUUID(),
        q: 'sage', // in the note without a visit
        client_id: user_id,
        before: null,
      }),
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
    ...unlocked('PUT /api/staff/clients/:id/pinned-note', 409), // there is one already,
    ask: ({ user_id }) =>
      send('PUT', `/api/staff/clients/${user_id}/pinned-note`, {
        body: { ops: [{ insert: 'Nuts\n' }] },
        version: 0,
      }),
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
    ...unlocked('PUT /api/staff/bookings/:id/recommendation', 409), // there is one already,
    ask: ({ past_booking, service_id, day }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/recommendation`, {
        draft: { ops: [{ insert: 'Rest\n' }] },
        version: 0,
        next_step: { service_id, place: 'FIXED_LOCATION', around: day, times: 1, every_weeks: 1 },
      }),
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
    ...unlocked('POST /api/staff/bookings/:id/recommendation/publish', 409), // another version,
    ask: ({ past_booking, service_id, day }) =>
      send('POST', `/api/staff/bookings/${past_booking}/recommendation/publish`, {
        action_id: randomUUID(),
        version: 0,
        suggestion: { service_id, place: 'FIXED_LOCATION', around: day, times: 1, every_weeks: 1 },
      }),
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
    ...unlocked('POST /api/staff/bookings/:id/recommendation/withdraw'),
    ask: ({ past_booking }) =>
      send('POST', `/api/staff/bookings/${past_booking}/recommendation/withdraw`, {
        action_id: randomUUID(),
      }),
    cost: { client: { rows: 4 } },
  },
];
