import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { addressLines, type LooseAddress } from '#domain/people/address.ts';
import { formatClock, formatLongDate } from '#domain/time/date-formats.ts';
import { localDateOf, zoneName } from '#domain/time/zone.ts';
import { JOIN_MINUTES } from '#domain/visits/joining.ts';
import { preparationsFor } from '#domain/visits/preparations.ts';
import type { MailBlock } from './mail-page.ts';

/** The data of a booking that mails show. Never notes, answers or recommendations. */
export type MailedBooking = {
  id: string;
  service_name: string;
  service_type: string;
  start_time: Date;
  end_time: Date;
  location_type: string;
  location_name: string;
  /** The address of a house call, copied onto the booking; null otherwise. */
  visit_address: unknown;
  price_cents: number;
  /** Version of the appointment for calendars. */
  sequence: number;
  /** The client's link, if it is online. */
  join_url?: string | null;
  /** The page of the visit, of a client without a login. */
  visit_url?: string | null;
};

/** 'Tuesday, March 3, 2026, 9:00 AM - 10:30 AM PST', with the practice's zone. */
export function whenOf({ start_time, end_time }: Pick<MailedBooking, 'start_time' | 'end_time'>): string {
  const { zone } = practice;
  const date = formatLongDate(localDateOf(start_time, zone));
  const times = `${formatClock(start_time, zone)} - ${formatClock(end_time, zone)}`;
  return `${date}, ${times} ${zoneName(start_time, zone)}`;
}

/** 'Tuesday, March 3, 2026, 9:00 AM PST' */
export function momentOf(at: Date): string {
  const { zone } = practice;
  return `${formatLongDate(localDateOf(at, zone))}, ${formatClock(at, zone)} ${zoneName(at, zone)}`;
}

/** The address to go to, or the client's address for a house call. */
export function whereOf(
  booking: Pick<MailedBooking, 'location_type' | 'location_name' | 'visit_address'>,
): string {
  const { studio } = practice;
  if (booking.location_type === 'HOUSE_CALL') {
    return ['At your home', ...addressLines(booking.visit_address as LooseAddress | null)].join('\n');
  }
  if (booking.location_type === 'VIRTUAL') return booking.location_name || 'Online';
  return [
    booking.location_name || studio.name,
    studio.street,
    `${studio.city}, ${studio.region} ${studio.postal_code}`,
    studio.finding_it,
  ].join('\n');
}

/** What to bring and prepare, once for all bookings of a mail. */
export const preparationsOf = (
  bookings: readonly Pick<MailedBooking, 'service_type' | 'location_type'>[],
): string[] =>
  preparationsFor(
    visits.before_you_come,
    bookings.map(({ service_type, location_type: place }) => ({ service_type, place })),
  );

const JOIN_LABEL = `Join online (the link opens ${JOIN_MINUTES} minutes before)`;
const VISIT_LABEL = 'Open your visit';
type Fact = readonly [label: string, value: string];

const factsOf = (booking: MailedBooking): Fact[] => [
  ['What', booking.service_name],
  ['When', whenOf(booking)],
  ['Where', whereOf(booking)],
];

/** What a mail says of a booking, and the client's links to an online session and to the page of the visit. */
export const bookingBlocks = (booking: MailedBooking, more: readonly Fact[] = []): MailBlock[] => [
  { kind: 'facts', rows: [...factsOf(booking), ...more] },
  ...(booking.join_url ? [{ kind: 'link' as const, label: JOIN_LABEL, url: booking.join_url }] : []),
  ...visitLink(booking),
];

/** The link to the page of the visit, of a client without a login. */
export const visitLink = ({ visit_url }: Pick<MailedBooking, 'visit_url'>): MailBlock[] =>
  visit_url ? [{ kind: 'link', label: VISIT_LABEL, url: visit_url }] : [];
