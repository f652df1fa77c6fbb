import { practice } from '#content/public/practice.ts';
import { localDateOf, localMinutesOf } from '#domain/time/zone.ts';
import type { CalendarEvent } from '#web/events/calendar-events.ts';

/** An event for search engines. An event outside the studio is in the same city. */
export function jsonLdOf(event: CalendarEvent, siteUrl: string): object {
  const { studio } = practice;
  const atStudio = event.location === studio.short_name;
  return {
    '@type': 'Event',
    name: event.title,
    description: event.description,
    startDate: isoAtPractice(event.start),
    endDate: isoAtPractice(event.end),
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

/** An instant with the practice's UTC offset, so that its date is the local one. */
export function isoAtPractice(instant: string): string {
  const date = localDateOf(instant, practice.zone);
  const minutes = localMinutesOf(instant, practice.zone);
  const offset = Date.parse(date) / 60_000 + minutes - Math.floor(Date.parse(instant) / 60_000);
  const sign = offset < 0 ? '-' : '+';
  return `${date}T${clock(minutes)}:00${sign}${clock(Math.abs(offset))}`;
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
