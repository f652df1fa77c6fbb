import { randomUUID } from 'node:crypto';
import { addDays } from '#domain/time/calendar.ts';
import { get, send, staff, type Row } from './route-row.ts';
import { waitFor } from './client-booking-routes.ts';
import { json } from './cost-row.ts';

const A_CALENDAR = { address: 'webcal://10.0.0.1/basic.ics', all_day: 'AS_MARKED' };

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
  [409, () => ({ kind: 'END_TIME_OFF', series_id: randomUUID(), last: FAR_DAY })],
  [409, () => ({ kind: 'SKIP_DATE', rule_id: randomUUID(), date: FAR_DAY, reason: 'Away' })],
  [409, () => ({ kind: 'RESTORE_DATE', rule_id: randomUUID(), date: FAR_DAY })],
];
const classChanges = [
  { kind: 'RESCHEDULE', start: '2029-12-24T18:00:00.000Z' },
  { kind: 'CANCEL' },
  { kind: 'SET_SEATS', seats: 5 },
  { kind: 'STOP_BOOKING' },
];
const seriesChanges = classChanges.slice(0, 2);
/** A time that is over, so that staff are warned. */
const LONG_AGO = '2026-01-05T18:00:00.000Z';

/** Staff: where sessions are put, and the week. */
export const STAFF_PLACEMENT_ROWS: readonly Row[] = [
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
    cost: {
      worst: ({ agenda: { from } }) => ({
        'a full day': () => ({ method: 'GET', url: `/api/staff/explain?date=${from}&time=10:00` }),
      }),
    },
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
  {
    ...staff('POST /api/staff/bookings', 409),
    ask: ({ service_id, user_id }) =>
      send('POST', '/api/staff/bookings', {
        action_id: randomUUID(),
        client_id: user_id,
        service_id,
        place: 'FIXED_LOCATION',
        starts: [LONG_AGO],
        price_cents: 8500,
        payment: 'LATER',
        paid_by: 'CASH',
        accept: [],
        notify: true,
        ask_for_forms: false,
      }),
  },
  staff('GET /api/staff/hours'),
  {
    // An address that is not public is not even connected to.
    ...staff('POST /api/staff/busy-calendars/preview', 422),
    ask: () => send('POST', '/api/staff/busy-calendars/preview', A_CALENDAR),
  },
  {
    ...staff('POST /api/staff/busy-calendars', 422),
    ask: () => send('POST', '/api/staff/busy-calendars', { action_id: randomUUID(), ...A_CALENDAR }),
  },
  {
    ...staff('DELETE /api/staff/busy-calendars/:id', 404),
    ask: () => ({
      method: 'DELETE',
      url: `/api/staff/busy-calendars/${randomUUID()}`,
      payload: { action_id: randomUUID() },
    }),
  },
  ...weekChanges.map(([own, changeOf]): Row => ({
    ...staff('POST /api/staff/hours/preview', own),
    ask: ({ service_id }) => send('POST', '/api/staff/hours/preview', { change: changeOf(service_id) }),
    cost: {
      worst: ({ agenda: { from, to } }) => {
        const off = {
          kind: 'ADD_TIME_OFF',
          from,
          from_time: null,
          to_time: null,
          reason: '',
          shows_end: false,
        };
        const preview = (more: object) => () =>
          json('POST', '/api/staff/hours/preview', { change: { ...off, ...more } });
        return {
          'six full weeks off': preview({ to }),
          'a year of weeks with one day': preview({ to: addDays(from, 5), until: addDays(from, 364) }),
        };
      },
    },
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
      cost: {
        worst: ({ agenda }) => ({
          'a large class': () =>
            json('POST', `/api/staff/classes/${agenda.roster}/preview`, { change: { kind: 'CANCEL' } }),
        }),
      },
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
  ...seriesChanges.flatMap((change): Row[] => [
    {
      // The booking is no part of a series.
      ...staff('POST /api/staff/bookings/:id/series/preview', 409),
      ask: ({ next_booking }) =>
        send('POST', `/api/staff/bookings/${next_booking}/series/preview`, { change }),
    },
    {
      ...staff('POST /api/staff/bookings/:id/series/apply', 409),
      ask: ({ next_booking }) =>
        send('POST', `/api/staff/bookings/${next_booking}/series/apply`, {
          action_id: randomUUID(),
          preview_hash: 'x',
          change,
          decisions: [],
          message: 'I’m at the dentist.',
        }),
    },
  ]),
  {
    ...staff('POST /api/staff/days/:date/cancel/preview'),
    ask: () => send('POST', `/api/staff/days/${FAR_DAY}/cancel/preview`, { from: '09:00', to: '12:00' }),
    cost: {
      worst: ({ agenda }) => ({
        'a full day': () =>
          json('POST', `/api/staff/days/${agenda.from}/cancel/preview`, { from: null, to: null }),
      }),
    },
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
  staff('GET /api/staff/waitlist'),
  {
    ...staff('POST /api/staff/waitlist', 409), // there are free times
    ask: ({ service_id, day, user_id }) =>
      send('POST', '/api/staff/waitlist', {
        action_id: randomUUID(),
        client_id: user_id,
        ...waitFor(service_id, day),
      }),
  },
  {
    ...staff('POST /api/staff/waitlist/:id/offer', 404),
    ask: () =>
      send('POST', `/api/staff/waitlist/${randomUUID()}/offer`, {
        action_id: randomUUID(),
        start: LONG_AGO,
        reason: 'She drives an hour',
      }),
  },
  {
    ...staff('DELETE /api/staff/waitlist/:id', 404),
    ask: () => ({
      method: 'DELETE',
      url: `/api/staff/waitlist/${randomUUID()}`,
      payload: { action_id: randomUUID() },
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
  staff('GET /api/staff/news'),
  {
    ...staff('POST /api/staff/news/seen', 204),
    ask: () => send('POST', '/api/staff/news/seen', { action_id: randomUUID(), until: LONG_AGO }),
  },
  {
    ...staff('GET /api/staff/audit-log'),
    ask: ({ user_id }) => get(`/api/staff/audit-log?client=${user_id}&kind=READ`),
  },
];
