import { expect, test } from 'vitest';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import type { Client } from '#contract/clients.schemas.ts';
import { HIDDEN, hideNames, usable } from '#staff/parts/privacy.ts';

const contact = { phone: '+14155550100', email: 'al@example.com' };
const names = { name: 'Al Keller', short_name: 'Al K.', first_name: 'Al', last_name: 'Keller' };
const panel = {
  booking: {
    id: 'b1',
    service_name: 'Al Fresco Yoga',
    client: { id: 'u1', ...names, ...contact, has_email: true },
    address: { street_address: '1 Garden Lane' },
  },
  client: { id: 'u1', ...names, ...contact, pronouns: 'he/him', photo: 'https://example.com/al.webp' },
  money: {
    refunds: [{ cents: 100, reason: 'Al asked' }],
    offline_payments: [{ cents: 100, note: 'From Al Keller' }],
  },
  history: [
    {
      at: '2026-12-01T10:00:00.000Z',
      text: 'Rescheduled by Al: Alas → Almost',
      private_text: 'Rescheduled by A.: Alas → Almost',
      message: 'Dear Al',
    },
  ],
} as unknown as BookingPanel;

test('a booking shows initials, no way to reach the client, and nothing that was written', () => {
  const hidden = hideNames(panel);
  expect(hidden.booking).toMatchObject({
    service_name: 'Al Fresco Yoga',
    address: null,
    client: { id: 'u1', name: 'A. K.', short_name: 'A. K.', phone: HIDDEN, has_email: true },
  });
  expect(hidden.client).toMatchObject({ first_name: 'A.', pronouns: null, photo: null, email: HIDDEN });
  expect(hidden.history[0]).toMatchObject({ text: 'Rescheduled by A.: Alas → Almost', message: null });
  expect(JSON.stringify(hidden)).not.toMatch(
    /Al Keller|Al asked|Dear Al|Garden|4155550100|example\.com|Rescheduled by Al:/,
  );
});

test('in lists, pages of lists and sentences; what names nobody stays', () => {
  const client = { ...names, ...contact, phone: null, address: null } as unknown as Client;
  const time_off = [{ reason: 'Dentist' }];
  expect(hideNames({ pages: [{ clients: [client] }], client_name: 'Al Keller', time_off })).toEqual({
    pages: [
      {
        clients: [
          {
            name: 'A. K.',
            short_name: 'A. K.',
            first_name: 'A.',
            last_name: '',
            phone: null,
            email: HIDDEN,
            address: null,
          },
        ],
      },
    ],
    client_name: 'A. K.',
    time_off,
  });
  expect(hideNames({ staff: [{ name: 'Nalini Brandt' }] })).toEqual({ staff: [{ name: 'Nalini Brandt' }] });
});

test('a hidden number cannot be called', () => {
  expect([usable('+14155550100'), usable(HIDDEN), usable(''), usable(null)]).toEqual([
    '+14155550100',
    null,
    null,
    null,
  ]);
});
