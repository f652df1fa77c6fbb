import { randomUUID } from 'node:crypto';
import { SERVICE_LIMITS } from '#domain/money/service-fields.ts';
import { json } from './cost-row.ts';
import { classOfClients } from './heavy-clients.ts';
import { get, PROFILE, type Row, send, staff } from './route-row.ts';

/** Clients as staff know them, and what is written to them (rules.md §9). */
export const STAFF_CLIENT_ROWS: readonly Row[] = [
  {
    ...staff('GET /api/staff/clients'),
    cost: {
      worst: () => ({
        'the longest text': () => ({ method: 'GET', url: `/api/staff/clients?q=${'%25_%20'.repeat(33)}` }),
        'what most match': () => ({ method: 'GET', url: '/api/staff/clients?q=e' }),
        'the dearest filter': () => ({
          method: 'GET',
          url: '/api/staff/clients?q=e&filter=BALANCE&sort=NEXT_VISIT',
        }),
      }),
    },
  },
  {
    ...staff('GET /api/staff/clients/:id'),
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}`),
  },
  {
    ...staff('GET /api/staff/clients/:id/statement'),
    ask: ({ user_id }) => get(`/api/staff/clients/${user_id}/statement`),
    cost: {
      worst: ({ heavy }) => ({
        'most past bookings': () => ({
          method: 'GET',
          url: `/api/staff/clients/${heavy.user_id}/statement`,
        }),
      }),
    },
  },
  {
    ...staff('POST /api/staff/clients/:id/reveal-statement'),
    ask: ({ user_id }) =>
      send('POST', `/api/staff/clients/${user_id}/reveal-statement`, {
        action_id: randomUUID(),
        period: '2026-01',
      }),
    cost: { client: { rows: 1 } },
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
    cost: { client: { rows: 3 } },
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
        marked_known: true,
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
    cost: { client: { mails: 1, rows: 2 } },
  },
  {
    ...staff('POST /api/staff/classes/:service_id/:start/message', 404), // no such class
    ask: ({ service_id }) =>
      send('POST', `/api/staff/classes/${service_id}/20200101T000000Z/message`, {
        action_id: randomUUID(),
        subject: 'About our class',
        text: 'Please bring a blanket.',
      }),
    cost: {
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
    },
  },
  {
    ...staff('POST /api/staff/bookings/:id/form-reminder'),
    ask: ({ next_booking }) =>
      send('POST', `/api/staff/bookings/${next_booking}/form-reminder`, { action_id: randomUUID() }),
    cost: { client: { mails: 1, rows: 2 } },
  },
];
