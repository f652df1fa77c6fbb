import { expect, test } from 'vitest';
import { journeyOf } from '#domain/visits/journey.ts';

const NOW = new Date('2026-05-07T16:00:00Z');
const booking = (id: string, date: string, status: string) => ({
  id,
  service_type: 'YOGA',
  service_name: 'Yoga',
  start_time: `${date}T14:00:00Z`,
  end_time: `${date}T15:00:00Z`,
  status,
  amount: 85,
});

test('the start, then past sessions that took place, oldest first, with all their fields', () => {
  const items = journeyOf(
    '2026-01-01T10:00:00Z',
    [
      booking('confirmed', '2026-05-01', 'CONFIRMED'),
      booking('completed', '2026-02-01', 'COMPLETED'),
      booking('cancelled', '2026-03-01', 'CANCELLED'),
      booking('missed', '2026-03-02', 'NO_SHOW'),
      booking('to come', '2026-06-01', 'CONFIRMED'),
    ],
    NOW,
  );
  expect(items[0]).toEqual({
    id: 'journey-start',
    date: '2026-01-01T10:00:00Z',
    isUserCreation: true,
    service_type: '',
    service_name: 'Wellness Journey Started',
    detail: 'This marks the beginning of your wellness journey!',
  });
  expect(items.slice(1)).toEqual([
    {
      ...booking('completed', '2026-02-01', 'COMPLETED'),
      date: '2026-02-01T14:00:00Z',
      isUserCreation: false,
    },
    {
      ...booking('confirmed', '2026-05-01', 'CONFIRMED'),
      date: '2026-05-01T14:00:00Z',
      isUserCreation: false,
    },
  ]);
});

test('the start stays first, also before an older session; without created_at there is none', () => {
  const old = booking('old', '2025-02-01', 'COMPLETED');
  expect(journeyOf('2026-01-01T10:00:00Z', [old], NOW).map((item) => item.id)).toEqual([
    'journey-start',
    'old',
  ]);
  expect(journeyOf(null, [], NOW)).toEqual([]);
});
