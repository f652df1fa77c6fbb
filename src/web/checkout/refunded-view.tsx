import { useEffect } from 'react';
import { formatLongDate } from '#domain/date-formats.ts';
import { formatCents } from '#domain/money.ts';
import { FallenLeafArt } from '#web/art/fallen-leaf-art.tsx';
import type { CheckoutStatus } from '#web/checkout/queries.ts';
import { removeLost } from '#web/checkout/settled-cart.ts';
import { ArrowLink, LinkButton } from '#web/ui/link-button.tsx';

/** Paid too late for the seat, or given back by the practice: what was lost, how much comes back, and when (rules.md §5). */
export function RefundedView({ checkout }: { checkout: CheckoutStatus }) {
  const { lost, refunded_cents, refunded_elsewhere } = checkout;
  useEffect(() => removeLost(lost), [lost]);
  return (
    <div className="wrap quiet">
      <div className="art">
        <FallenLeafArt />
      </div>
      <h1>Your payment is on its way back</h1>
      <p>
        {refunded_elsewhere
          ? 'The practice gave your payment back before your time was booked, so nothing is booked.'
          : 'The hold on your time had ended before the payment arrived, and somebody else has booked it since.'}{' '}
        We are sorry. All of it, <b className="num">{formatCents(refunded_cents)}</b>, goes back to your card
        and arrives within five to ten days.
      </p>
      <ul className="border-t border-line">
        {lost.map((session) => (
          <li
            key={`${session.service_id} ${session.selectedDate} ${session.start_time}`}
            className="num border-b border-line px-4 py-3"
          >
            <b>{session.service_name}</b>
            <span className="block text-sm text-muted">
              {formatLongDate(session.selectedDate)}, {session.start_time}
            </span>
          </li>
        ))}
      </ul>
      <LinkButton to="/wellness-services">Find another time</LinkButton>
      <ArrowLink to="/">Return to Home</ArrowLink>
    </div>
  );
}
