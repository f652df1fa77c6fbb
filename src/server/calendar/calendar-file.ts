import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';

/** What a calendar is told of a booking: its row fits. Never notes, answers or recommendations. */
export type CalendarBooking = {
  id: string;
  service_name: string;
  start_time: Date;
  end_time: Date;
  status: string;
  location_type: string;
  location_name: string;
  /** Goes up with each change, so that a newer file replaces an older one. */
  sequence: number;
  updated_at: Date;
};

/** How often a calendar program asks for its feed again, in seconds. */
const ASK_AGAIN_SECONDS = 3600;

/**
 * Bookings as a calendar file (iCalendar), all times in UTC. A booking has the same UID in every file, mails
 * included; a cancelled one says so instead of vanishing, which calendars would not notice.
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
    calendar.createEvent({
      id: `booking-${booking.id}@${domain}`,
      sequence: booking.sequence,
      stamp: booking.updated_at,
      lastModified: booking.updated_at,
      start: booking.start_time,
      end: booking.end_time,
      summary: `${booking.service_name} · ${practice.name}`,
      location: placeOf(booking),
      url: `${site_url}/profile/schedule`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  // RFC 5545 §3.1: every line ends in CRLF, the last one too; the library leaves that one out.
  return `${calendar.toString()}\r\n`;
}

function placeOf({ location_type, location_name }: CalendarBooking): string {
  if (location_type === 'HOUSE_CALL') return 'At your home';
  if (location_type === 'VIRTUAL') return location_name || 'Online';
  const { studio } = practice;
  return `${location_name || studio.name}, ${studio.street}, ${studio.city}, ${studio.region} ${studio.postal_code}`;
}

/** Holds are no appointments yet, and a missed session is over. */
export function isInCalendar(status: string): boolean {
  return status === 'CONFIRMED' || status === 'COMPLETED' || status === 'CANCELLED';
}
