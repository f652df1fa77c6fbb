import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { MAX_NOTES_BYTES, MAX_NOTE_LINES, MAX_NOTE_OPS } from '#domain/notes.ts';
import { MAX_PHOTO_BYTES } from '#domain/photo.ts';
import * as agendaCalls from '#contract/agenda.calls.ts';
import * as staffBookingsCalls from '#contract/staff-bookings.calls.ts';
import * as authCalls from '#contract/auth.calls.ts';
import * as bookingCalls from '#contract/bookings.calls.ts';
import { type Call, JSON_LIMIT, NOTES_LIMIT, PUBLIC_LIMIT, WEBHOOK_LIMIT } from '#contract/call.ts';
import * as clientCalls from '#contract/clients.calls.ts';
import * as paymentLinkCalls from '#contract/payment-links.calls.ts';
import * as tillCalls from '#contract/till.calls.ts';
import * as checkoutCalls from '#contract/checkout.calls.ts';
import * as formCalls from '#contract/forms.calls.ts';
import * as hoursCalls from '#contract/hours.calls.ts';
import * as placementCalls from '#contract/placement.calls.ts';
import * as serviceCalls from '#contract/services.calls.ts';
import * as sessionCalls from '#contract/sessions.calls.ts';
import type { OutputOf } from '#contract/call.ts';
import * as staffCalls from '#contract/staff.calls.ts';
import * as userCalls from '#contract/users.calls.ts';
import { sealDocument } from '#server/bookings/sealed-documents.ts';
import { draftField, notesField, publishedField } from '#server/bookings/sealed-fields.ts';
import { noteField, pinnedField } from '#server/notes/present-note.ts';
import { answersField } from '#server/forms/sealed-fields.ts';
import { insertPaymentLink } from '#server/checkout/balance-store.ts';
import { staffCookieName } from '#server/sessions/staff-session.ts';
import { hashToken, newToken } from '#server/sessions/tokens.ts';
import { sign } from '#sandbox/deliveries.ts';
import { isFull, size } from '../../support/profile.ts';
import type { TestApp, TestSession, TestStaff } from '../../support/app.ts';
import { sampleJpeg } from '../../support/sample-jpeg.ts';
import type { Belongings } from './belongings.ts';
import type { Ask, Cost, MakeAsk } from './measure-cost.ts';
import { newPerson } from './people.ts';
import { isStaffRow, ROWS } from './routes.ts';

/** Most that a request may cost (goals.md S13, docs/security.md); a figure that is not named has no limit of its own. */
export type CostLimits = Readonly<Omit<Cost, 'status'>>;
/** What the rows are asked with. */
export type CostWorld = {
  site: TestApp;
  owned: Belongings;
  client: TestSession;
  staff: TestStaff;
  /** A client with many past bookings, each with the largest note, and with the largest answers to forms. */
  heavy: TestSession;
  agenda: FullAgenda;
  /** A visit of the heavy client with the largest note, after one with another; the largest note is pinned, too. */
  heavy_notes: string;
};
/** Dates that are booked up; a booking with a long history; a large class, as in its address. */
type FullAgenda = { from: string; to: string; booking_id: string; roster: string };
/** The costs of one route or page. One that no row names fails the matrix. */
type CostRow = {
  /** Method and pattern as the app has it; `PAGE /pattern` for a page. */
  readonly route: string;
  readonly stranger: CostLimits;
  /** For a signed-in client; in staff calls for a member of staff. */
  readonly client: CostLimits;
  /** The worst requests of this route, in addition to those that every route gets. The cookie of the actor is added. */
  readonly worst?: (world: CostWorld) => Record<string, MakeAsk>;
  /** It ends the session or the account: each request is another client's. */
  readonly ends?: true;
  /** A page that is in no cache: at most one rendering of a page in 15 seconds, for everybody together. */
  readonly rendering?: CostLimits;
  /** These are asked by the client alone, and may bring a cookie of their own. */
  readonly worstOfClient?: (world: CostWorld) => Record<string, MakeAsk>;
};

