/**
 * The texts of empty screens: `title` is fixed by product.md §2, `line` is our own line below it, `action` a link.
 */
export const emptyTexts = {
  cart: {
    title: 'Your cart is empty',
    line: 'Nothing is kept here yet. A good place to begin is ninety minutes.',
  },
  upcoming: {
    title: 'No upcoming bookings',
    line: 'The next weeks are still wide open.',
    action: 'Find a time',
  },
  day: { title: 'No bookings for this date', line: 'A day without anywhere to be.' },
  journey: { title: 'No wellness journey started yet.', line: 'It begins with the first visit.' },
  notes: { title: 'No personal notes yet.', line: 'A line is enough. Only you can read it.' },
  forms: {
    title: 'No forms available at this time.',
    line: 'Nothing to fill in. Put the kettle on instead.',
  },
  forms_tile: { title: 'No Forms Required', line: 'All done.' },
  messages: { title: 'No new messages', line: 'Nalini writes on Tuesdays and Fridays.' },
  services: { title: '', line: 'Nothing of this kind here right now. Try another kind, or the other place.' },
  events_day: { title: '', line: 'Nothing on this day. The gate is still green.' },
  blog: { title: 'No blog posts available yet.', line: 'The kettle is on; the first one is being written.' },
  not_found: { title: 'Page Not Found', line: 'This path has grown over.' },
  coming_soon: { title: 'Coming Soon.', line: '' },
} as const;
