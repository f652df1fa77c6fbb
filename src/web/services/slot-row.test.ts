import { describe, expect, test } from 'vitest';
import type { Slot } from '#contract/services.schemas.ts';
import { dayFactsOf, dayStateOf, firstDay, nearestDay } from '#web/slots/day-text.ts';
import type { Availability } from '#web/slots/slot-queries.ts';
import { slotTimes, spotsText } from '#web/slots/slot-text.ts';
import { SLOT_BUTTONS, slotExplanation } from '#web/services/slot-row.tsx';
import type { CartItem } from '#web/api/cart-store.ts';

const slot = (over: Partial<Slot> = {}): Slot => ({
  start: '9:00 AM',
  end: '10:15 AM',
  duration: 75,
  schedule_id: 'rule',
  current_count: 0,
  ...over,
});

describe('the slot button (product.md §4.8)', () => {
  test.each([
    ['BOOKABLE', 'Book Slot', 'book'],
    ['SAME_SERVICE', 'Slot In Cart', 'cart'],
    ['TIME_OVERLAP', 'Service Conflict', 'cart'],
    ['CAPACITY_FULL', 'No Spots Available', null],
    ['INVALID_SLOT', 'Invalid Slot', null],
    ['UNAVAILABLE', 'Unavailable', null],
  ] as const)('%s is "%s"', (state, label, action) =>
    expect(SLOT_BUTTONS[state]).toMatchObject({ label, action }),
  );

  test('times are written in 12 h, however they were sent', () => {
    expect(slotTimes({ start: '09:00', end: '13:30' })).toBe('9:00 AM - 1:30 PM');
    expect(slotTimes({ start: 'soon', end: '10:00 AM' })).toBe('soon - 10:00 AM');
  });

  test('spots are shown only if the slot has a number of them', () => {
    expect(spotsText(slot({ available_spots: 6 }), 6)).toBe('(6 spots available)');
    expect(spotsText(slot({ available_spots: 2 }), 1)).toBe('(1 spot available)');
    expect(spotsText(slot({ available_spots: 0 }), 0)).toBe('(0 spots available)');
    expect(spotsText(slot(), 1)).toBe(null);
  });

  test('a conflict names the cart item that it overlaps, an invalid slot says so', () => {
    const marma = {
      selectedDate: '2026-05-11',
      slotData: { start: '10:00 AM', end: '10:45 AM' },
      service_name: 'Marma Session',
    } as CartItem;
    expect(slotExplanation('TIME_OVERLAP', slot(), '2026-05-11', [marma])).toBe(
      'Overlaps your Marma Session at 10:00 AM. Open the cart to choose between them.',
    );
    const late = { ...marma, slotData: { start: '11:15 PM', end: '12:00 AM' } } as CartItem;
    expect(
      slotExplanation('TIME_OVERLAP', slot({ start: '11:00 PM', end: '12:00 AM' }), '2026-05-11', [late]),
    ).toMatch(/^Overlaps your Marma Session at 11:15 PM\./);
    expect(slotExplanation('INVALID_SLOT', slot(), '2026-05-11', [])).toBe('Invalid slot data');
    expect(slotExplanation('BOOKABLE', slot(), '2026-05-11', [marma])).toBe(null);
  });
});

describe('the days of the calendar', () => {
  const availability: Availability = {
    schedule_ids: ['rule'],
    window: { earliest: '2026-05-08', latest: '2026-06-06' },
    days: [
      { date: '2026-05-08', open_slots: 0, reason: 'FULL' },
      { date: '2026-05-11', open_slots: 5 },
      { date: '2026-05-12', open_slots: 1 },
    ],
  };

  test('open with the day that a link has requested, if it can be booked', () => {
    expect(firstDay(availability, '2026-05-12')).toBe('2026-05-12');
    expect(firstDay(availability, '2026-05-07')).toBe('2026-05-11');
    expect(firstDay(availability, '2027-05-12')).toBe('2026-05-11');
  });

  test('open with the day that is nearest to a booking that is moved', () => {
    const days = ['2026-05-08', '2026-05-11', '2026-05-25'].map((date) => ({ date, open_slots: 1 }));
    expect(nearestDay({ ...availability, days }, '2026-05-24')).toBe('2026-05-25');
    expect(nearestDay({ ...availability, days }, '2026-05-18')).toBe('2026-05-11');
    expect(nearestDay(availability, '2026-05-08')).toBe('2026-05-11');
    expect(nearestDay({ ...availability, days: [] }, '2026-05-08')).toBeNull();
  });

  test('open with the first day that has a time, else the first that can be booked', () => {
    expect(firstDay(availability)).toBe('2026-05-11');
    expect(firstDay({ ...availability, days: [] })).toBe('2026-05-08');
  });

  test('outside the booking window are muted, but can be chosen and have the texts of product.md §2.20', () => {
    expect(dayFactsOf(availability, '2026-05-07')).toEqual({
      muted: true,
      label: 'Cannot book same-day appointments',
    });
    expect(dayFactsOf(availability, '2026-06-07')).toEqual({
      muted: true,
      label: 'This date is too far in the future to book',
    });
  });

  test('say how many times they have, or why they have none', () => {
    expect(dayFactsOf(availability, '2026-05-11')).toEqual({ marks: 5, label: '5 times available' });
    expect(dayFactsOf(availability, '2026-05-12').label).toBe('1 time available');
    expect(dayFactsOf(availability, '2026-05-08').label).toBe(
      'No available slots for this date. Every time of this day is taken.',
    );
    const closed = {
      date: '2026-05-08',
      open_slots: 0,
      reason: 'CLOSED',
      public_text: 'Closed until Sun, May 10',
    } as const;
    expect(dayFactsOf({ ...availability, days: [closed] }, '2026-05-08').label).toBe(
      'No available slots for this date. Closed until Sun, May 10.',
    );
    expect(dayStateOf(availability, '2026-05-09')).toEqual({ kind: 'none', why: null });
  });
});
