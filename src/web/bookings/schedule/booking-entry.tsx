import { CalendarPlus, MapPin, ReceiptText, Video } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { bookingCalendar, payBalance } from '#contract/client.calls.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { joinOpensAt } from '#domain/visits/joining.ts';
import { badgeColour, canStillChange, isPast } from '#domain/visits/booking.ts';
import { formatClock } from '#domain/time/date-formats.ts';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { balanceText, priceText } from '#web/bookings/money-text.ts';
import { joinText } from '#web/api/service-text.ts';
import { DownloadLink } from '#web/api/download-link.tsx';
import { servicesOf } from '#web/layout/nav-links.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isPayable } from '#domain/money/payable.ts';
import { type ApiError, call } from '#web/api/api.ts';
import { retryMessage } from '#web/api/error-messages.ts';
import { PAYMENT_TIMEOUT_MS, useLeaving } from '#web/api/use-leaving.ts';
import { useSingleFlight } from '#web/api/use-single-flight.ts';
import { Banner } from '#web/ui/banner.tsx';

const SETTLED_AT_VISIT = 'Too little for a card payment: we’ll settle it at your visit.';

const ChoosePrice = onDemand(
  async () => (await import('#web/bookings/schedule/choose-price.tsx')).ChoosePrice,
);

/** What is left to pay, and the way to the payment page. On a sliding scale the client chooses the price first. */
function PayBalance({ booking }: { booking: Booking }) {
  const { id, service_name, price_range, balance_cents, currency } = booking;
  const canPay = price_range !== null || isPayable(balance_cents, currency);
  const [isChoosing, setIsChoosing] = useState(false);
  const { isLeaving, leave } = useLeaving();
  const pay = useMutation<{ url: string }, ApiError, number | null>({
    mutationFn: (selected_price) =>
      call(
        payBalance,
        { body: { booking_id: id, ...(selected_price === null ? {} : { selected_price }) } },
        { timeoutMs: PAYMENT_TIMEOUT_MS },
      ),
    onSuccess: ({ url }) => leave(url),
  });
  const payOnce = useSingleFlight(pay.mutateAsync);
  const busy = pay.isPending || isLeaving;
  const failure = pay.error && (
    <Banner tone="error" inSight className="basis-full">
      {retryMessage(pay.error)}
    </Banner>
  );
  return (
    <div className="no-print flex flex-wrap gap-x-4 gap-y-2 items-center justify-between pl-3.5 pr-2.5 py-2.5 rounded-control bg-wait-bg text-wait-ink text-sm">
      <p className="num">
        Balance <b>{balanceText(booking)}</b>
      </p>
      {canPay ? (
        <Button
          size="sm"
          busy={busy && !isChoosing}
          aria-haspopup={price_range === null ? undefined : 'dialog'}
          onClick={() => (price_range === null ? payOnce(null) : setIsChoosing(true))}
        >
          Pay<span className="sr-only"> for {service_name}</span>
        </Button>
      ) : (
        <p className="text-sm text-muted">{SETTLED_AT_VISIT}</p>
      )}
      {!isChoosing && failure}
      {isChoosing && price_range !== null && (
        <ChoosePrice
          service_name={service_name}
          range={price_range}
          busy={busy}
          failure={failure}
          onPay={(cents) => payOnce(cents)}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}

type BookingEntryProps = {
  booking: Booking;
  /** Opens "Change or cancel". */
  onChange: (booking: Booking) => void;
};

export const ChangeDialog = onDemand(
  async () => (await import('#web/bookings/change/change-dialog.tsx')).ChangeDialog,
);

/** The statuses for which the server has a calendar file. */
const IN_CALENDAR = new Set(['CONFIRMED', 'COMPLETED', 'CANCELLED']);

/** One booking of the chosen day: service, time, place, status, price, and what can be done with it (product.md §2.15.4). */
export function BookingEntry({ booking, onChange }: BookingEntryProps) {
  const now = useNow();
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
      {now && booking.join && now < new Date(booking.end_time) && (
        <p className="no-print text-sm text-muted">
          {booking.join.has_room && now >= joinOpensAt(booking.start_time) ? (
            <a className={buttonClass({ size: 'sm' })} href={`${booking.join.url}/room`}>
              <Icon of={Video} />
              Join<span className="sr-only"> {service_name}</span>
            </a>
          ) : (
            joinText(booking.join)
          )}
        </p>
      )}
      <p className="num text-sm text-muted">{priceText(booking)}</p>
      {balanceText(booking) !== null && <PayBalance booking={booking} />}
      {now && canStillChange(booking, now) && (
        <div className="no-print">
          <Button
            look="secondary"
            size="sm"
            aria-haspopup="dialog"
            {...ChangeDialog.preloadHandlers}
            onClick={() => onChange(booking)}
          >
            Change or cancel<span className="sr-only"> {service_name}</span>
          </Button>
        </div>
      )}
      {now && isPast(booking, now) && (
        <div className="no-print">
          <LinkButton look="secondary" size="sm" {...bookAgain(booking)}>
            Book again<span className="sr-only">: {service_name}</span>
          </LinkButton>
        </div>
      )}
      <div className="no-print -ml-1 flex flex-wrap gap-x-5">
        {IN_CALENDAR.has(status) && (
          <DownloadLink
            address={`${bookingCalendar.path}?id=${encodeURIComponent(booking.id)}`}
            className="arrow-link text-sm"
          >
            <Icon of={CalendarPlus} />
            {status === 'CANCELLED' ? 'Take it off my calendar' : 'Add to calendar'}
            <span className="sr-only">: {service_name}</span>
          </DownloadLink>
        )}
        {receipt_url !== null && (
          <a href={receipt_url} target="_blank" rel="noreferrer" className="arrow-link text-sm">
            <Icon of={ReceiptText} />
            Receipt
            <span className="sr-only"> of {service_name}</span>
          </a>
        )}
      </div>
    </li>
  );
}

/** The times of the same service at the same kind of place. */
function bookAgain({ service_id, service_type, service_location_type }: Booking) {
  return servicesOf(service_type, { service: service_id, day: null, place: service_location_type });
}

function Place({ booking: { service_location_type, location, visit_address } }: { booking: Booking }) {
  const { studio } = practice;
  return (
    <div className="flex gap-2 text-sm text-muted">
      <Icon of={MapPin} className="mt-0.5" />
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
