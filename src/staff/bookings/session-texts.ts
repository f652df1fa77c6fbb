import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import { addressLines } from '#domain/address.ts';
import type { BookingStatus } from '#domain/booking.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';

/** The client's full name, or 'Former client' after the account was deleted. */
export const clientName = ({ client }: Pick<SessionRow, 'client'>): string => client?.name ?? 'Former client';

/** The first name for sentences: 'Mark Maren as a no-show?' */
export const firstName = ({ client }: Pick<SessionRow, 'client'>): string =>
  client?.name.split(' ')[0] ?? 'this client';

/** Where it takes place: the address of a house call, 'Online', or the name of the studio. */
export function placeText({
  place,
  location_name,
  address,
}: Pick<SessionRow, 'place' | 'location_name' | 'address'>) {
  if (place === 'HOUSE_CALL') return addressLines(address).join(', ') || 'House call';
  return place === 'VIRTUAL' ? 'Online' : location_name;
}

/** The way to a house call. Phones open it in their map; null without an address. */
export function directionsUrl({ address }: Pick<SessionRow, 'address'>): string | null {
  const destination = addressLines(address).join(', ');
  if (!destination) return null;
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`;
}

/** 'Rescheduled to Wed 9 Dec, 11:30 AM.' */
export const rescheduledText = ({ start_time }: Pick<SessionRow, 'start_time'>) =>
  `Rescheduled to ${formatDayOf(start_time, practice.zone)}, ${formatClock(start_time, practice.zone)}.`;

const STATUS_LABELS: Readonly<Record<BookingStatus, string>> = {
  CONFIRMED: 'Confirmed',
  PENDING: 'Being paid',
  CANCELLED: 'Cancelled',
  COMPLETED: 'Completed',
  WAITLISTED: 'Waitlisted',
  NO_SHOW: 'No-show',
};
export const statusLabel = (status: BookingStatus): string => STATUS_LABELS[status];

export const bookingPath = (id: string) => `/bookings/${id}`;
/** The same again: the screen that books for a client, with client and service chosen. */
export const bookAgainPath = (client_id: string, service_id: string) =>
  `/book?${new URLSearchParams({ client: client_id, service: service_id })}`;
/** 20261208T210000Z, as in the address of a class roster. */
const compactInstant = (instant: string) => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
export const classPath = ({ service_id, start_time }: { service_id: string; start_time: string }) =>
  `/classes/${service_id}/${compactInstant(start_time)}`;
