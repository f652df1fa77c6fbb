import { practice } from '#content/public/practice.ts';
import type { CalendarEvent } from '#web/events/on-the-calendar.ts';

/** An event for search engines. Whatever is not at the studio is somewhere in the same city. */
export function jsonLdOf(event: CalendarEvent, siteUrl: string): object {
  const { studio } = practice;
  const atStudio = event.location === studio.short_name;
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    startDate: event.start,
    endDate: event.end,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: event.url ?? `${siteUrl}/events`,
    image: `${siteUrl}/og/default.png`,
    location: {
      '@type': 'Place',
      name: atStudio ? studio.name : event.location,
      address: {
        '@type': 'PostalAddress',
        ...(atStudio ? { streetAddress: studio.street, postalCode: studio.postal_code } : {}),
        addressLocality: studio.city,
        addressRegion: studio.region,
        addressCountry: studio.country,
      },
    },
    organizer: { '@type': 'Organization', name: practice.name, url: `${siteUrl}/` },
  };
}
