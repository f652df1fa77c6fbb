import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import { bookingCalendar } from '#contract/bookings.calls.ts';
import { formatClock, formatLongDate } from '#domain/date-formats.ts';
import { localDateOf, zoneNames } from '#domain/zone.ts';
import { formatCents } from '#domain/money.ts';
import { practice } from '#content/public/practice.ts';
import { LotusArt } from '#web/art/lotus-art.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { BeforeYouCome } from '#web/checkout/before-you-come.tsx';
import { FormsDue } from '#web/checkout/forms-due.tsx';
import { type CheckoutStatus, formsDueQuery } from '#web/checkout/queries.ts';
import { clearPaidCart } from '#web/checkout/settled-cart.ts';
import { WhereCard } from '#web/checkout/where-card.tsx';
import { DownloadLink } from '#web/client/download-link.tsx';
import { useSession } from '#web/client/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CalendarPlusIcon } from '#web/ui/icons/calendar-plus.tsx';
import { ArrowLink } from '#web/ui/link-button.tsx';

/** Paid: what, when and where, what to bring, what is still to do. */
export function BookedView({ checkout, session_id }: { checkout: CheckoutStatus; session_id: string }) {
  const queries = useQueryClient();
  const { email } = useSession();
  const { bookings } = checkout;
  const forms = useQuery(formsDueQuery);

  useEffect(() => {
    clearPaidCart(session_id);
    // Bookings, forms and free times are others now.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'checkout-status' });
  }, [session_id, queries]);

  const ids = new Set(bookings.map((booking) => booking.id));
  const due = (forms.data ?? []).filter((form) => form.booking_id === null || ids.has(form.booking_id));
  const starts = bookings.map(({ start_time }) => start_time);

  return (
    <div className="page wrap">
      <div className="mb-8 grid items-center gap-6 md:grid-cols-[20rem_1fr] md:gap-12">
        <div className="art max-w-68 md:max-w-none">
          <LotusArt />
        </div>
        <div role="status">
          <h1>Payment Successful!</h1>
          <p className="lede mt-4">Thank you for your purchase. Your order has been confirmed.</p>
        </div>
      </div>
      <div className="grid gap-8 md:grid-cols-[minmax(0,7fr)_minmax(0,4fr)] md:gap-16">
        <section>
          <h2 className="mt-6 mb-3 text-lg">Your visits</h2>
          <p className="mb-3 text-sm text-muted">
            Times in {zoneNames(starts, practice.zone)}.{email !== '' && ` A copy is on its way to ${email}.`}
          </p>
          <ul className="border-b border-line">
            {bookings.map((booking) => (
              <BookedLine key={booking.id} booking={booking} />
            ))}
          </ul>
          <Paid checkout={checkout} />
          <BeforeYouCome bookings={bookings} />
        </section>
        <aside className="grid content-start gap-6">
          {due.length > 0 && <FormsDue forms={due} />}
          <WhereCard bookings={bookings} />
          <ArrowLink to="/" className="justify-self-start">
            Return to Home
          </ArrowLink>
        </aside>
      </div>
    </div>
  );
}

function BookedLine({ booking }: { booking: BookingFacts }) {
  const { start_time, end_time } = booking;
  const day = formatLongDate(localDateOf(start_time, practice.zone));
  const times = `${formatClock(start_time, practice.zone)} - ${formatClock(end_time, practice.zone)}`;
  return (
    <li
      className={`grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 border-t border-line py-4 xs:grid-cols-[auto_1fr_auto] ${tintClassOf(booking.service_type)}`}
    >
      <span className="grid size-11 place-items-center rounded-control bg-tint-wash">
        <TypeIcon type={booking.service_type} className="size-7" />
      </span>
      <div className="min-w-0">
        <b className="font-[650]">{booking.service_name}</b>
        <p className="num text-sm text-muted">
          {day}, <span className="whitespace-nowrap">{times}</span> · {booking.location.name}
        </p>
      </div>
      <DownloadLink
        address={`${bookingCalendar.path}?id=${encodeURIComponent(booking.id)}`}
        className={`${buttonClass({ look: 'secondary', size: 'sm' })} no-print justify-self-start max-xs:col-start-2`}
      >
        <CalendarPlusIcon />
        Add to calendar
        <span className="sr-only">
          {' '}
          {booking.service_name}, {day}
        </span>
      </DownloadLink>
    </li>
  );
}

/** The sum as it was charged, with the provider's tax, and its receipt. */
function Paid({
  checkout: { subtotal_cents, tax_cents, total_cents, receipt_url },
}: {
  checkout: CheckoutStatus;
}) {
  return (
    <p className="num mt-3 text-sm text-muted">
      Paid: {formatCents(total_cents ?? subtotal_cents)}
      {tax_cents !== null && tax_cents > 0 && `, of which ${formatCents(tax_cents)} is tax`}.{' '}
      {receipt_url !== null && (
        <a href={receipt_url} rel="noreferrer" target="_blank">
          Receipt
        </a>
      )}
    </p>
  );
}
