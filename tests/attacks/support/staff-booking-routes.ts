import { randomUUID } from 'node:crypto';
import { get, send, staff, type Row } from './route-row.ts';

/** Staff: the day, bookings and classes. */
export const STAFF_BOOKING_ROWS: readonly Row[] = [
  // staff: the day, bookings and classes
  {
    ...staff('GET /api/staff/today'),
    cost: {
      worst: ({ agenda }) => ({
        'a full day': () => ({ method: 'GET', url: `/api/staff/today?date=${agenda.from}` }),
      }),
    },
  },
  staff('GET /api/staff/attention'),
  {
    ...staff('GET /api/staff/calendar'),
    ask: ({ day }) => get(`/api/staff/calendar?from=${day}&to=${day}`),
    cost: {
      worst: ({ agenda: { from, to } }) => ({
        'six full weeks': () => ({ method: 'GET', url: `/api/staff/calendar?from=${from}&to=${to}` }),
      }),
    },
  },
  {
    ...staff('GET /api/staff/bookings/:id'),
    ask: ({ next_booking }) => get(`/api/staff/bookings/${next_booking}`),
    cost: {
      worst: ({ agenda }) => ({
        'the longest history': () => ({ method: 'GET', url: `/api/staff/bookings/${agenda.booking_id}` }),
      }),
    },
  },
  {
    ...staff('GET /api/staff/classes/:service_id/:start', 404), // the service is no class
    ask: ({ service_id }) => get(`/api/staff/classes/${service_id}/20261208T210000Z`),
    cost: {
      worst: ({ agenda }) => ({
        'a large class': () => ({ method: 'GET', url: `/api/staff/classes/${agenda.roster}` }),
      }),
    },
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
    ...staff('POST /api/staff/unmatched-payments/:id/keep', 409), // there is none
    ask: () => send('POST', '/api/staff/unmatched-payments/cs_1/keep', { action_id: randomUUID() }),
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
    ...staff('PUT /api/staff/bookings/:id/room', 409), // on old data
    ask: ({ next_booking }) =>
      send('PUT', `/api/staff/bookings/${next_booking}/room`, {
        action_id: randomUUID(),
        base_updated_at: '2020-01-01T00:00:00.000Z',
        room_url: 'https://meet.example/room',
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
];
