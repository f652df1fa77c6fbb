import { describe, expect, test } from 'vitest';
import { cartOverlap, type ConflictItem, remainingSpots, slotState } from '#domain/checkout/conflicts.ts';

const DATE = '2026-05-11';
const consultation = { id: 'consultation', format: 'ONE_ON_ONE' };
const yoga = { id: 'yoga', format: 'GROUP' };
const item = (serviceId: string, start: string, end: string, selectedDate = DATE): ConflictItem => ({
  serviceId,
  selectedDate,
  slotData: { start, end },
});
const nine = { start: '9:00 AM', end: '10:00 AM' };

describe('slot against cart', () => {
  test.each([
    ['an empty cart', nine, consultation, [], 'BOOKABLE'],
    [
      'same service, same times',
      nine,
      consultation,
      [item('consultation', '9:00 AM', '10:00 AM')],
      'SAME_SERVICE',
    ],
    [
      'times are compared, not texts',
      nine,
      consultation,
      [item('consultation', '09:00', '10:00:00')],
      'SAME_SERVICE',
    ],
    [
      'same service, overlapping',
      nine,
      consultation,
      [item('consultation', '9:30 AM', '10:30 AM')],
      'TIME_OVERLAP',
    ],
    [
      'another service, same times',
      nine,
      consultation,
      [item('yoga', '9:00 AM', '10:00 AM')],
      'TIME_OVERLAP',
    ],
    ['another service inside', nine, consultation, [item('yoga', '9:15 AM', '9:30 AM')], 'TIME_OVERLAP'],
    ['touching is no overlap', nine, consultation, [item('yoga', '10:00 AM', '11:00 AM')], 'BOOKABLE'],
    [
      'another date',
      nine,
      consultation,
      [item('consultation', '9:00 AM', '10:00 AM', '2026-05-12')],
      'BOOKABLE',
    ],
    [
      'an overlap first in the cart does not hide the same slot',
      nine,
      consultation,
      [item('yoga', '9:30 AM', '11:00 AM'), item('consultation', '9:00 AM', '10:00 AM')],
      'SAME_SERVICE',
    ],
    [
      'noon is after 11 AM',
      { start: '11:30 AM', end: '12:30 PM' },
      consultation,
      [item('yoga', '12:00 PM', '1:00 PM')],
      'TIME_OVERLAP',
    ],
    [
      'a session until midnight',
      { start: '11:30 PM', end: '12:00 AM' },
      consultation,
      [item('yoga', '11:00 PM', '11:45 PM')],
      'TIME_OVERLAP',
    ],
    ['a class with spots', { ...nine, available_spots: 2 }, yoga, [], 'BOOKABLE'],
    ['a class without spots', { ...nine, available_spots: 0 }, yoga, [], 'CAPACITY_FULL'],
    ['a class that does not tell', nine, yoga, [], 'UNAVAILABLE'],
    ['one-to-one is always one spot', { ...nine, available_spots: 0 }, consultation, [], 'BOOKABLE'],
    ['no slot', null, consultation, [], 'INVALID_SLOT'],
    ['no service', nine, undefined, [], 'INVALID_SLOT'],
    ['no start', { start: '', end: '10:00' }, consultation, [], 'INVALID_SLOT'],
    ['no time', { start: 'soon', end: '10:00' }, consultation, [], 'INVALID_SLOT'],
  ] as const)('%s', (_, slot, service, cart, state) =>
    expect(slotState(slot, DATE, service, cart)).toBe(state),
  );
  test('no date', () => expect(slotState(nine, '', consultation, [])).toBe('INVALID_SLOT'));
});

test('remaining spots: one less for each session in the cart with identical times', () => {
  const slot = { ...nine, available_spots: 3 };
  const cart = [
    item('yoga', '09:00', '10:00'),
    item('yoga', '9:00 AM', '10:30 AM'),
    item('yoga', '9:00 AM', '10:00 AM', '2026-05-18'),
  ];
  expect(remainingSpots(slot, DATE, yoga, cart)).toBe(2);
  expect(remainingSpots(slot, DATE, consultation, cart)).toBe(1);
});

describe('a cart against itself', () => {
  const at = (start: string, end: string, buffer: number) => {
    const end_time = new Date(`2026-05-11T${end}:00Z`);
    return {
      start_time: new Date(`2026-05-11T${start}:00Z`),
      end_time,
      blocked_until: new Date(end_time.getTime() + buffer * 60_000),
    };
  };
  test('sessions that fit, the buffer filled to the minute', () => {
    expect(cartOverlap([at('10:15', '11:00', 15), at('09:00', '10:00', 15)])).toBeNull();
    expect(cartOverlap([])).toBeNull();
  });
  test('the buffer of the earlier one counts, not that of the later one', () => {
    const early = at('09:00', '10:00', 15);
    const late = at('10:10', '11:00', 0);
    expect(cartOverlap([late, early])).toEqual([early, late]);
    expect(cartOverlap([at('09:00', '10:00', 0), at('10:00', '11:00', 60)])).toBeNull();
  });
  test('a short session between does not hide a long one', () => {
    const long = at('09:00', '12:00', 0);
    expect(cartOverlap([long, at('11:00', '11:30', 0)])?.[0]).toBe(long);
  });
});
