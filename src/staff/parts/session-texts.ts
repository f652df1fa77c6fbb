import { ordinal } from '#domain/text/sentences.ts';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { addressLines, verificationMark } from '#domain/people/address.ts';
import type { BookingStatus } from '#domain/visits/booking.ts';
import { formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { firstOf } from '#domain/people/personal.ts';
import type { Reach } from '#domain/visits/reach.ts';
import type { Show } from '#staff/parts/privacy.ts';
import { now } from '#web/ui/use-now.ts';

const FORMER_CLIENT = 'Former client';
/** The client's full name, or 'Former client' after the account was deleted. */
export const clientName = ({ client }: { client: { name: string } | null }): string =>
  client?.name ?? FORMER_CLIENT;
/** The same with the last initial: 'Maren K.' */
export const shortClientName = ({ client }: { client: { short_name: string } | null }): string =>
  client?.short_name ?? FORMER_CLIENT;

/** How the client of a session is reached, before a plan says more. */
export const contactOf = ({
  id,
  start_time,
  client,
}: Pick<SessionRow, 'id' | 'start_time' | 'client'>): Reach => ({
  booking: id,
  start_time,
  client,
  way: client === null ? 'FORMER' : client.has_email ? 'MAIL' : 'NO_ADDRESS',
  refund: 'NOTHING_PAID',
  refund_cents: 0,
  by_hand_cents: 0,
});

/** The first name for sentences: 'Mark Maren as a no-show?' */
export const firstName = ({ client }: Pick<SessionRow, 'client'>): string =>
  client ? firstOf(client.name) : 'this client';

/** Where it takes place: the address of a house call, 'Online', or the name of the studio. */
export function placeText(
  { place, location_name, ...at }: Pick<SessionRow, 'place' | 'location_name' | 'address'>,
  show: Show,
): string {
  const address = show(at.address);
  if (place === 'HOUSE_CALL')
    return addressLines(address).join(', ') + verificationMark(address) || 'House call';
  return place === 'VIRTUAL' ? 'Online' : location_name;
}

/** Whom a text about a session goes to, and what it says. One that has begun needs no reminder. */
export const textOf = (session: SessionRow, show: Show) => {
  const { start_time, status } = session;
  const visit = { start_time, place: placeText(session, show) };
  const isAhead = Date.parse(start_time) > now().getTime();
  const visits = status === 'CANCELLED' ? [{ ...visit, fate: 'CANCELLED' as const }] : [visit];
  return { client: session.client!, visits: isAhead ? visits : [] };
};

/** The way to a session: to a house call, which phones open in their map, or into the online room; null without either. */
export function wayTo(
  { address, room }: Pick<SessionRow, 'address' | 'room'>,
  show: Show,
): { href: string; label: string } | null {
  if (room) return { href: room, label: 'Start' };
  const destination = addressLines(show(address)).join(', ');
  if (!destination) return null;
  return {
    href: `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`,
    label: 'Directions',
  };
}

/** 'Rescheduled to Wed 9 Dec, 11:30 AM.' */
export const rescheduledText = ({ start_time }: Pick<SessionRow, 'start_time'>) =>
  `Rescheduled to ${formatDayTime(start_time, practice.zone)}.`;

/** '4th visit', or '4th visit, last on 12 Nov' */
export function nthVisitText(visits: number, last_visit: string | null, zone: string): string | null {
  if (visits <= 0) return null;
  const nth = visits === 1 ? 'First visit' : `${ordinal(visits)} visit`;
  // The day is not broken over two lines.
  const day = last_visit && formatDayOf(last_visit, zone).replaceAll(' ', '\u00a0');
  return day ? `${nth}, last on ${day}` : nth;
}

/** What another device changed: 'moved to Thu 10 Dec, 2:00 PM'. */
export function changeText(before: SessionRow, after: SessionRow, zone: string): string {
  if (before.client && !after.client) return 'the client’s account was deleted';
  if (before.status !== after.status) {
    switch (after.status) {
      case 'CANCELLED':
        return 'cancelled';
      case 'NO_SHOW':
        return 'marked as a no-show';
      case 'COMPLETED':
        return before.status === 'NO_SHOW' ? 'marked as attended' : 'completed';
      case 'CONFIRMED':
        return 'confirmed';
      case 'PENDING':
      case 'WAITLISTED':
        return 'its status changed';
    }
  }
  if (before.start_time !== after.start_time) return `moved to ${formatDayTime(after.start_time, zone)}`;
  if (!before.arrived_at && after.arrived_at) return 'marked as arrived';
  if (before.arrived_at && !after.arrived_at) return 'marked as not arrived';
  return 'its details changed';
}

const STATUS_LABELS: Readonly<Record<BookingStatus, string>> = {
  CONFIRMED: 'Confirmed',
  PENDING: 'Being paid',
  CANCELLED: 'Cancelled',
  COMPLETED: 'Completed',
  WAITLISTED: 'Waitlisted',
  NO_SHOW: 'No-show',
};
export const statusLabel = (status: BookingStatus): string => STATUS_LABELS[status];

/** How many seats of a class are taken. */
export const seatsLabel = ({ taken, capacity }: { taken: number; capacity: number }) =>
  taken === 0 ? 'no seats taken yet' : `${taken} of ${capacity}`;

export const clientPath = (id: string) => `/clients/${encodeURIComponent(id)}`;
/** Where staff write about a visit. */
export const notesPath = (booking_id: string) => `/bookings/${booking_id}/notes`;
export const bookingPath = (id: string) => `/bookings/${id}`;
/** The same again: the screen that books for a client, with client and service chosen. */
export const bookAgainPath = (client_id: string, service_id: string) =>
  `/book?${new URLSearchParams({ client: client_id, service: service_id })}`;
/** 20261208T210000Z, as in the address of a class roster. */
const compactInstant = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
type Occurrence = { service_id: string; start_time: string };
/** One date of a class, as calls name it. */
export const classParams = ({ service_id, start_time }: Occurrence) => ({
  service_id,
  start: compactInstant(start_time),
});
export const classPath = ({ service_id, start_time }: Occurrence) =>
  `/classes/${service_id}/${compactInstant(start_time)}`;
