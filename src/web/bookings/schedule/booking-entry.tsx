import { practice } from '#content/public/practice.ts';
import { bookingCalendar } from '#contract/bookings.calls.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { badgeColour } from '#domain/booking.ts';
import { formatClock } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { DownloadLink } from '#web/client/download-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CalendarPlusIcon } from '#web/ui/icons/calendar-plus.tsx';
import { MapPinIcon } from '#web/ui/icons/map-pin.tsx';
import { ReceiptTextIcon } from '#web/ui/icons/receipt-text.tsx';

/** The statuses for which the server has a calendar file. */
const IN_CALENDAR = new Set(['CONFIRMED', 'COMPLETED', 'CANCELLED']);

/** One booking of the chosen day: service, time, place, status, price (product.md §2.15.4; rules.md §7). */
export function BookingEntry({ booking }: { booking: Booking }) {
  const { service_name, service_type, start_time, end_time, status, receipt_url } = booking;
  return (
    <li className={`card-line grid gap-2 ${tintClassOf(service_type)}`}>
      <div className="flex items-start gap-3">
        <span className="grid size-10 flex-none place-items-center rounded-control bg-tint-wash">
          <TypeIcon type={service_type} className="size-6" />
        </span>
        <div className="min-w-0">
          <h3 className="font-text text-md leading-snug font-strong tracking-normal wrap-anywhere">
            {service_name}
          </h3>
          <p className="num text-sm text-muted">
            {formatClock(start_time, practice.zone)} - {formatClock(end_time, practice.zone)}
          </p>
        </div>
      </div>
      <div>
        <Badge colour={badgeColour(status)}>{status}</Badge>
      </div>
      <Place booking={booking} />
      <p className="num text-sm text-muted">{priceText(booking)}</p>
      <div className="no-print -ml-1 flex flex-wrap gap-x-5">
        {IN_CALENDAR.has(status) && (
          <DownloadLink
            address={`${bookingCalendar.path}?id=${encodeURIComponent(booking.id)}`}
            className="arrow-link text-sm"
          >
            <CalendarPlusIcon />
            {status === 'CANCELLED' ? 'Take it off my calendar' : 'Add to calendar'}
            <span className="sr-only">: {service_name}</span>
          </DownloadLink>
        )}
        {receipt_url !== null && (
          <a href={receipt_url} target="_blank" rel="noreferrer" className="arrow-link text-sm">
            <ReceiptTextIcon />
            Receipt
            <span className="sr-only"> of {service_name}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function Place({ booking: { service_location_type, location, visit_address } }: { booking: Booking }) {
  const { studio } = practice;
  return (
    <div className="flex gap-2 text-sm text-muted">
      <MapPinIcon className="icon mt-0.5" />
      <div className="min-w-0 wrap-anywhere">
        {service_location_type === 'FIXED_LOCATION' ? (
          <>
            {/* The location has its own name; the map is of the studio. */}
            <a href={studio.map_url} target="_blank" rel="noreferrer">
              {location.name}
            </a>
            <br />
            {studio.street}, {studio.city}
          </>
        ) : (
          location.name
        )}
        {visit_address && (
          <>
            <br />
            {visit_address.street_number} {visit_address.route} {visit_address.subpremise}
            <br />
            {visit_address.city}, {visit_address.state} {visit_address.zip_code}
          </>
        )}
      </div>
    </div>
  );
}

/** The price and the refund, if any. The tax is on the receipt. */
function priceText({ status, price_cents, refunded_cents }: Booking): string {
  const price = formatCents(price_cents);
  if (refunded_cents > 0) return `Paid ${price}, refunded ${formatCents(refunded_cents)}`;
  return status === 'PENDING' || status === 'WAITLISTED' ? price : `Paid ${price}`;
}
