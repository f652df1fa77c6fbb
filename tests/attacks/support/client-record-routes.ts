import { randomUUID } from 'node:crypto';
import { WEBHOOK_LIMIT } from '#contract/call.ts';
import { uploadForm } from '#contract/client.calls.ts';
import { sign } from '#sandbox/deliveries.ts';
import { isFull } from '../../support/profile.ts';
import { get, send, type Row } from './route-row.ts';
import { as, EXPORT, json, ONE_MAIL, UNREAD_BYTES } from './cost-row.ts';

/** What clients do with checkouts, forms and their login; and the events of the provider. */
export const CLIENT_RECORD_ROWS: readonly Row[] = [
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
      // It runs in a worker with limits. The measurement is of the main thread only.
      client: { ...EXPORT, rows: 2 },
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
