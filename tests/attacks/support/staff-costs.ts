import { randomUUID } from 'node:crypto';
import { NOTES_LIMIT } from '#contract/call.ts';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { isFull } from '../../support/profile.ts';
import { type CostRow, UNREAD_BYTES, row, json } from './cost-row.ts';
import { someNotes } from './worst-inputs.ts';
import { classOfClients, HEAVY_VERSION, offeredServices } from './heavy-clients.ts';

/** What staff may cost. */
export const STAFF_COSTS: readonly CostRow[] = [
  // A correct password and no code: a sign-in that waits.
  row('POST /api/staff/sign-in'),
  row('POST /api/staff/sign-in/code'),
  // A challenge, for five minutes.
  row('POST /api/staff/passkey-challenges', { stranger: { rows: 1 }, client: { rows: 1 } }),
  row('POST /api/staff/sign-in/passkey'),
  row('GET /api/staff/demo-code'),
  row('GET /api/staff/set-up/:token'),
  row('POST /api/staff/set-up/:token/totp'),
  row('POST /api/staff/set-up/:token'),
  row('GET /api/staff/me'),
  row('POST /api/staff/sign-out', { ends: true }),
  row('POST /api/staff/unlock'),
  row('POST /api/staff/lock', { ends: true, client: { rows: 1 } }),
  row('GET /api/staff/submissions/:id', {
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
  }),
  row('GET /api/staff/clients/:id/file', {
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
  }),
  row('POST /api/staff/clients/:id/export', {
    client: { rows: 1 },
    // It runs for seconds in a worker with limits. The measurement is of the main thread only.
    worst: ({ heavy }) => ({
      ...(isFull && {
        'most past bookings with the largest notes': () => ({
          method: 'POST',
          url: `/api/staff/clients/${heavy.user_id}/export`,
        }),
      }),
    }),
  }),
  row('GET /api/staff/clients/:id/erasure'),
  row('POST /api/staff/clients/:id/erase'),
  row('GET /api/staff/clients/:id/merge'),
  row('POST /api/staff/clients/:id/merge'),
  row('GET /api/staff/bookings/:id/session-note', {
    client: { rows: 9 }, // the audit of both notes, of the recommendation, and of the answers that are compared
    worst: ({ heavy_notes }) => ({
      'the largest notes and recommendations, with what is pinned': () => ({
        method: 'GET',
        url: `/api/staff/bookings/${heavy_notes}/session-note`,
      }),
    }),
  }),
  row('PUT /api/staff/bookings/:id/session-note', {
    client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 }, // the note and its audit
    worst: ({ owned }) =>
      Object.fromEntries(
        someNotes().map(([name, note]) => [
          name,
          () =>
            json('PUT', `/api/staff/bookings/${owned.past_booking}/session-note`, { body: note, version: 0 }),
        ]),
      ),
  }),
  row('POST /api/staff/bookings/:id/session-note/sign', { client: { rows: 3 } }),
  row('POST /api/staff/bookings/:id/session-note/addenda', {
    client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 3 },
  }),
  row('PUT /api/staff/bookings/:id/recommendation', {
    client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 }, // the draft and its audit
    worst: ({ heavy_notes }) =>
      Object.fromEntries(
        someNotes().map(([name, note]) => [
          `${name}, over another version`,
          () => json('PUT', `/api/staff/bookings/${heavy_notes}/recommendation`, { draft: note, version: 0 }),
        ]),
      ),
  }),
  row('POST /api/staff/bookings/:id/recommendation/publish', {
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
  }),
  row('POST /api/staff/bookings/:id/recommendation/withdraw', { client: { rows: 4 } }),
  row('PUT /api/staff/clients/:id/pinned-note', {
    client: { bytes_read: UNREAD_BYTES + NOTES_LIMIT, rows: 2 },
    worst: ({ owned }) =>
      Object.fromEntries(
        someNotes().map(([name, note]) => [
          name,
          () => json('PUT', `/api/staff/clients/${owned.user_id}/pinned-note`, { body: note, version: 0 }),
        ]),
      ),
  }),
  row('GET /api/staff/security'),
  row('POST /api/staff/security/password'),
  row('POST /api/staff/security/totp'),
  row('POST /api/staff/security/totp/confirm'),
  row('POST /api/staff/security/recovery-codes'),
  row('POST /api/staff/security/passkeys'),
  row('DELETE /api/staff/security/passkeys/:id'),
  row('DELETE /api/staff/security/sessions', { ends: true }),
  row('DELETE /api/staff/security/sessions/:id'),

  row('GET /api/staff/today', {
    worst: ({ agenda }) => ({
      'a full day': () => ({ method: 'GET', url: `/api/staff/today?date=${agenda.from}` }),
    }),
  }),
  row('GET /api/staff/attention'),
  row('GET /api/staff/calendar', {
    worst: ({ agenda: { from, to } }) => ({
      'six full weeks': () => ({ method: 'GET', url: `/api/staff/calendar?from=${from}&to=${to}` }),
    }),
  }),
  row('GET /api/staff/bookings/:id', {
    worst: ({ agenda }) => ({
      'the longest history': () => ({ method: 'GET', url: `/api/staff/bookings/${agenda.booking_id}` }),
    }),
  }),
  row('GET /api/staff/classes/:service_id/:start', {
    worst: ({ agenda }) => ({
      'a large class': () => ({ method: 'GET', url: `/api/staff/classes/${agenda.roster}` }),
    }),
  }),
  row('GET /api/staff/bookings/:id/cancellation'),
  row('POST /api/staff/bookings/:id/cancel'),
  row('POST /api/staff/bookings/:id/reschedule'),
  row('POST /api/staff/bookings/:id/end-hold'),
  row('POST /api/staff/bookings/:id/price'),
  row('POST /api/staff/bookings/:id/offline-payments'),
  row('POST /api/staff/offline-payments/:id/correct'),
  row('POST /api/staff/bookings/:id/payment-link'),
  row('POST /api/staff/bookings/:id/refund'),
  row('POST /api/staff/bookings/:id/attendance'),
  row('POST /api/staff/bookings/:id/reveal-amount'),
  row('POST /api/staff/clients/:id/house-calls'),
  row('GET /api/staff/services'),
  row('POST /api/staff/services/preview', {
    worst: ({ owned }) => ({
      'a service with every booking': () =>
        json('POST', '/api/staff/services/preview', {
          change: { kind: 'CHANGE', id: owned.service_id, service: { base_price_cents: 9900 } },
        }),
    }),
  }),
  row('POST /api/staff/services/apply'),
  row('PUT /api/staff/services/order', {
    client: { rows: 1 }, // the action
    worst: ({ site }) => ({
      'the whole list, in another order': async () =>
        json('PUT', '/api/staff/services/order', {
          action_id: randomUUID(),
          ids: (await offeredServices(site)).toReversed(),
        }),
    }),
  }),
  row('GET /api/staff/events'),
  row('POST /api/staff/events', { client: { rows: 2 } }), // the event and its action
  row('PATCH /api/staff/events/:id'),
  row('DELETE /api/staff/events/:id'),
  row('GET /api/staff/settings'),
  row('PUT /api/staff/settings/:name'),
  row('PUT /api/staff/mail-lines/:kind'),
  row('POST /api/staff/mail-lines/:kind/preview', {
    worst: () => ({
      'the longest line': () =>
        json('POST', '/api/staff/mail-lines/booking-confirmed/preview', { text: '<&"\n'.repeat(150) }),
    }),
  }),
  row('POST /api/staff/mail-lines/:kind/test', { client: { mails: 1, rows: 2 } }),
  row('GET /api/staff/calendar-feed'),
  row('POST /api/staff/calendar-feed', { client: { rows: 1 } }),
  row('DELETE /api/staff/calendar-feed'),
  row('GET /api/staff/clients', {
    worst: () => ({
      'the longest text': () => ({ method: 'GET', url: `/api/staff/clients?q=${'%25_%20'.repeat(33)}` }),
      'what most match': () => ({ method: 'GET', url: '/api/staff/clients?q=e' }),
      'the dearest filter': () => ({
        method: 'GET',
        url: '/api/staff/clients?q=e&filter=BALANCE&sort=NEXT_VISIT',
      }),
    }),
  }),
  row('GET /api/staff/clients/:id'),
  row('POST /api/staff/clients', { client: { rows: 3 } }),
  row('PATCH /api/staff/clients/:id'),
  row('POST /api/staff/clients/:id/invite'),
  row('POST /api/staff/bookings/:id/message', { client: { mails: 1, rows: 2 } }),
  row('POST /api/staff/bookings/:id/form-reminder', { client: { mails: 1, rows: 2 } }),
  row('GET /api/staff/free-times'),
  row('GET /api/staff/explain', {
    worst: ({ agenda: { from } }) => ({
      'a full day': () => ({ method: 'GET', url: `/api/staff/explain?date=${from}&time=10:00` }),
    }),
  }),
  row('POST /api/staff/bookings/check'),
  row('POST /api/staff/bookings'),
  row('GET /api/staff/hours'),
  row('POST /api/staff/hours/preview', {
    worst: ({ agenda: { from, to } }) => ({
      'six full weeks off': () =>
        json('POST', '/api/staff/hours/preview', {
          change: {
            kind: 'ADD_TIME_OFF',
            from,
            from_time: null,
            to,
            to_time: null,
            reason: '',
            shows_end: false,
          },
        }),
    }),
  }),
  row('POST /api/staff/hours/apply'),
  row('POST /api/staff/classes/:service_id/:start/preview', {
    worst: ({ agenda }) => ({
      'a large class': () =>
        json('POST', `/api/staff/classes/${agenda.roster}/preview`, { change: { kind: 'CANCEL' } }),
    }),
  }),
  row('POST /api/staff/classes/:service_id/:start/apply'),
  row('POST /api/staff/classes/:service_id/:start/message', {
    // For each client a mail and a record under their booking; and the action.
    client: { mails: SERVICE_LIMITS.seats, rows: 2 * SERVICE_LIMITS.seats + 1 },
    worst: ({ site }) => ({
      'a class of the most seats, each of another client': async () =>
        json('POST', `/api/staff/classes/${await classOfClients(site)}/message`, {
          action_id: randomUUID(),
          subject: 'About our class',
          text: 'Please bring a blanket.\n'.repeat(80),
        }),
    }),
  }),
  row('POST /api/staff/days/:date/cancel/preview', {
    worst: ({ agenda }) => ({
      'a full day': () =>
        json('POST', `/api/staff/days/${agenda.from}/cancel/preview`, { from: null, to: null }),
    }),
  }),
  row('POST /api/staff/days/:date/cancel/apply'),
  row('POST /api/staff/bookings/:id/series/preview'),
  row('POST /api/staff/bookings/:id/series/apply'),
  row('POST /api/staff/attention/dismiss'),
  row('GET /api/staff/audit-log'),
];