/** The head of a request has at most 16 KB; two pieces of the connection are read before reading stops. */
const UNREAD_BYTES = (16 + 2 * 64) * 1024;
const STRANGER: CostLimits = {
  bytes_read: UNREAD_BYTES,
  loop_ms: 10,
  memory_mb: 1,
  provider_requests: 0,
  mails: 0,
  rows: 0,
};
const CLIENT: CostLimits = {
  bytes_read: UNREAD_BYTES + JSON_LIMIT,
  loop_ms: 100,
  memory_mb: 32,
  provider_requests: 0,
  mails: 0,
  rows: 0,
};
/** A mail, the code in it, and how often it was asked for. */
const ONE_MAIL = { mails: 1, rows: 6 };
/** One rendering serves all visitors for 15 seconds, so it belongs to no single request. */
const RENDERING: CostLimits = { ...STRANGER, loop_ms: 50, memory_mb: 8 };

/** A row with the usual limits; those that differ are named. */
function row(
  route: string,
  more: {
    stranger?: Partial<CostLimits>;
    client?: Partial<CostLimits>;
  } & Pick<CostRow, 'worst' | 'worstOfClient' | 'ends'> = {},
): CostRow {
  const { stranger, client, ...worst } = more;
  return { route, stranger: { ...STRANGER, ...stranger }, client: { ...CLIENT, ...client }, ...worst };
}

