import { randomUUID } from 'node:crypto';
import { WEBHOOK_LIMIT } from '#contract/call.ts';
import { updateUserNotes, uploadForm } from '#contract/client.calls.ts';
import { sign } from '#sandbox/deliveries.ts';
import { isFull } from '../../support/profile.ts';
import { get, send, open, type Row } from './route-row.ts';
import { as, json, ONE_MAIL, UNREAD_BYTES } from './cost-row.ts';
import { largestNotes } from './worst-inputs.ts';

/** What clients do: services, bookings, checkout, forms, sessions; and the events of the provider. */
export const CLIENT_ROWS: readonly Row[] = [
  // services and slots
  {
    route: 'POST /auth/get-availabilities',
    access: 'profile',
    ask: ({ service_id }) =>
      send('POST', '/auth/get-availabilities', {
        service: service_id,
        service_location_type: 'FIXED_LOCATION',
      }),
    own: 200,
  },
  {
    route: 'POST /auth/get-availabilities',
    access: 'profile',
    // The demo client is approved for house calls; the other is not.
    ask: ({ service_id }) =>
      send('POST', '/auth/get-availabilities', {
        service: { id: service_id },
        service_location_type: 'HOUSE_CALL',
      }),
    own: 200,
    other: 403,
  },
  {
    route: 'POST /auth/get-slots',
    access: 'profile',
    ask: ({ service_id, day }) =>
      send('POST', '/auth/get-slots', {
        service: { id: service_id },
        date: day,
        availabilities: [],
        cart_items: [],
      }),
    own: 200,
    cost: {
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
    },
  },
  {
    route: 'POST /auth/explain-date',
    access: 'profile',
    ask: ({ service_id, day }) =>
      send('POST', '/auth/explain-date', {
        service: service_id,
        service_location_type: 'FIXED_LOCATION',
        date: day,
      }),
    own: 200,
    cost: {
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
    },
  },
  {
    route: 'POST /auth/explain-date',
    access: 'profile',
    // Reasons at a place that only some clients may choose.
    ask: ({ service_id, day }) =>
      send('POST', '/auth/explain-date', {
        service: { id: service_id },
        cart_items: [],
        service_location_type: 'HOUSE_CALL',
        date: day,
      }),
    own: 200,
    other: 403,
  },

  // bookings
  {
    route: 'GET /auth/get-user-bookings',
    access: 'record',
    ask: () => get('/auth/get-user-bookings'),
    own: 200,
    cost: {
      client: { rows: 1 }, // reading health data is audited
      worstOfClient: ({ heavy }) => ({
        'most past bookings with the largest notes': () => ({
          method: 'GET',
          url: '/auth/get-user-bookings',
          headers: as(heavy),
        }),
      }),
    },
  },
  {
    route: 'GET /auth/get-user-bookings',
    access: 'record',
    ask: ({ user_id }) => get(`/auth/get-user-bookings?id=${user_id}`),
    own: 200,
    other: 403,
    named: true,
  },
  {
    route: 'PATCH /auth/update-user-notes',
    access: 'record',
    ask: ({ past_booking }) =>
      send('PATCH', `/auth/update-user-notes?id=${past_booking}`, { notes: 'a note in passing' }),
    own: 200,
    other: 404,
    named: true,
    cost: {
      client: { bytes_read: UNREAD_BYTES + updateUserNotes.body_limit!, rows: 1 },
      worst: ({ owned }) => {
        const url = `/auth/update-user-notes?id=${owned.past_booking}`;
        return Object.fromEntries(
          Object.entries(largestNotes()).map(([name, notes]) => [name, () => json('PATCH', url, { notes })]),
        );
      },
    },
  },
  {
    route: 'POST /auth/share-notes',
    access: 'record',
    ask: ({ past_booking }) => send('POST', '/auth/share-notes', { id: past_booking, shared: true }),
    own: 200,
    other: 404,
    named: true,
    cost: { client: { rows: 1 } },
  },
  { route: 'GET /auth/access-log', access: 'record', ask: () => get('/auth/access-log'), own: 200 },
  {
    route: 'GET /auth/booking.ics',
    access: 'record',
    ask: ({ next_booking }) => get(`/auth/booking.ics?id=${next_booking}`),
    own: 200,
    other: 404,
    named: true,
  },
  {
    route: 'PATCH /auth/update-user-notes',
    access: 'record',
    ask: ({ past_booking }) =>
      send('PATCH', `/auth/update-user-notes?id=${past_booking}`, {
        notes: { ops: [{ insert: 'from an older tab', attributes: { link: 'https://a.example' } }] },
        base_updated_at: '2020-01-01T00:00:00.000Z',
      }),
    own: 409, // changed since
    other: 404,
    named: true,
  },
  {
    route: 'GET /auth/suggestions',
    access: 'record',
    ask: () => get('/auth/suggestions'),
    own: 200,
    cost: {
      worstOfClient: ({ heavy }) => ({
        'many suggestions of one service': () => ({
          method: 'GET',
          url: '/auth/suggestions',
          headers: as(heavy),
        }),
      }),
    },
  },
  {
    route: 'POST /auth/decline-suggestion',
    access: 'record',
    ask: ({ suggestion_id }) => send('POST', '/auth/decline-suggestion', { id: suggestion_id }),
    own: 200,
    other: 404,
    named: true,
    cost: { client: { rows: 1 } },
  },
  {
    route: 'GET /auth/booking-options',
    access: 'record',
    ask: ({ next_booking }) => get(`/auth/booking-options?id=${next_booking}`),
    own: 200,
    other: 404,
    named: true,
  },
  {
    route: 'POST /auth/cancel-booking',
    access: 'record',
    ask: ({ next_booking }) =>
      send('POST', '/auth/cancel-booking', { id: next_booking, expected_cents: 99_999_999 }),
    own: 409, // another refund
    other: 404,
    named: true,
  },
  {
    route: 'POST /auth/pay-balance',
    access: 'record',
    ask: ({ next_booking }) =>
      send('POST', '/auth/pay-balance', { booking_id: next_booking, selected_price: 8500 }),
    own: 422, // nothing is left to pay
    other: 404,
    named: true,
  },
  open('/api/payment-links/:token', 410, `/api/payment-links/${'k'.repeat(43)}`),
  {
    route: 'POST /api/payment-links/:token',
    access: 'public',
    ask: () =>
      send('POST', `/api/payment-links/${'k'.repeat(43)}`, { selected_prices: [{ line: 0, cents: 8500 }] }),
    own: 410,
  },
  {
    route: 'POST /auth/reschedule-booking',
    access: 'record',
    ask: ({ next_booking, day }) =>
      send('POST', '/auth/reschedule-booking', {
        id: next_booking,
        schedule_id: randomUUID(),
        date: day,
        start: '9:00 AM',
        base_updated_at: '2020-01-01T00:00:00.000Z',
      }),
    own: 409, // changed since
    other: 404,
    named: true,
  },
  { route: 'GET /auth/calendar-feed', access: 'record', ask: () => get('/auth/calendar-feed'), own: 200 },
  {
    route: 'POST /auth/calendar-feed',
    access: 'record',
    ask: () => ({ method: 'POST', url: '/auth/calendar-feed' }),
    own: 201,
    cost: { client: { rows: 1 } },
  },
  {
    route: 'DELETE /auth/calendar-feed',
    access: 'record',
    ask: () => ({ method: 'DELETE', url: '/auth/calendar-feed' }),
    own: 200,
  },

  // checkout
  {
    route: 'GET /auth/checkout-status',
    access: 'record',
    ask: ({ session_id }) => get(`/auth/checkout-status?session_id=${session_id}`),
    own: 200,
    other: 404,
    named: true,
    cost: { client: { provider_requests: 1 } },
  },
  {
    route: 'DELETE /auth/remove-bookings',
    access: 'record',
    ask: ({ session_id }) => ({ method: 'DELETE', url: `/auth/remove-bookings?id=${session_id}` }),
    own: 200,
    other: 404,
    named: true,
    cost: { client: { provider_requests: 2, rows: 1 } },
  },
  ...(['user_id', 'stripe_customer_id', 'customer_email'] as const).map((name): Row => ({
    route: 'POST /auth/create-checkout',
    access: 'profile',
    ask: (owned) => {
      const value = {
        user_id: owned.user_id,
        stripe_customer_id: owned.stripe_id,
        customer_email: owned.email,
      };
      return send('POST', '/auth/create-checkout', { ...owned.cart, [name]: value[name] });
    },
    own: 200,
    other: 403,
    named: true,
    cost: {
      // A checkout with its hold, and one question to the provider; one more ends the checkout before.
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
    },
  })),

  // forms
  {
    route: 'GET /auth/get-forms',
    access: 'record',
    ask: () => get('/auth/get-forms'),
    own: 200,
    cost: {
      client: { rows: 1 },
      worstOfClient: ({ heavy }) => ({
        'most forms with the largest answers': () => ({
          method: 'GET',
          url: '/auth/get-forms',
          headers: as(heavy),
        }),
      }),
    },
  },
  {
    route: 'GET /auth/get-forms',
    access: 'record',
    ask: ({ user_id }) => get(`/auth/get-forms?user_id=${user_id}`),
    own: 200,
    other: 403,
    named: true,
  },
  {
    route: 'POST /auth/upload-form',
    access: 'record',
    ask: ({ form, user_id, next_booking }) =>
      send('POST', '/auth/upload-form', { ...form, user_id, booking_id: next_booking }),
    own: 200,
    other: 403,
    named: true,
    cost: {
      client: { bytes_read: UNREAD_BYTES + uploadForm.body_limit!, rows: 2 },
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
    },
  },
  {
    route: 'POST /auth/upload-form',
    access: 'record',
    ask: ({ form, next_booking }) =>
      send('POST', '/auth/upload-form', {
        ...form,
        service_id: null,
        form_updated_at: null,
        booking_id: next_booking,
      }),
    own: 200,
    other: 404,
    named: true,
  },
  {
    route: 'GET /auth/download-my-data',
    access: 'record',
    ask: () => get('/auth/download-my-data'),
    own: 200,
    cost: {
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
    },
  },

  // signed by the provider
  {
    route: 'POST /webhooks/stripe',
    access: 'public',
    ask: ({ session_id }) => ({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'stripe-signature': 't=1,v1=00' },
      payload: { id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: session_id } } },
    }),
    own: 400,
    named: true,
    cost: {
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
          return {
            ...json('POST', '/webhooks/stripe', {}),
            headers: { 'stripe-signature': signature },
            body,
          };
        },
      }),
    },
  },

  // the browsers in which the client is signed in
  { route: 'GET /auth/sessions', access: 'session', ask: () => get('/auth/sessions'), own: 200 },
  {
    route: 'DELETE /auth/sessions',
    access: 'session',
    ask: ({ signed_in_session }) => ({ method: 'DELETE', url: `/auth/sessions?id=${signed_in_session}` }),
    own: 200,
    other: 404,
    named: true,
    cost: { ends: true },
  },
  // the e-mail of the login
  {
    route: 'POST /auth/change-email',
    access: 'session',
    ask: ({ email }) => send('POST', '/auth/change-email', { email, password: 'Not the password 7' }),
    own: 422,
    cost: { client: ONE_MAIL },
  },
  {
    route: 'POST /auth/confirm-email-change',
    access: 'session',
    ask: ({ email }) => send('POST', '/auth/confirm-email-change', { email, confirmation_code: '000000' }),
    own: 400,
  },
  {
    route: 'POST /auth/sign-out-everywhere',
    access: 'session',
    ask: ({ user_id, email }) => send('POST', '/auth/sign-out-everywhere', { user_id, id: user_id, email }),
    own: 204,
    cost: { ends: true },
  },
];
