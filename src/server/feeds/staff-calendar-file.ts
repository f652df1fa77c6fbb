import ical, { ICalCalendarMethod } from 'ical-generator';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import type { FeedAppointment } from './store.ts';

/** How often calendar programs should refresh the feed, in seconds. */
const ASK_AGAIN_SECONDS = 3600;

/**
 * Formats the practice's appointments for a member of staff, one entry each. The address is the only credential, so it
 * has no names: BUSY says only that the time is taken, INITIALS the client's initials and the service.
 */
export function staffCalendarFileOf(
  appointments: readonly FeedAppointment[],
  detail: 'BUSY' | 'INITIALS',
  site_url: string,
): string {
  const domain = privatePractice.mail_sender.address.split('@')[1];
  const calendar = ical({
    name: `${practice.name}: sessions`,
    prodId: { company: practice.name, product: 'Sessions', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: ASK_AGAIN_SECONDS,
  });
  for (const appointment of appointments)
    calendar.createEvent({
      id: `appointment-${appointment.id}@${domain}`,
      sequence: appointment.sequence,
      stamp: appointment.changed_at,
      lastModified: appointment.changed_at,
      start: appointment.start_time,
      end: appointment.end_time,
      summary: detail === 'BUSY' ? 'Busy' : summaryOf(appointment),
      ...(detail === 'BUSY' ? {} : { url: `${site_url}/staff/calendar` }),
    });
  // RFC 5545 §3.1: every line ends in CRLF, including the last one, where the library omits it.
  return `${calendar.toString()}\r\n`;
}

function summaryOf({ service_name, capacity, booked, initials }: FeedAppointment): string {
  if (capacity > 1) return `${service_name}, ${booked} of ${capacity}`;
  return initials ? `${initials} · ${service_name}` : service_name;
}
