/**
 * One warm line and one action under the text of an empty screen. `spec` is that text as product.md §2 fixes it, so that
 * the screen can be found from it.
 */
export const emptyWords = {
  cart: {
    spec: 'Your cart is empty',
    line: 'Nothing is kept here yet. A good place to begin is ninety minutes.',
  },
  upcoming: {
    spec: 'No upcoming bookings',
    line: 'The next weeks are still wide open.',
    action: 'Find a time',
  },
  day: { spec: 'No bookings for this date', line: 'A day without anywhere to be.' },
  journey: { spec: 'No wellness journey started yet.', line: 'It begins with the first visit.' },
  notes: { spec: 'No personal notes yet.', line: 'A line is enough. Only you can read it.' },
  forms: { spec: 'No forms available at this time.', line: 'Nothing to fill in. Put the kettle on instead.' },
  forms_tile: { spec: 'No Forms Required', line: 'All done.' },
  messages: { spec: 'No new messages', line: 'Nalini writes on Tuesdays and Fridays.' },
  services: { spec: '', line: 'Nothing of this kind here right now. Try another kind, or the other place.' },
  events_day: { spec: '', line: 'Nothing on this day. The gate is still green.' },
  blog: { spec: 'No blog posts available yet.', line: 'The kettle is on; the first one is being written.' },
  not_found: { spec: 'Page Not Found', line: 'This path has grown over.' },
  coming_soon: { spec: 'Coming Soon.', line: '' },
} as const;
