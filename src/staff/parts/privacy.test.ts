import { describe, expect, test } from 'vitest';
import type { BookingPanel } from '#contract/agenda.schemas.ts';
import { initialsOf, privatePanel } from '#staff/parts/privacy.ts';

const client = { id: 'u1', name: 'Al Keller', short_name: 'Al K.', visits: 2, phone: '+14155550100' };
const panel = {
  booking: { id: 'b1', client, address: { street_address: '1 Garden Lane' } },
  client: {
    id: 'u1',
    name: 'Al Keller',
    first_name: 'Al',
    pronouns: 'he/him',
    phone: '+14155550100',
    email: 'al@example.com',
    photo: 'https://example.com/al.webp',
  },
  money: { refunds: [{ reason: 'Al asked' }], offline_payments: [{ note: 'From Al Keller' }] },
  history: [
    { at: '2026-12-01T10:00:00.000Z', text: 'Booked by Al', message: null },
    { at: '2026-12-02T10:00:00.000Z', text: 'Rescheduled by Al: Alas → Almost', message: 'Dear Al' },
  ],
} as unknown as BookingPanel;

describe('with Privacy', () => {
  test.each([
    ['Maren K.', 'M. K.'],
    ['Ana María de la Cruz', 'A. M. D. L. C.'],
    ['', ''],
  ])('%s is %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

  test('a booking shows no name, no way to reach the client, and nothing that was written', () => {
    const hidden = privatePanel(panel);
    expect(hidden.booking.client).toMatchObject({ name: 'A. K.', short_name: 'A. K.', phone: null });
    expect(hidden.client).toMatchObject({
      name: 'A. K.',
      first_name: 'A.',
      phone: null,
      email: '',
      photo: null,
    });
    expect(hidden.history.map(({ text }) => text)).toEqual([
      'Booked by A.',
      'Rescheduled by A.: Alas → Almost',
    ]);
    expect(JSON.stringify(hidden)).not.toMatch(/Al Keller|Al asked|Dear Al|Garden|4155550100|example\.com/);
  });
});
