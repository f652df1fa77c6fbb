import { randomUUID } from 'node:crypto';
import { get, send, open, type Row } from './route-row.ts';

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
      send('POST', '/auth/get-availabilities', { service: service_id, service_location_type: 'HOUSE_CALL' }),
    own: 200,
    other: 403,
  },
  {
    route: 'POST /auth/get-slots',
    access: 'profile',
    ask: ({ service_id, day }) =>
      send('POST', '/auth/get-slots', {
        service: service_id,
        date: day,
        availabilities: [],
        cart_items: [],
      }),
    own: 200,
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
  },
  {
    route: 'POST /auth/explain-date',
    access: 'profile',
    // Reasons at a place that only some clients may choose.
    ask: ({ service_id, day }) =>
      send('POST', '/auth/explain-date', {
        service: service_id,
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
  },
  {
    route: 'POST /auth/share-notes',
    access: 'record',
    ask: ({ past_booking }) => send('POST', '/auth/share-notes', { id: past_booking, shared: true }),
    own: 200,
    other: 404,
    named: true,
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
  { route: 'GET /auth/suggestions', access: 'record', ask: () => get('/auth/suggestions'), own: 200 },
  {
    route: 'POST /auth/decline-suggestion',
    access: 'record',
    ask: ({ suggestion_id }) => send('POST', '/auth/decline-suggestion', { id: suggestion_id }),
    own: 200,
    other: 404,
    named: true,
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
  },
  {
    route: 'DELETE /auth/remove-bookings',
    access: 'record',
    ask: ({ session_id }) => ({ method: 'DELETE', url: `/auth/remove-bookings?id=${session_id}` }),
    own: 200,
    other: 404,
    named: true,
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
  })),

  // forms
  { route: 'GET /auth/get-forms', access: 'record', ask: () => get('/auth/get-forms'), own: 200 },
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
  },
  // the e-mail of the login
  {
    route: 'POST /auth/change-email',
    access: 'session',
    ask: ({ email }) => send('POST', '/auth/change-email', { email, password: 'Not the password 7' }),
    own: 422,
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
  },
];
