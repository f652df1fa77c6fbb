import { randomUUID } from 'node:crypto';
import { json } from './cost-row.ts';
import { type Row, send, staff } from './route-row.ts';

/** How the practice works, and what its mails say (rules.md §9). */
export const STAFF_SETTINGS_ROWS: readonly Row[] = [
  // staff: settings
  staff('GET /api/staff/settings'),
  ...Object.entries({
    reminders: { on: true },
    notices: { when: 'DAILY' },
    online: { room_url: 'https://meet.example/room', know: 'Please have a pen.' },
    statements: { license: 'OR 4711', tax_number: '93-0001112' },
    limits: {
      sessions_a_day: 3,
      hours_a_week: null,
      break_minutes: 45,
      break_from: '11:30',
      break_until: '14:00',
    },
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
    cost: {
      worst: () => ({
        'the longest line': () =>
          json('POST', '/api/staff/mail-lines/booking-confirmed/preview', { text: '<&"\n'.repeat(150) }),
      }),
    },
  },
  {
    ...staff('POST /api/staff/mail-lines/:kind/test'),
    ask: () =>
      send('POST', '/api/staff/mail-lines/reminder/test', {
        action_id: randomUUID(),
        text: 'The kettle is on.',
      }),
    cost: { client: { mails: 1, rows: 2 } },
  },
  staff('GET /api/staff/calendar-feed'),
  {
    ...staff('POST /api/staff/calendar-feed', 201),
    ask: () => send('POST', '/api/staff/calendar-feed', { detail: 'BUSY' }),
    cost: { client: { rows: 1 } },
  },
  {
    ...staff('DELETE /api/staff/calendar-feed', 204),
    ask: () => ({ method: 'DELETE', url: '/api/staff/calendar-feed' }),
  },
];
