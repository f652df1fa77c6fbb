import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { EventCard } from '#web/events/event-card.tsx';
import type { CalendarEvent } from '#web/events/calendar-events.ts';

const rendered = (service: Partial<NonNullable<CalendarEvent['service']>>) => {
  const event: CalendarEvent = {
    id: 'tea',
    title: 'Tea blending',
    description: '',
    start: '2026-12-12T21:00:00.000Z',
    end: '2026-12-12T23:00:00.000Z',
    date: '2026-12-12',
    last_date: '2026-12-12',
    month_day: 'Dec 12',
    starts_at: '1:00 PM',
    ends_at: '3:00 PM',
    ends_on: null,
    zone_name: 'PST',
    location: 'Secret Studio',
    url: null,
    service: {
      id: 's1',
      type: 'HERBALISM',
      name: 'Tea Blending',
      spots: 3,
      bookable: true,
      opens_on: null,
      ...service,
    },
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <EventCard event={event} />
    </MemoryRouter>,
  );
};

test('a class links to its times while its day can be booked, and otherwise says why not', () => {
  expect(rendered({})).toContain('Book Tea Blending');
  const tooFar = rendered({ bookable: false, opens_on: 'Nov 12, 2026' });
  expect(tooFar).toContain('Booking opens Nov 12, 2026.');
  const sameDay = rendered({ bookable: false });
  expect(sameDay).toContain('Cannot book same-day appointments');
  const full = rendered({ spots: 0 });
  expect(full).toContain('No spots available');
  for (const markup of [tooFar, sameDay, full]) expect(markup).not.toContain('Book Tea Blending');
});
