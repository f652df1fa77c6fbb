import { randomUUID } from 'node:crypto';
import { MAX_PHOTO_BYTES } from '#domain/people/photo.ts';
import * as bookingCalls from '#contract/client.calls.ts';
import { WEBHOOK_LIMIT } from '#contract/call.ts';
import { sign } from '#sandbox/deliveries.ts';
import { isFull } from '../../support/profile.ts';
import { type CostRow, UNREAD_BYTES, ONE_MAIL, row, json, as } from './cost-row.ts';
import { newAccounts, largestNotes, largePhoto, ticket, uploadedPhoto } from './worst-inputs.ts';

/** What strangers and clients may cost. */
export const CLIENT_COSTS: readonly CostRow[] = [
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
    client: { bytes_read: UNREAD_BYTES + bookingCalls.uploadForm.body_limit!, rows: 2 },
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
  row('POST /auth/change-email', { client: ONE_MAIL }),
  row('POST /auth/confirm-email-change'),
  row('POST /auth/sign-out-everywhere', { ends: true }),
];
