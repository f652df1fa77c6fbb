import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Booking } from '#contract/bookings.schemas.ts';
import { UpcomingList } from '#web/bookings/schedule/upcoming-list.tsx';

const booked = (id: string, start_time: string) =>
  ({
    id,
    service_type: 'YOGA',
    service_name: 'Chair Yoga',
    start_time,
    end_time: start_time,
    status: 'CONFIRMED',
  }) as Booking;
const wordsOf = (...starts: string[]) =>
  renderToString(
    <UpcomingList
      bookings={starts.map((start, at) => booked(String(at), start))}
      now={new Date('2026-10-25T12:00:00Z')}
    />,
  ).replace(/<[^>]*>/g, '');

it('names the zone once, or both if the clocks change in between', () => {
  expect(wordsOf('2026-10-30T16:00:00Z', '2026-10-31T16:00:00Z')).toMatch(
    /Oct 30, 9:00 AM(?! P).*Oct 31, 9:00 AM(?! P).*Times in PDT$/,
  );
  expect(wordsOf('2026-10-30T16:00:00Z', '2026-11-02T17:00:00Z')).toMatch(
    /Oct 30, 9:00 AM.*Nov 2, 9:00 AM.*Times in PDT, then PST$/,
  );
});
