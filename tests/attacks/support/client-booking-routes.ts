import { randomUUID } from 'node:crypto';
import { addDays } from '#domain/time/calendar.ts';
import { updateUserNotes } from '#contract/client.calls.ts';
import { get, send, open, type Row } from './route-row.ts';
import { as, json, UNREAD_BYTES, type UnusualCost } from './cost-row.ts';
import { costliestNotes, ofLinkedVisit } from './worst-inputs.ts';

/** The start of a session that is being moved. */
const MOVING = '2026-03-05T18:00:00.000Z';
const UNKNOWN_VISIT = `/api/visits/${'k'.repeat(43)}`;
/** It is counted how often each visit is changed, read and asked. */
const COUNTED = { rows: 1 };
/** A call of the page of a visit, with a link that was never made; `worst`: with one of a client without a login, too. */
const byLink = (path: string, body: object, client: UnusualCost['client'] = COUNTED): Row => ({
  route: `POST /api/visits/:token/${path}`,
  access: 'public',
  ask: () => send('POST', `${UNKNOWN_VISIT}/${path}`, body),
  own: 410,
  cost: { client, worstOfClient: ofLinkedVisit(path, body) },
});

/** Any time until a day of the following months. */
export const waitFor = (service_id: string, day: string) => ({
  service_id,
  place: 'FIXED_LOCATION',
  class_start: null,
  times: { from_date: day, to_date: addDays(day, 60), weekdays: 127, from_time: '00:00', to_time: '24:00' },
});

/** What clients do with services, times and bookings. */
export const CLIENT_BOOKING_ROWS: readonly Row[] = [
  // services and slots
  {
    route: 'POST /auth/get-availabilities',
    access: 'profile',
    ask: ({ service_id }) =>
      send('POST', '/auth/get-availabilities', {
        service: service_id,
        service_location_type: 'FIXED_LOCATION',
        moving: MOVING,
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
        moving: MOVING,
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
        moving: MOVING,
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
    route: 'GET /auth/statement',
    access: 'record',
    ask: () => get('/auth/statement'),
    own: 200,
    cost: {
      worstOfClient: ({ heavy }) => ({
        'most past bookings': () => ({ method: 'GET', url: '/auth/statement', headers: as(heavy) }),
      }),
    },
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
          costliestNotes().map(([name, notes]) => [name, () => json('PATCH', url, { notes })]),
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
    route: 'GET /auth/waitlist',
    access: 'record',
    ask: ({ service_id }) => get(`/auth/waitlist?service_id=${service_id}&place=FIXED_LOCATION`),
    own: 200,
  },
  {
    route: 'POST /auth/waitlist',
    access: 'profile',
    ask: ({ service_id, day }) => send('POST', '/auth/waitlist', waitFor(service_id, day)),
    own: 409, // there are free times
  },
  {
    route: 'DELETE /auth/waitlist',
    access: 'record',
    ask: () => ({ method: 'DELETE', url: `/auth/waitlist?id=${randomUUID()}` }),
    own: 404,
  },
  {
    route: 'POST /auth/waitlist-offer',
    access: 'record',
    ask: () =>
      send('POST', '/auth/waitlist-offer', { id: randomUUID(), answer: 'TAKE', selected_price: 8500 }),
    own: 410,
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
  open('/api/join/:token', 410, `/api/join/${'k'.repeat(43)}`),
  // Back to its page, which says that the link does not work.
  open('/join/:token/room', 303, `/join/${'k'.repeat(43)}/room`),
  // To the page of a visit, which says that the link does not work.
  open('/pay/:token', 303, `/pay/${'k'.repeat(43)}`),
  open('/api/visits/:token', 410, `${UNKNOWN_VISIT}`),
  open('/api/visits/:token/options', 410, `${UNKNOWN_VISIT}/options`),
  byLink('pay', { selected_prices: [{ line: 0, cents: 8500 }] }, { provider_requests: 2, rows: 2 }),
  byLink('cancel', { expected_cents: 0 }, { mails: 2, rows: 4 }),
  byLink('reschedule', {
    schedule_id: randomUUID(),
    date: '2026-03-05',
    start: '9:00 AM',
    base_updated_at: '2020-01-01T00:00:00.000Z',
  }),
  byLink('decline', {}),
  byLink('availability', {}),
  byLink('slots', { date: '2026-03-05', availabilities: [] }),
  byLink('explain-date', { date: '2026-03-05' }),
  byLink('forms', { phone_ending: '0000' }),
  byLink('submissions', {
    phone_ending: '0000',
    form_id: randomUUID(),
    form_updated_at: null,
    booking_id: null,
    responses: {},
  }),
  byLink('invitation', {}, { rows: 2 }),
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
];
