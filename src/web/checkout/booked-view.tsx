import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ArrowUpRight, CalendarPlus } from 'lucide';
import { bookingCalendar } from '#contract/client.calls.ts';
import type { BookingFacts } from '#contract/bookings.schemas.ts';
import type { RequiredForm } from '#contract/forms.schemas.ts';
import { formatClock, formatLongDate, formatLongMonthDate } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { localDateOf, zoneNames } from '#domain/time/zone.ts';
import { preparationsFor } from '#domain/visits/preparations.ts';
import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { LotusArt } from '#web/art/lotus.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { type CheckoutStatus, formsDueQuery } from '#web/checkout/queries.ts';
import { joinText } from '#web/api/service-text.ts';
import { clearCart } from '#web/api/cart-store.ts';
import { DownloadLink } from '#web/api/download-link.tsx';
import { useSession } from '#web/api/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A paid checkout: the bookings, what to bring, and the forms to fill in. */
export function BookedView({ checkout, session_id }: { checkout: CheckoutStatus; session_id: string }) {
  const queries = useQueryClient();
  const { email } = useSession();
  const { bookings } = checkout;
  const forms = useQuery(formsDueQuery);

  useEffect(() => {
    clearPaidCart(session_id);
    // Bookings, forms and slots have changed.
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

/**
 * Empties the paid cart (product.md §4.13.1), once per payment: a client who opens the confirmation again may have
 * started another cart.
 */
function clearPaidCart(session_id: string): void {
  const key = `paid-cart-cleared:${session_id}`;
  try {
    if (sessionStorage.getItem(key) !== null) return;
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage every visit to this page clears the cart.
  }
  clearCart();
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
        <b className="font-strong">{booking.service_name}</b>
        <p className="num text-sm text-muted">
          {day}, <span className="whitespace-nowrap">{times}</span> · {booking.location.name}
        </p>
      </div>
      <DownloadLink
        address={`${bookingCalendar.path}?id=${encodeURIComponent(booking.id)}`}
        className={`${buttonClass({ look: 'secondary', size: 'sm' })} no-print justify-self-start max-xs:col-start-2`}
      >
        <Icon of={CalendarPlus} />
        Add to calendar
        <span className="sr-only">
          {' '}
          {booking.service_name}, {day}
        </span>
      </DownloadLink>
    </li>
  );
}

/** The amount that was charged, with the provider's tax, and the receipt. */
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

function BeforeYouCome({ bookings }: { bookings: readonly BookingFacts[] }) {
  const places = bookings.map(({ service_type, service_location_type: place }) => ({ service_type, place }));
  return (
    <>
      <h2 className="mt-8 mb-3 text-lg">{visits.before_you_come.heading}</h2>
      <ul className="leaf-list grid gap-2.5">
        {preparationsFor(visits.before_you_come, places).map((line) => (
          <li className="relative max-w-[56ch] pl-6" key={line}>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The forms to fill in before the first of these bookings. */
function FormsDue({ forms }: { forms: readonly RequiredForm[] }) {
  const names = [...new Set(forms.map(({ form }) => form.name))];
  const starts = forms.flatMap(({ booking_start }) => (booking_start === null ? [] : [booking_start]));
  const first = starts.toSorted()[0];
  const one = names.length === 1;
  return (
    <Card as="section" className="p-6">
      <h2 className="text-xl">{one ? 'One form to go' : `${names.length} forms to go`}</h2>
      <p className="mt-1.5 text-sm text-muted">
        {names.join(', ')}.{' '}
        {first !== undefined &&
          `Please finish ${one ? 'it' : 'them'} before ${formatLongMonthDate(first, practice.zone)}.`}
      </p>
      <LinkButton to="/profile/forms" wide className="mt-4">
        {one ? 'Fill in the form' : 'Fill in the forms'}
      </LinkButton>
    </Card>
  );
}

/** Where the bookings take place: the studio with a map, the client's address, or online. */
function WhereCard({ bookings }: { bookings: readonly BookingFacts[] }) {
  const { studio } = practice;
  const atStudio = bookings.some((booking) => booking.service_location_type === 'FIXED_LOCATION');
  const online = bookings.flatMap(({ join, ...booking }) => (join ? [{ ...booking, join }] : []));
  const home = bookings.find((booking) => booking.visit_address !== null)?.visit_address;
  return (
    <Card as="section" className="grid gap-4 p-6">
      <h2 className="-mb-2 text-xl">Where</h2>
      {atStudio && (
        <div>
          <p>
            {studio.name}
            <br />
            {studio.street}
            <br />
            {studio.city}, {studio.region} {studio.postal_code}
          </p>
          <p className="text-sm text-muted">{studio.finding_it}</p>
          <a href={studio.map_url} target="_blank" rel="noreferrer" className="arrow-link">
            Open the map
            <Icon of={ArrowUpRight} />
          </a>
        </div>
      )}
      {home && (
        <p>
          At your place
          <br />
          {home.street_number} {home.route} {home.subpremise}
          <br />
          {home.city}, {home.state} {home.zip_code}
        </p>
      )}
      {online.map(({ id, service_name, join }) => (
        <p key={id}>
          <a href={join.url}>{service_name}, online</a>
          <br />
          <span className="text-sm text-muted">{joinText(join)}</span>
        </p>
      ))}
    </Card>
  );
}
