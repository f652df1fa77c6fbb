import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Access } from '#contract/call.ts';
import type { Belongings } from './belongings.ts';

/** One way to ask one route (goals.md S1). A route without a row fails the matrix. */
export type Row = {
  /** Method and pattern, as the app has it. */
  readonly route: string;
  readonly access: Access;
  /** A request that names only things of the owner. */
  readonly ask: (owned: Belongings) => InjectOptions;
  /** Status for the owner; of a staff call, for a member of staff; where it needs that, unlocked. */
  readonly own: number;
  /** Status for another client with a whole profile; as for the owner unless told. */
  readonly other?: number;
  /** The request names something of the owner. Another client must get the same answer as for something that does not exist. */
  readonly named?: true;
  /** Open in the sandbox only, where the mailbox of the practice is a page. */
  readonly sandbox?: true;
  /** Its answer has no health data, although it asks for an unlocked session. */
  readonly is_silent?: true;
};

const get = (url: string): InjectOptions => ({ method: 'GET', url });
const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object): InjectOptions => ({
  method,
  url,
  payload,
});
const open = (path: string, own = 200, url = path): Row => ({
  route: `GET ${path}`,
  access: 'public',
  ask: () => get(url),
  own,
});
/** A staff call; `ask` is given where its path has a parameter or it takes a body. */
const staff = (route: string, own = 200): Row => ({
  route,
  access: 'staff',
  ask: () => get(route.slice(route.indexOf('/'))),
  own,
});
/** Whether only a session of staff makes this call. */
export const isStaffRow = ({ access }: Pick<Row, 'access'>): boolean =>
  access === 'staff' || access === 'staff-unlocked';
const NEW_SERVICE = {
  kind: 'CREATE',
  service: {
    name: 'Evening Flow',
    description: 'Slow shapes.',
    type: ['YOGA'],
    format: 'GROUP',
    duration: 60,
    buffer_time: 15,
    base_price_cents: 2400,
    min_price_cents: null,
    max_price_cents: null,
    suggested_price_cents: null,
    service_location_type: ['FIXED_LOCATION'],
    max_capacity: 8,
    bookable_online: true,
    has_waitlist: true,
    form_ids: [],
  },
};
const NEW_EVENT = {
  title: 'Seed exchange',
  description: 'Take two envelopes, leave one.',
  location: 'The green gate',
  date: '2027-03-14',
  time: '15:00',
  end_date: '2027-03-14',
  end_time: '17:00',
  url: '',
  service_id: null,
};
const PROFILE = {
  first_name: 'Renamed',
  last_name: 'Person',
  pronouns: 'they/them',
  birthdate: '1990-02-03',
  phone: '(503) 555-0100',
  address: {
    street_number: '1420',
    route: 'SE Taylor Street',
    subpremise: '2',
    city: 'Portland',
    state: 'OR',
    zip_code: '97214',
  },
};
/** Each change of the week, and the status of its preview. */
const FAR_DAY = '2029-12-24';
const weekChanges: readonly [number, (service_id: string) => object][] = [
  [
    200,
    () => ({
      kind: 'ADD_TIME_OFF',
      from: FAR_DAY,
      from_time: '09:00',
      to: FAR_DAY,
      to_time: '12:00',
      reason: 'Dentist',
      shows_end: true,
    }),
  ],
  ...(['ADD_HOURS', 'CHANGE_HOURS'] as const).map((kind): [number, (service_id: string) => object] => [
    // No such hours; and the service takes longer.
    kind === 'ADD_HOURS' ? 422 : 409,
    (service_id) => ({
      kind,
      days: [1],
      day: 1,
      rule_id: randomUUID(),
      hours: {
        service_id,
        place: 'FIXED_LOCATION',
        start: '09:00',
        end: '09:05',
        every: 'WEEK',
        from: FAR_DAY,
        until: null,
        step: 30,
        seats: 5,
      },
    }),
  ]),
  [
    422,
    (service_id) => ({
      kind: 'ADD_OPENING',
      service_id,
      place: 'FIXED_LOCATION',
      date: FAR_DAY,
      start: '09:00',
      end: '09:05',
      seats: 5,
    }),
  ],
  [409, () => ({ kind: 'REMOVE_OPENING', rule_id: randomUUID() })],
  [409, () => ({ kind: 'END_HOURS', rule_id: randomUUID(), last: FAR_DAY })],
  [409, () => ({ kind: 'REMOVE_TIME_OFF', time_off_id: randomUUID() })],
  [409, () => ({ kind: 'SKIP_DATE', rule_id: randomUUID(), date: FAR_DAY, reason: 'Away' })],
  [409, () => ({ kind: 'RESTORE_DATE', rule_id: randomUUID(), date: FAR_DAY })],
];
const classChanges = [
  { kind: 'RESCHEDULE', start: '2029-12-24T18:00:00.000Z' },
  { kind: 'CANCEL' },
  { kind: 'SET_SEATS', seats: 5 },
  { kind: 'STOP_BOOKING' },
];
/** An answer to a prompt that was never made. */
const A_PASSKEY = {
  challenge_id: 'k'.repeat(43),
  assertion: {
    id: 'AAAA',
    response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  },
};
/** A time that is over, so that staff are warned. */
const LONG_AGO = '2026-01-05T18:00:00.000Z';
const A_PASSWORD = 'Kitchari & ghee 7';

