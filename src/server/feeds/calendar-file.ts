import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { JOIN_MINUTES } from '#domain/visits/joining.ts';

/** The data of a booking in a calendar file. Never notes, answers or recommendations. */
export type CalendarBooking = {
  id: string;
  service_name: string;
  start_time: Date;
  end_time: Date;
  status: string;
  location_type: string;
  location_name: string;
  /** Increases with each change, so that a newer file replaces an older one. */
  sequence: number;
  updated_at: Date;
  /** The client's link, if it is online. */
  join_url?: string | null;
};

/** How often calendar programs should refresh the feed, in seconds. */
const ASK_AGAIN_SECONDS = 3600;

/**
 * Formats bookings as a calendar file (iCalendar), with all times in UTC. A booking has the same UID in every file,
 * mails included. A cancelled booking is marked as such instead of left out, which calendars would not notice.
 */
export function calendarFileOf(
  bookings: readonly CalendarBooking[],
  { site_url }: { site_url: string },
): string {
  const domain = privatePractice.mail_sender.address.split('@')[1];
  const calendar = ical({
    name: practice.name,
    prodId: { company: practice.name, product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: ASK_AGAIN_SECONDS,
  });
  for (const booking of bookings) {
    const cancelled = booking.status === 'CANCELLED';
    const join = cancelled ? null : booking.join_url;
    calendar.createEvent({
      id: `booking-${booking.id}@${domain}`,
      sequence: booking.sequence,
      stamp: booking.updated_at,
      lastModified: booking.updated_at,
      start: booking.start_time,
      end: booking.end_time,
      summary: `${booking.service_name} · ${practice.name}`,
      location: placeOf(booking),
      url: join ?? `${site_url}/profile/schedule`,
      ...(join && { description: `Join online: ${join}\nThe link opens ${JOIN_MINUTES} minutes before.` }),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  // RFC 5545 §3.1: every line ends in CRLF, including the last one, where the library omits it.
  return `${calendar.toString()}\r\n`;
}

function placeOf({ location_type, location_name }: CalendarBooking): string {
  if (location_type === 'HOUSE_CALL') return 'At your home';
  if (location_type === 'VIRTUAL') return location_name || 'Online';
  const { studio } = practice;
  return `${location_name || studio.name}, ${studio.street}, ${studio.city}, ${studio.region} ${studio.postal_code}`;
}

/** Holds are not appointments yet, and a no-show is over. */
export function isInCalendar(status: string): boolean {
  return status === 'CONFIRMED' || status === 'COMPLETED' || status === 'CANCELLED';
}