export const COSTS: readonly CostRow[] = [
  row('GET /healthz'),
  row('GET /readyz'),
  row('GET /metrics'),
  row('GET /openapi.json'),
  row('GET /docs'),

  row('GET /get-all-wellness-services'),
  row('GET /get-blogs'),
  row('GET /get-events'),
  row('GET /blog/feed.xml'),
  row('GET /sitemap.xml'),
  row('GET /robots.txt'),
  row('GET /photos/:file'),
  row('GET /calendar/:file'),
  row('GET /dev/mailbox'),
  row('GET /dev/mailbox.json'),
  row('GET /dev/mailbox/:id'),
  row('GET /dev/mailbox/:id/html'),

  row('POST /sign-in'),
  row('POST /sign-up', { stranger: ONE_MAIL, client: ONE_MAIL, worst: newAccounts }),
  row('POST /confirm-sign-up'),
  row('POST /resend-confirm-code', { stranger: ONE_MAIL, client: ONE_MAIL }),
  row('GET /sign-out', { ends: true }),
  row('POST /auth/refresh-token'),
  row('POST /forgot-password', { stranger: ONE_MAIL, client: ONE_MAIL }),
  row('POST /confirm-new-password'),
  row('POST /set-password-by-link'),

  row('GET /auth/get-user'),
  row('POST /auth/create-user'),
  row('PUT /auth/update-user', { client: { rows: 2 } }),
  row('POST /auth/validate-address'),
  row('POST /auth/get-presigned-url', { client: { rows: 1 } }),
  row('POST /auth/update-profile-photo', {
    client: { rows: 2 },
    worstOfClient: (world) => ({
      'a photo of 5 MB': () => uploadedPhoto(world, largePhoto(0x55)),
      'a photo of 5 MB that is all marks': () => uploadedPhoto(world, largePhoto(0xff)),
    }),
  }),
  row('PUT /uploads/:key', {
    client: { bytes_read: UNREAD_BYTES + MAX_PHOTO_BYTES },
    worst: ({ owned }) => ({
      'a photo of 5 MB at an address of its own making': () => ({
        method: 'PUT',
        url: owned.upload.replace(/signature=./, 'signature=!'),
        headers: { 'content-type': 'image/jpeg' },
        body: largePhoto(0x55),
      }),
    }),
    worstOfClient: (world) => ({
      'a photo of 5 MB': async () => {
        const { upload } = await ticket(world);
        return {
          method: 'PUT',
          url: upload,
          headers: { 'content-type': 'image/jpeg' },
          body: largePhoto(0x55),
        };
      },
    }),
  }),

  row('POST /auth/get-availabilities'),
  row('POST /auth/get-slots', {
    worst: ({ owned }) => ({
      'most availabilities and items': () =>
        json('POST', '/auth/get-slots', {
          service: owned.service_id,
          date: owned.day,
          availabilities: Array.from({ length: 200 }, () => ({ id: randomUUID() })),
          cart_items: Array.from({ length: 50 }, () => ({
            serviceId: owned.service_id,
            selectedDate: owned.day,
            slotData: { start: '9:00 AM' },
          })),
        }),
    }),
  }),
  row('POST /auth/explain-date', {
    worst: ({ owned }) => {
      const cart_items = Array.from({ length: 50 }, () => ({
        serviceId: owned.service_id,
        selectedDate: owned.day,
        slotData: { start: '9:00 AM' },
      }));
      const explain = (date: string) => () =>
        json('POST', '/auth/explain-date', {
          service: owned.service_id,
          service_location_type: 'FIXED_LOCATION',
          date,
          cart_items,
        });
      return { 'most items': explain(owned.day), 'the last date of all': explain('9999-12-31') };
    },
  }),

  // Reading and writing health data is audited.
  row('GET /auth/get-user-bookings', {
    client: { rows: 1 },
    worstOfClient: ({ heavy }) => ({
      'most past bookings with the largest notes': () => ({
        method: 'GET',
        url: '/auth/get-user-bookings',
        headers: as(heavy),
      }),
    }),
  }),
  row('PATCH /auth/update-user-notes', {
    client: { bytes_read: UNREAD_BYTES + bookingCalls.updateUserNotes.body_limit!, rows: 1 },
    worst: ({ owned }) => {
      const url = `/auth/update-user-notes?id=${owned.past_booking}`;
      return Object.fromEntries(
        Object.entries(largestNotes()).map(([name, notes]) => [name, () => json('PATCH', url, { notes })]),
      );
    },
  }),
  row('POST /auth/share-notes', { client: { rows: 1 } }),
  row('GET /auth/access-log'),
  row('GET /auth/booking.ics'),
  row('GET /auth/booking-options'),
  row('GET /auth/suggestions', {
    worstOfClient: ({ heavy }) => ({
      'many suggestions of one service': () => ({
        method: 'GET',
        url: '/auth/suggestions',
        headers: as(heavy),
      }),
    }),
  }),
  row('POST /auth/decline-suggestion', { client: { rows: 1 } }),
  row('POST /auth/cancel-booking'),
  row('POST /auth/reschedule-booking'),
  row('POST /auth/pay-balance'),
  row('GET /api/payment-links/:token'),
  row('POST /api/payment-links/:token'),
  row('GET /auth/calendar-feed'),
  row('POST /auth/calendar-feed', { client: { rows: 1 } }),
  row('DELETE /auth/calendar-feed'),

  row('GET /auth/checkout-status', { client: { provider_requests: 1 } }),
  row('DELETE /auth/remove-bookings', { client: { provider_requests: 2, rows: 1 } }),
  // A checkout with its hold, and one question to the provider; one more ends the checkout before.
  row('POST /auth/create-checkout', {
    client: { provider_requests: 2, rows: 6 },
    worst: ({ owned: { cart } }) => ({
      'a cart that can be had': () => json('POST', '/auth/create-checkout', cart),
      'most items': () =>
        json('POST', '/auth/create-checkout', {
          ...cart,
          items: Array.from({ length: 10 }, () => cart.items[0]),
          total_amount: cart.total_amount * 10,
        }),
    }),
  }),

  row('GET /auth/get-forms', {
    client: { rows: 1 },
    worstOfClient: ({ heavy }) => ({
      'most forms with the largest answers': () => ({
        method: 'GET',
        url: '/auth/get-forms',
        headers: as(heavy),
      }),
    }),
  }),
  row('POST /auth/upload-form', {
    client: { bytes_read: UNREAD_BYTES + formCalls.uploadForm.body_limit!, rows: 2 },
    worst: ({ owned: { form, next_booking } }) => ({
      'the largest answers': () =>
        json('POST', '/auth/upload-form', {
          ...form,
          booking_id: next_booking,
          responses: Object.fromEntries(
            Object.keys(form.responses).map((id) => [
              id,
              'x'.repeat(500_000 / Object.keys(form.responses).length),
            ]),
          ),
        }),
    }),
  }),
  row('GET /auth/download-my-data', {
    client: { rows: 2 },
    // It runs for seconds in a worker with limits. The measurement is of the main thread only.
    worstOfClient: ({ heavy }) => ({
      ...(isFull && {
        'most past bookings with the largest notes': () => ({
          method: 'GET',
          url: '/auth/download-my-data',
          headers: as(heavy),
        }),
      }),
    }),
  }),

  row('POST /webhooks/stripe', {
    // The signature is over the body: it is read to its limit before it is known who sent it.
    stranger: { bytes_read: UNREAD_BYTES + WEBHOOK_LIMIT },
    client: { bytes_read: UNREAD_BYTES + WEBHOOK_LIMIT, provider_requests: 1, rows: 1 },
    worst: () => ({
      'the largest event with another signature': () => ({
        ...json('POST', '/webhooks/stripe', {}),
        headers: { 'stripe-signature': 't=1,v1=00' },
        body: 'x'.repeat(WEBHOOK_LIMIT),
      }),
      'most signatures': () => ({
        ...json('POST', '/webhooks/stripe', {}),
        headers: { 'stripe-signature': `t=1,${'v1=00,'.repeat(160)}` },
        body: 'x'.repeat(WEBHOOK_LIMIT),
      }),
    }),
    worstOfClient: ({ site, owned }) => ({
      'the largest event of the provider': () => {
        const body = JSON.stringify({
          id: `evt_${randomUUID()}`,
          type: 'checkout.session.completed',
          data: { object: { id: owned.session_id, filler: 'x'.repeat(WEBHOOK_LIMIT - 300) } },
        });
        const signature = sign(body, site.sandbox.webhookSecret, site.clock.now());
        return { ...json('POST', '/webhooks/stripe', {}), headers: { 'stripe-signature': signature }, body };
      },
    }),
  }),
  row('POST /auth/claim-record'),
  row('POST /auth/request-house-calls'),
  row('DELETE /auth/delete-user', { ends: true, client: { mails: 1, rows: 4 } }),

  row('GET /auth/sessions'),
  row('DELETE /auth/sessions', { ends: true }),
  row('POST /auth/sign-out-everywhere', { ends: true }),

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
  row('GET /api/staff/clients/:id/export', {
    client: { rows: 1 },
    // It runs for seconds in a worker with limits. The measurement is of the main thread only.
    worst: ({ heavy }) => ({
      ...(isFull && {
        'most past bookings with the largest notes': () => ({
          method: 'GET',
          url: `/api/staff/clients/${heavy.user_id}/export`,
        }),
      }),
    }),
  }),
  row('GET /api/staff/clients/:id/erasure'),
  row('POST /api/staff/clients/:id/erase'),
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
        Object.entries(largestNotes()).map(([name, note]) => [
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
        Object.entries(largestNotes()).map(([name, note]) => [
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
        Object.entries(largestNotes()).map(([name, note]) => [
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
  row('PUT /api/staff/services/order'),
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
  row('GET /api/staff/explain'),
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
    client: { rows: 1 }, // the action: all clients of this class are gone
    worst: ({ agenda }) => ({
      'a large class': () =>
        json('POST', `/api/staff/classes/${agenda.roster}/message`, {
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
  row('POST /api/staff/attention/dismiss'),
  row('GET /api/staff/audit-log'),

  // Methods that no address takes.
  row('OTHER /*'),
  ...[
    '/',
    '/about',
    '/blog',
    '/blog/:urlPath',
    '/events',
    '/store',
    '/community',
    '/community-services',
    '/faq',
    '/wellness-services',
    '/cart',
    '/checkout/success',
    '/checkout/cancel',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/claim',
    '/pay/thanks',
    '/pay/cancelled',
    '/create-account',
    '/profile',
    '/profile/schedule',
    '/profile/journey',
    '/profile/forms',
    '/profile/messages',
    '/profile/settings',
    '/*',
  ].map((path) => ({ ...row(`PAGE ${path}`), rendering: RENDERING })),
  { ...row('PAGE /pay/:token', { worst: largestLink }), rendering: RENDERING },
];

/** The page of a payment link with the most sessions, which is rendered for each request. */
function largestLink({ site, heavy }: CostWorld): Record<string, MakeAsk> {
  const insert = async (): Promise<string> => {
    const { db } = site.deps;
    const bookings = await db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', heavy.user_id!)
      .limit(21)
      .execute();
    const token = newToken();
    const now = site.clock.now();
    await insertPaymentLink(db, {
      user_id: heavy.user_id!,
      booking_ids: bookings.map(({ id }) => id),
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    });
    return token;
  };
  let link: Promise<string> | undefined;
  const headers = { 'accept-encoding': 'gzip, br' };
  return {
    'rendered, most sessions': async () => ({
      method: 'GET',
      url: `/pay/${await (link ??= insert())}`,
      headers,
    }),
  };
}

/** A sign-up that is one, with the longest password. */
function newAccounts(): Record<string, MakeAsk> {
  const username = () => `${randomUUID()}@example.com`;
  return {
    'a new account': () =>
      json('POST', '/sign-up', { username: username(), password: `Aa1!${'x'.repeat(1000)}` }),
  };
}

const json = (method: string, url: string, body: object): Ask => ({
  method,
  url,
  body: JSON.stringify(body),
});
const as = ({ access }: TestSession) => ({ cookie: `access=${access}` });

const CALLS = new Map<string, Call<never, unknown>>(
  [
    agendaCalls,
    staffBookingsCalls,
    authCalls,
    bookingCalls,
    checkoutCalls,
    clientCalls,
    paymentLinkCalls,
    tillCalls,
    formCalls,
    hoursCalls,
    placementCalls,
    serviceCalls,
    sessionCalls,
    staffCalls,
    userCalls,
  ]
    .flatMap((calls) => Object.values(calls) as Call<never, unknown>[])
    .map((call) => [`${call.method} ${call.path}`, call]),
);

/** A link as long as the head of a request takes. */
const LONG = 'x'.repeat(14_000);
const withLongQuery = (url: string) => `${url}${url.includes('?') ? '&' : '?'}longest=${LONG}`;

/** The worst that any body of a call can be, around a good one: largest, most keys, deepest. */
function worstBodies(good: object, { access, body_limit }: Call<never, unknown>): Record<string, string> {
  const limit = body_limit ?? (access === 'public' ? PUBLIC_LIMIT : JSON_LIMIT);
  const start = JSON.stringify(good).slice(0, -1) + (Object.keys(good).length > 0 ? ',' : '');
  const room = limit - Buffer.byteLength(start) - 20;
  const keys: string[] = [];
  // The key and its value, and the bracket of the whole.
  const most = (limit > JSON_LIMIT ? 200_000 : 10_000) / 2 - 100;
  for (let bytes = 0; keys.length < most;) {
    const next = `"${keys.length.toString(36)}":0`;
    if ((bytes += next.length + 1) > room) break;
    keys.push(next);
  }
  return {
    'largest body': `${start}"x":"${'\\"'.repeat(room / 2)}"}`,
    'one byte more': `${start}"x":"${'y'.repeat(room + 21)}"}`,
    'most keys': `${start}${keys.join(',')}}`,
    deepest: `${start}"x":${'['.repeat(90)}${']'.repeat(90)}}`,
  };
}

/** The others are of full size only. */
const IN_SMOKE = new Set(['largest body', 'most keys']);

function askOf({ method = 'GET', url, payload, headers }: InjectOptions): Ask & { good: object | null } {
  const isJson = typeof payload === 'object' && !Buffer.isBuffer(payload);
  return {
    method,
    url: typeof url === 'string' ? url : (url?.pathname ?? '/'),
    ...(headers ? { headers: headers as Record<string, string> } : {}),
    ...(Buffer.isBuffer(payload) ? { body: payload } : {}),
    good: isJson ? payload : null,
  };
}

/** Whether a client's request is another than a stranger's. */
export function isForClients({ route, worstOfClient }: CostRow): boolean {
  const access = ROWS.find((each) => each.route === route)?.access ?? 'public';
  return access !== 'public' || worstOfClient !== undefined;
}

/** Every request that a row is measured with, by name. `actor` is whose cookie is sent. */
export function requestsOf(
  { route, worst, worstOfClient, ends }: CostRow,
  world: CostWorld,
  actor: 'stranger' | 'client',
): Record<string, MakeAsk> {
  const requests: Record<string, MakeAsk> = {};
  const call = CALLS.get(route);
  const [method, path] = route.split(' ') as [string, string];
  if (method === 'PAGE') Object.assign(requests, pageRequests(path, world));
  else if (method === 'OTHER')
    requests['another method'] = () => ({ method: 'DELETE', url: withLongQuery('/about'), body: LONG });
  const known = ROWS.find((each) => each.route === route);
  if (known) {
    const { good, ...plain } = askOf(known.ask(world.owned));
    const url = withLongQuery(plain.url);
    requests['longest link'] = () => ({ ...plain, url, ...(good ? { body: JSON.stringify(good) } : {}) });
    if (good && call)
      for (const [name, body] of Object.entries(worstBodies(good, call)))
        if (isFull || IN_SMOKE.has(name)) requests[name] = () => ({ ...plain, body });
    if (isFull)
      requests['as it should be'] = () => ({ ...plain, ...(good ? { body: JSON.stringify(good) } : {}) });
  }
  Object.assign(requests, worst?.(world), actor === 'client' ? worstOfClient?.(world) : {});
  const { config } = world.site.deps;
  const isStaff = known !== undefined && isStaffRow(known);
  const name = isStaff ? staffCookieName(config) : config.https ? '__Host-access' : 'access';
  // Made up, but of the right form: the site has to look it up.
  const accessOf = async () => {
    if (actor === 'stranger') return 'A'.repeat(43);
    if (isStaff)
      return ends ? (await world.site.signInStaff(undefined, { unlocked: true })).token : world.staff.token;
    return ends ? (await newPerson(world.site, 'profile')).access : world.client.access;
  };
  return Object.fromEntries(
    Object.entries(requests).map(([title, make]) => [
      title,
      async () => {
        const ask = await make();
        const access = await accessOf();
        return { ...ask, headers: { cookie: `${name}=${access}`, ...ask.headers } };
      },
    ]),
  );
}

/** A page that is in no cache, with every query name that pages read, as long as an address may be. */
function pageRequests(pattern: string, { site }: CostWorld): Record<string, MakeAsk> {
  const path = pattern.replace(':urlPath', 'x'.repeat(200)).replace('*', 'nowhere');
  const query = ['type', 'location', 'day', 'next', 'session_id'].map(
    (name) => `${name}=${LONG.slice(0, 2800)}`,
  );
  const anew = (url: string) => () => {
    site.clock.advance(60_000);
    return { method: 'GET', url, headers: { 'accept-encoding': 'gzip, br' } };
  };
  return {
    'rendered, longest link': anew(`${path}?${query.join('&')}`),
    'rendered data': anew(`${path === '/' ? '/_' : path}.data?${query.join('&')}`),
    'as kept': () => ({ method: 'GET', url: path, headers: { 'accept-encoding': 'gzip, br' } }),
    'as kept, longest condition': () => ({
      method: 'GET',
      url: path,
      headers: { 'accept-encoding': 'gzip, br', 'if-none-match': '"a",'.repeat(LONG.length / 4) },
    }),
  };
}

/** Notes as large as can be saved, each worst in another way. */
function largestNotes(): Record<string, string | object> {
  const room = MAX_NOTES_BYTES - 100_000;
  const attributes = (n: number) => ({
    bold: true,
    ...(n % 2 ? { underline: true } : { strike: true }),
  });
  const most = Array.from({ length: MAX_NOTE_OPS }, (_, n) => ({
    insert: 'a\n'.repeat(n === 0 ? 1 : 0) + 'a',
    attributes: attributes(n),
  }));
  const linked = Array.from({ length: Math.floor(room / 2150) }, (_, n) => ({
    insert: `a${n}\n`,
    attributes: { link: `https://x.example/${'a'.repeat(2000)}${n}` },
  }));
  return {
    'most operations': { ops: most },
    'most operations, as text': JSON.stringify({ ops: most.slice(0, 18_000) }),
    'most lines': {
      ops: [{ insert: 'a\n'.repeat(MAX_NOTE_LINES - 1) + 'y'.repeat(room - 3 * MAX_NOTE_LINES) }],
    },
    'longest links': { ops: linked },
    'a picture': {
      ops: [{ insert: { image: `data:image/png;base64,${'A'.repeat(room)}` } }, { insert: '\n' }],
    },
    'plain text': 'z'.repeat(room),
    'plain text that looks like JSON': `{${'"a":[],'.repeat(20_000)}${'z'.repeat(room - 180_000)}`,
    'values that nobody reads': {
      ops: Array.from({ length: 19_000 }, () => ({ insert: 'a', attributes: { x: [0, 0] } })),
    },
  };
}

/** A JPEG of 5 MB. */
function largePhoto(fill: number): Buffer {
  const bare = sampleJpeg({ scan: Buffer.alloc(0) }).length;
  const scan = Buffer.alloc(MAX_PHOTO_BYTES - bare - 10, fill);
  if (fill === 0xff) for (let at = 1; at < scan.length; at += 2) scan[at] = 0;
  return sampleJpeg({ width: 8, height: 8, scan });
}

async function ticket({ client }: CostWorld): Promise<{ upload: string; photoUrl: string }> {
  const asked = await client.request({
    method: 'POST',
    url: '/auth/get-presigned-url',
    payload: { fileName: 'p.jpg', fileType: 'image/jpeg' },
  });
  const { uploadUrl, photoUrl } = asked.json<OutputOf<typeof userCalls.getPresignedUrl>>();
  const { pathname, search } = new URL(uploadUrl, 'http://localhost');
  return { upload: pathname + search, photoUrl };
}

async function uploadedPhoto(world: CostWorld, photo: Buffer): Promise<Ask> {
  const { upload, photoUrl } = await ticket(world);
  const sent = await world.client.request({
    method: 'PUT',
    url: upload,
    headers: { 'content-type': 'image/jpeg' },
    payload: photo,
  });
  if (sent.statusCode !== 200) throw new Error(sent.body);
  return json('POST', '/auth/update-profile-photo', { photoUrl });
}

/** Past bookings of the heavy client: what one download takes of the largest notes. */
export const HEAVY_BOOKINGS = size(11, 30);

/** A client with the most past bookings, the largest notes and the largest answers. */
export async function heavyClient(site: TestApp): Promise<TestSession> {
  const { db, keyring } = site.deps;
  const client = await newPerson(site, 'profile');
  const user_id = client.user_id!;
  const now = site.clock.now();
  const key = await keyring.keyOf(db, user_id, now);
  const past = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'COMPLETED')
    .limit(1)
    .executeTakeFirstOrThrow();
  const notes = Object.values(largestNotes()).filter((note) => typeof note === 'object') as {
    ops: never[];
  }[];
  const { form_id, version } = await db
    .selectFrom('form_versions')
    .select(['form_id', 'version'])
    .executeTakeFirstOrThrow();
  for (let n = 0; n < HEAVY_BOOKINGS; n++) {
    const id = randomUUID();
    const note = notes[n % notes.length]!;
    await db
      .insertInto('bookings')
      .values({
        ...past,
        id,
        user_id,
        checkout_id: null,
        appointment_id: null,
        visit_address: null,
        start_time: new Date(past.start_time.getTime() - n * 86_400_000),
        client_notes: sealDocument(key, notesField(id), note),
        client_notes_shared_at: now,
        published_recommendations: sealDocument(key, publishedField(id), { ops: [{ insert: 'Rest.\n' }] }),
      })
      .execute();
    const submission = randomUUID();
    await db
      .insertInto('submissions')
      .values({
        id: submission,
        user_id,
        form_id,
        form_version: version,
        booking_id: id,
        service_id: past.service_id,
        answers: key.seal(answersField(submission), JSON.stringify({ a: 'x'.repeat(400_000) })),
        submitted_at: now,
      })
      .execute();
  }
  return client;
}

/** The version of the largest recommendation. */
const HEAVY_VERSION = 7;

/**
 * The largest notes of the practitioner on two visits of that client, and pinned to them, the largest draft over the
 * largest publication, and a suggestion beside each of fifty visits. Returns the later visit.
 */
export async function heavyNotes(site: TestApp, { user_id }: TestSession): Promise<string> {
  const { db, keyring } = site.deps;
  const now = site.clock.now();
  const { staff_id } = await site.signInStaff();
  const key = await keyring.keyOf(db, user_id!, now);
  const visits = await db
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', user_id)
    .orderBy('start_time', 'desc')
    .limit(2)
    .execute();
  const [one, other] = Object.values(largestNotes()).filter((note) => typeof note === 'object') as {
    ops: never[];
  }[];
  for (const { id: booking_id } of visits) {
    const id = randomUUID();
    const body = sealDocument(key, noteField(id), one!);
    await db
      .insertInto('session_notes')
      .values({
        id,
        booking_id,
        user_id: user_id!,
        body,
        written_by: staff_id,
        created_at: now,
        updated_at: now,
      })
      .execute();
  }
  const body = sealDocument(key, pinnedField(user_id!), other!);
  await db
    .insertInto('pinned_notes')
    .values({ user_id: user_id!, body, version: 1, updated_at: now, updated_by: staff_id })
    .execute();
  const booking_id = visits[0]!.id;
  await db
    .updateTable('bookings')
    .set({
      recommendations_draft: sealDocument(key, draftField(booking_id), one!),
      published_recommendations: sealDocument(key, publishedField(booking_id), other!),
      published_at: now,
      recommendation_version: HEAVY_VERSION,
    })
    .where('id', '=', booking_id)
    .execute();
  const rows = await db
    .selectFrom('bookings')
    .select(['id as booking_id', 'service_id', 'location_type'])
    .where('user_id', '=', user_id)
    .limit(50)
    .execute();
  await db
    .insertInto('suggested_sessions')
    .values(
      rows.map((row) => ({
        ...row,
        user_id: user_id!,
        around: now.toISOString().slice(0, 10),
        times: 6,
        state: 'OPEN',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  return booking_id;
}

/** Six weeks that are as full as the calendar of one practitioner can be, all of one client who never hands in a form. */
export async function fullAgenda(site: TestApp): Promise<FullAgenda> {
  const { db } = site.deps;
  const { user_id } = await newPerson(site, 'profile');
  const services = db.selectFrom('services').select(['id', 'name', 'format']);
  const single = await services.where('format', '=', 'ONE_ON_ONE').executeTakeFirstOrThrow();
  const group = await services.where('format', '=', 'GROUP').executeTakeFirstOrThrow();
  const now = site.clock.now();
  const first = new Date('2027-01-04T08:00:00Z');
  const HALF_HOUR_MS = 30 * 60_000;
  const rowAt = (start_time: Date, service: typeof single, user: string | null) => ({
    id: randomUUID() as string,
    user_id: user,
    status: 'CONFIRMED' as const,
    price_cents: 8500,
    service_id: service.id,
    service_name: service.name,
    service_type: 'YOGA',
    format: service.format,
    start_time,
    end_time: new Date(start_time.getTime() + HALF_HOUR_MS),
    blocked_until: new Date(start_time.getTime() + HALF_HOUR_MS),
    location_type: 'FIXED_LOCATION' as const,
    location_name: 'Secret Studio',
    created_at: now,
    updated_at: now,
  });
  const sessions = Array.from({ length: 42 * 40 }, (_, n) => {
    const [day, half] = [Math.floor(n / 40), n % 40];
    return rowAt(new Date(first.getTime() + day * 86_400_000 + half * HALF_HOUR_MS), single, user_id);
  });
  await db.insertInto('bookings').values(sessions).execute();
  const seats = Array.from({ length: 200 }, () => rowAt(first, group, null));
  await db.insertInto('bookings').values(seats).execute();
  const booking_id = sessions[0]!.id;
  await db
    .insertInto('booking_history')
    .values(
      Array.from({ length: 500 }, () => ({
        booking_id,
        at: now,
        from_status: 'CONFIRMED' as const,
        to_status: 'NO_SHOW' as const,
        cause: 'practice',
        message: 'x'.repeat(1000),
      })),
    )
    .execute();
  return { from: '2027-01-04', to: '2027-02-14', booking_id, roster: `${group.id}/20270104T080000Z` };
}