export const ROWS: readonly Row[] = [
  // the process and its documents
  open('/healthz'),
  open('/readyz'),
  open('/metrics', 404), // behind METRICS_TOKEN
  open('/openapi.json'),
  open('/docs', 200),

  // what everybody may read
  open('/get-all-wellness-services'),
  open('/get-blogs'),
  open('/get-events'),
  open('/blog/feed.xml'),
  open('/sitemap.xml'),
  open('/robots.txt'),
  open('/photos/:file', 404, `/photos/${'0'.repeat(32)}.jpg`),
  open('/calendar/:file', 404, `/calendar/${randomBytes(32).toString('base64url')}.ics`),
  { ...open('/dev/mailbox'), sandbox: true },
  { ...open('/dev/mailbox.json'), sandbox: true },
  { ...open('/dev/mailbox/:id', 404, '/dev/mailbox/00000000-0000-0000-0000-000000000000'), sandbox: true },
  {
    ...open('/dev/mailbox/:id/html', 404, '/dev/mailbox/00000000-0000-0000-0000-000000000000/html'),
    sandbox: true,
  },

  // identity
  {
    route: 'POST /sign-in',
    access: 'public',
    ask: ({ email }) =>
      send('POST', '/sign-in', { username: email, password: 'Wrong-guess-1', sign_in_pass: 'none' }),
    own: 401,
    named: true,
  },
  {
    route: 'POST /sign-up',
    access: 'public',
    ask: ({ email }) => send('POST', '/sign-up', { username: email, password: A_PASSWORD }),
    own: 409, // product.md §5.4.2: "already exists"
  },
  {
    route: 'POST /confirm-sign-up',
    access: 'public',
    ask: ({ email }) => send('POST', '/confirm-sign-up', { email, confirmation_code: '000000' }),
    own: 400,
    named: true,
  },
  {
    route: 'POST /resend-confirm-code',
    access: 'public',
    ask: ({ email }) => send('POST', '/resend-confirm-code', { email }),
    own: 200,
    named: true,
  },
  { route: 'GET /sign-out', access: 'public', ask: () => get('/sign-out'), own: 204 },
  {
    route: 'POST /auth/refresh-token',
    access: 'public',
    ask: () => ({ method: 'POST', url: '/auth/refresh-token' }),
    own: 401, // the refresh token is another cookie
  },
  {
    route: 'POST /forgot-password',
    access: 'public',
    ask: ({ email }) => send('POST', '/forgot-password', { email }),
    own: 200,
    named: true,
  },
  {
    route: 'POST /confirm-new-password',
    access: 'public',
    ask: ({ email }) =>
      send('POST', '/confirm-new-password', {
        email,
        confirmationCode: '000000',
        password: A_PASSWORD,
        reset_id: 'none',
      }),
    own: 400,
    named: true,
  },
  {
    route: 'POST /set-password-by-link',
    access: 'public',
    // The key of a mail proves who asks; no mail has this key.
    ask: () => send('POST', '/set-password-by-link', { key: 'k'.repeat(43), password: A_PASSWORD }),
    own: 400,
  },

  // the record
  {
    route: 'POST /auth/claim-record',
    access: 'session',
    // No mail has this link, and these clients have a record.
    ask: () => send('POST', '/auth/claim-record', { token: 'k'.repeat(43), phone_ending: '0100' }),
    own: 410,
  },
  {
    route: 'POST /auth/request-house-calls',
    access: 'profile',
    ask: () => ({ method: 'POST', url: '/auth/request-house-calls' }),
    own: 200,
    other: 403, // without a first visit
  },
  { route: 'GET /auth/get-user', access: 'session', ask: () => get('/auth/get-user'), own: 200 },
  {
    route: 'GET /auth/get-user',
    access: 'session',
    ask: ({ user_id }) => get(`/auth/get-user?id=${user_id}&user_id=${user_id}`),
    own: 200,
  },
  {
    route: 'POST /auth/create-user',
    access: 'session',
    ask: ({ user_id, stripe_id, email }) =>
      send('POST', '/auth/create-user', { ...PROFILE, id: user_id, stripe_id, email }),
    own: 409,
  },
  {
    route: 'PUT /auth/update-user',
    access: 'record',
    ask: ({ user_id, stripe_id, email }) =>
      send('PUT', '/auth/update-user', { ...PROFILE, id: user_id, stripe_id, email, cognito_sub: user_id }),
    own: 200,
  },
  {
    route: 'POST /auth/validate-address',
    access: 'session',
    ask: () =>
      send('POST', '/auth/validate-address', {
        street: '1 Main St',
        unit: '2',
        city: 'Portland',
        state: 'OR',
        zip_code: '97214',
      }),
    own: 200,
  },
  {
    route: 'POST /auth/get-presigned-url',
    access: 'record',
    ask: () =>
      send('POST', '/auth/get-presigned-url', {
        fileName: 'p.jpg',
        fileType: 'image/jpeg',
        fileSize: 200_000,
      }),
    own: 200,
  },
  {
    route: 'POST /auth/update-profile-photo',
    access: 'record',
    ask: ({ photo_url }) => send('POST', '/auth/update-profile-photo', { photoUrl: photo_url }),
    own: 200,
    other: 404,
    named: true,
  },
  {
    route: 'PUT /uploads/:key',
    access: 'public', // for anyone with the signed address, which only the owner gets
    ask: ({ upload, upload_body }) => ({
      method: 'PUT',
      url: upload.replace(/signature=./, 'signature=!'),
      headers: { 'content-type': 'image/jpeg' },
      payload: upload_body,
    }),
    own: 403,
    named: true,
  },

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
  {
    route: 'POST /auth/sign-out-everywhere',
    access: 'session',
    ask: ({ user_id, email }) => send('POST', '/auth/sign-out-everywhere', { user_id, id: user_id, email }),
    own: 204,
  },

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
    ask: () => send('POST', '/api/staff/security/password', { password: `${A_PASSWORD} pm` }),
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
    route: 'GET /api/staff/clients/:id/export',
    access: 'staff-unlocked',
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/export`),
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
    ask: ({ past_booking }) =>
      send('PUT', `/api/staff/bookings/${past_booking}/recommendation`, {
        draft: { ops: [{ insert: 'Rest\n' }] },
        version: 0,
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

  // staff: the day, bookings and classes
  staff('GET /api/staff/today'),
  staff('GET /api/staff/attention'),
  {
    ...staff('GET /api/staff/calendar'),
    ask: ({ day }) => get(`/api/staff/calendar?from=${day}&to=${day}`),
  },
  {
    ...staff('GET /api/staff/bookings/:id'),
    ask: ({ next_booking }) => get(`/api/staff/bookings/${next_booking}`),
  },
  {
    ...staff('GET /api/staff/classes/:service_id/:start', 404), // the service is no class
    ask: ({ service_id }) => get(`/api/staff/classes/${service_id}/20261208T210000Z`),
  },
  {
    ...staff('GET /api/staff/bookings/:id/cancellation'),
    ask: ({ next_booking }) => get(`/api/staff/bookings/${next_booking}/cancellation`),
  },
  {
    ...staff('POST /api/staff/bookings/:id/cancel', 409), // on old data
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/cancel`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        by: 'PRACTICE',
        refund: 'POLICY',
        quote: 'x.y',
        message: 'See you next week!',
        time: 'OPEN',
        notify: true,
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/reschedule', 409), // on old data
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/reschedule`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        start: '2026-12-08T21:00:00.000Z',
        minutes: 60,
        accept: [],
        notify: true,
        message: 'See you next week!',
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/reschedule', 422), // the service is not offered there
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/reschedule`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        start: '2026-12-08T21:00:00.000Z',
        place: 'STUDIO',
        accept: [],
        notify: true,
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/end-hold'), // it has been paid
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/end-hold`, { action_id: randomUUID() }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/price', 409), // it has been paid
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/price`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        cents: 5000,
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/offline-payments', 422), // it has been paid
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/offline-payments`, {
        action_id: randomUUID(),
        cents: 5000,
        method: 'CASH',
        received_on: '2020-01-01',
        note: 'At the door',
      }),
  },
  {
    ...staff('POST /api/staff/offline-payments/:id/correct', 404), // no such payment
    ask: () =>
      send('POST', `/api/staff/offline-payments/${randomUUID()}/correct`, {
        action_id: randomUUID(),
        cents: 5000,
        note: 'Miscounted',
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/payment-link', 422), // nothing is left to pay
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/payment-link`, {
        action_id: randomUUID(),
        also_for: [next_booking],
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/refund', 409), // on old data
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/refund`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        cents: 2000,
        reason: 'The room was cold.',
        notify: true,
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/attendance', 409), // on old data
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/attendance`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        to: 'ARRIVED',
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/reveal-amount'),
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/reveal-amount`, { action_id: randomUUID() }),
  },
  {
    ...staff('POST /api/staff/clients/:id/house-calls'),
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/house-calls`, {
        action_id: randomUUID(),
        approved: true,
        notify: true,
      }),
  },
  {
    ...staff('POST /api/staff/clients/:id/house-calls', 409), // they have not asked
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/house-calls`, {
        action_id: randomUUID(),
        approved: true,
        notify: true,
        requested_at: '2026-01-01T00:00:00.000Z',
      }),
  },
  // staff: what the practice offers
  staff('GET /api/staff/services'),
  {
    ...staff('POST /api/staff/services/preview'),
    ask: () => send('POST', '/api/staff/services/preview', { change: NEW_SERVICE }),
  },
  {
    ...staff('POST /api/staff/services/apply', 409), // nobody has looked at it
    ask: () =>
      send('POST', '/api/staff/services/apply', {
        action_id: randomUUID(),
        preview_hash: 'x',
        change: NEW_SERVICE,
      }),
  },
  {
    ...staff('PUT /api/staff/services/order', 409), // not every service
    ask: ({ service_id }) =>
      send('PUT', '/api/staff/services/order', { action_id: randomUUID(), ids: [service_id] }),
  },

  staff('GET /api/staff/events'),
  {
    ...staff('POST /api/staff/events', 201),
    ask: () => send('POST', '/api/staff/events', { action_id: randomUUID(), ...NEW_EVENT }),
  },
  {
    ...staff('PATCH /api/staff/events/:id', 404), // there is no such event
    ask: () =>
      send('PATCH', `/api/staff/events/${randomUUID()}`, {
        action_id: randomUUID(),
        base_updated_at: null,
        ...NEW_EVENT,
      }),
  },
  {
    ...staff('DELETE /api/staff/events/:id', 404), // there is no such event
    ask: () => ({
      ...send('POST', `/api/staff/events/${randomUUID()}`, {
        action_id: randomUUID(),
        base_updated_at: null,
        keep_bookings: false,
      }),
      method: 'DELETE',
    }),
  },

  // staff: settings
  staff('GET /api/staff/settings'),
  ...Object.entries({
    reminders: { on: true },
    notices: { when: 'DAILY' },
    policies: {
      full_refund_hours: 24,
      late_percent: 0,
      reschedule_hours: 24,
      max_reschedules: 2,
      grace_minutes: 15,
      supported_visits: 2,
    },
  }).map(([name, value]) => ({
    ...staff('PUT /api/staff/settings/:name', 409), // it was never changed
    ask: () =>
      send('PUT', `/api/staff/settings/${name}`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        value,
      }),
  })),
  {
    ...staff('PUT /api/staff/mail-lines/:kind', 409), // it was never changed
    ask: () =>
      send('PUT', '/api/staff/mail-lines/reminder', {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        text: 'The kettle is on.',
      }),
  },
  {
    ...staff('POST /api/staff/mail-lines/:kind/preview'),
    ask: () => send('POST', '/api/staff/mail-lines/reminder/preview', { text: 'The kettle is on.' }),
  },
  {
    ...staff('POST /api/staff/mail-lines/:kind/test'),
    ask: () =>
      send('POST', '/api/staff/mail-lines/reminder/test', {
        action_id: randomUUID(),
        text: 'The kettle is on.',
      }),
  },
  staff('GET /api/staff/calendar-feed'),
  {
    ...staff('POST /api/staff/calendar-feed', 201),
    ask: () => send('POST', '/api/staff/calendar-feed', { detail: 'BUSY' }),
  },
  {
    ...staff('DELETE /api/staff/calendar-feed', 204),
    ask: () => ({ method: 'DELETE', url: '/api/staff/calendar-feed' }),
  },

  staff('GET /api/staff/clients'),
  {
    ...staff('GET /api/staff/clients/:id'),
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}`),
  },
  {
    ...staff('POST /api/staff/clients', 201),
    ask: () =>
      send('POST', '/api/staff/clients', {
        action_id: randomUUID(),
        first_name: 'Petra',
        last_name: 'Lind',
        pronouns: 'she/her',
        phone: '(503) 555-0199',
        email: 'petra@example.com',
        address: PROFILE.address,
        accept_duplicate: true,
      }),
  },
  {
    // A client may have changed the record since: the row that staff see is not known here.
    ...staff('PATCH /api/staff/clients/:id', 409),
    ask: ({ user_id }) =>
      send('PATCH', `/api/staff/clients/${user_id}`, {
        action_id: randomUUID(),
        base_updated_at: '2026-01-01T00:00:00.000Z',
        first_name: 'Renamed',
        last_name: 'Person',
        pronouns: 'she/her',
        phone: PROFILE.phone,
        email: 'renamed@example.com',
        address: PROFILE.address,
        accept_duplicate: true,
      }),
  },
  {
    ...staff('POST /api/staff/clients/:id/invite', 409), // this client has a login
    ask: ({ user_id }) => send('POST', `/api/staff/clients/${user_id}/invite`, { action_id: randomUUID() }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/message'),
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/message`, {
        action_id: randomUUID(),
        subject: 'About your visit',
        text: 'Please ring twice.',
      }),
  },
  {
    ...staff('POST /api/staff/classes/:service_id/:start/message', 404), // no such class
    ask: ({ service_id }) =>
      send('POST', `/api/staff/classes/${service_id}/20200101T000000Z/message`, {
        action_id: randomUUID(),
        subject: 'About our class',
        text: 'Please bring a blanket.',
      }),
  },
  {
    ...staff('POST /api/staff/bookings/:id/form-reminder'),
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/form-reminder`, { action_id: randomUUID() }),
  },
  // staff: where sessions are put
  {
    ...staff('GET /api/staff/free-times'),
    ask: ({ service_id, day, user_id }) =>
      get(
        `/api/staff/free-times?service_id=${service_id}&place=FIXED_LOCATION&from=${day}&to=${day}&client_id=${user_id}`,
      ),
  },
  {
    ...staff('GET /api/staff/explain'),
    ask: ({ day }) => get(`/api/staff/explain?date=${day}&time=10:00`),
  },
  {
    ...staff('POST /api/staff/bookings/check'),
    ask: ({ service_id, user_id, next_booking }) =>
      send('POST', '/api/staff/bookings/check', {
        rescheduling: next_booking,
        client_id: user_id,
        service_id,
        place: 'FIXED_LOCATION',
        start: LONG_AGO,
        minutes: 45,
        free_reason: 'SUPPORTED',
      }),
  },
  {
    ...staff('POST /api/staff/bookings', 409), // no warning is accepted
    ask: ({ service_id, user_id }) =>
      send('POST', '/api/staff/bookings', {
        action_id: randomUUID(),
        client_id: user_id,
        service_id,
        place: 'FIXED_LOCATION',
        starts: [LONG_AGO],
        minutes: 45,
        price_cents: 0,
        payment: 'FREE',
        free_reason: 'GIFT',
        accept: [],
        notify: true,
        ask_for_forms: true,
      }),
  },
  staff('GET /api/staff/hours'),
  ...weekChanges.map(([own, changeOf]): Row => ({
    ...staff('POST /api/staff/hours/preview', own),
    ask: ({ service_id }) => send('POST', '/api/staff/hours/preview', { change: changeOf(service_id) }),
  })),
  ...weekChanges.map(([own, changeOf]): Row => ({
    // Nothing was previewed.
    ...staff('POST /api/staff/hours/apply', own === 200 ? 409 : own),
    ask: ({ service_id }) =>
      send('POST', '/api/staff/hours/apply', {
        action_id: randomUUID(),
        preview_hash: 'x',
        change: changeOf(service_id),
        decisions: [],
        message: 'I’m at the dentist.',
      }),
  })),
  ...classChanges.flatMap((change): Row[] => [
    {
      // No such class.
      ...staff('POST /api/staff/classes/:service_id/:start/preview', 404),
      ask: ({ service_id }) =>
        send('POST', `/api/staff/classes/${service_id}/20200101T000000Z/preview`, { change }),
    },
    {
      ...staff('POST /api/staff/classes/:service_id/:start/apply', 404),
      ask: ({ service_id }) =>
        send('POST', `/api/staff/classes/${service_id}/20200101T000000Z/apply`, {
          action_id: randomUUID(),
          preview_hash: 'x',
          change,
          message: 'See you next week!',
        }),
    },
  ]),
  {
    ...staff('POST /api/staff/days/:date/cancel/preview'),
    ask: () => send('POST', `/api/staff/days/${FAR_DAY}/cancel/preview`, { from: '09:00', to: '12:00' }),
  },
  {
    ...staff('POST /api/staff/days/:date/cancel/apply', 409), // nothing was previewed
    ask: () =>
      send('POST', `/api/staff/days/${FAR_DAY}/cancel/apply`, {
        action_id: randomUUID(),
        preview_hash: 'x',
        from: '09:00',
        to: '12:00',
        decisions: [],
        message: 'I’m at the dentist.',
      }),
  },
  {
    ...staff('POST /api/staff/attention/dismiss', 204),
    ask: ({ next_booking }) =>
      send('POST', '/api/staff/attention/dismiss', {
        action_id: randomUUID(),
        kind: 'FORMS_MISSING',
        object_id: next_booking,
        until: '2026-12-08T21:00:00.000Z',
      }),
  },
  {
    ...staff('GET /api/staff/audit-log'),
    ask: ({ user_id }) => get(`/api/staff/audit-log?client=${user_id}&kind=READ`),
  },

  // last, for it takes everything with it
  {
    route: 'DELETE /auth/delete-user',
    access: 'session',
    ask: ({ user_id }) => ({
      method: 'DELETE',
      url: '/auth/delete-user',
      payload: { user_id, id: user_id },
    }),
    own: 200,
  },
];

/** Every "METHOD /pattern" that the app answers, from its own router; HEAD goes with GET. */
export function routesOf(app: FastifyInstance): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/u.exec(line);
    if (!match) continue;
    const [, indent = '', part = '', methods = ''] = match;
    const depth = indent.length / 4;
    const start = above[depth - 1] ?? '';
    // A wildcard is printed without the slash before it.
    const path = part === '*' ? `${start}/*` : start + part;
    above.length = depth;
    above[depth] = path;
    for (const method of methods.split(', ')) if (method !== 'HEAD') found.push(`${method} ${path}`);
  }
  return found;
}
