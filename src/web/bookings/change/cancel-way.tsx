import { practice } from '#content/public/practice.ts';
import type { BookingOptions } from '#contract/bookings.schemas.ts';
import type { VisitFacts } from '#contract/visits.schemas.ts';
import { formatExactCents } from '#domain/money/money.ts';
import { laterText } from '#web/bookings/change/change-texts.ts';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { isFree, isUnpaid } from '#web/bookings/money-text.ts';
import { Banner } from '#web/ui/banner.tsx';

const { zone, practitioner } = practice;

const NOTHING_PAID = {
  free: 'This visit is free, so there is nothing to get back.',
  unpaid: 'You haven’t paid for it, so there is nothing to get back.',
} as const;

type CancelWayProps = {
  booking: VisitFacts;
  cancel: BookingOptions['cancel'];
  /** The refund changed while the dialog was open. */
  warning: string | null;
};

/** What cancelling brings back now and later; the button is in the footer of the dialog. */
export function CancelWay({ booking, cancel, warning }: CancelWayProps) {
  const { refund_cents, later_refund_cents, changes_at } = cancel;
  const later = laterText(cancel, zone);
  return (
    <section className="change-way grid gap-2.5 justify-items-start">
      <h3 className="text-lg">Cancel</h3>
      {warning !== null && (
        <Banner tone="warn" inSight className="w-full">
          {warning}
        </Banner>
      )}
      {refund_cents > 0 ? (
        <>
          {changes_at !== null && (
            <div className="refund-line relative grid grid-cols-[1.5fr_1fr] w-full pt-5.5" aria-hidden="true">
              <i className="is-now" />
              <i className="is-turn" />
              <b>{formatExactCents(refund_cents)} back</b>
              <b>{later_refund_cents > 0 ? `${formatExactCents(later_refund_cents)} back` : 'No refund'}</b>
            </div>
          )}
          <p>
            {later ?? `You get ${formatExactCents(refund_cents)} back.`} The money goes to the card you paid
            with and takes 5 to 10 days to show.
          </p>
        </>
      ) : isUnpaid(booking) ? (
        <p>
          {booking.offline_cents > 0 ? (
            <>
              What you paid at the visit doesn’t go back by itself. Please call {practitioner.first_name}:{' '}
              <PhoneLink />
            </>
          ) : (
            NOTHING_PAID[isFree(booking) ? 'free' : 'unpaid']
          )}
        </p>
      ) : (
        <>
          {warning === null && (
            <Banner tone="warn" className="w-full">
              By the cancellation policy there is no refund any more.
            </Banner>
          )}
          <p>
            If something happened, call {practitioner.first_name}: <PhoneLink />
          </p>
        </>
      )}
    </section>
  );
}
