import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Booking } from '#contract/bookings.schemas.ts';
import { payBalance } from '#contract/client.calls.ts';
import { isPayable } from '#domain/money/payable.ts';
import { balanceText } from '#web/bookings/money-text.ts';
import { type ApiError, call } from '#web/api/api.ts';
import { retryMessage } from '#web/api/error-messages.ts';
import { useSingleFlight } from '#web/api/use-single-flight.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

/** Longer than other calls: the payment provider can be slow, and its page would be lost. */
const TIMEOUT_MS = 40_000;

const SETTLED_AT_VISIT = 'Too little for a card payment: we’ll settle it at your visit.';

const ChoosePrice = onDemand(
  async () => (await import('#web/bookings/schedule/choose-price.tsx')).ChoosePrice,
);

/** What is left to pay, and the way to the payment page. On a sliding scale the client chooses the price first. */
export function PayBalance({ booking }: { booking: Booking }) {
  const { id, service_name, price_range, balance_cents, currency } = booking;
  const canPay = price_range !== null || isPayable(balance_cents, currency);
  const [isChoosing, setIsChoosing] = useState(false);
  // The browser is on its way to the payment page.
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    // After Back from the payment page the browser may restore this page as it was left.
    const onShow = () => setIsLeaving(false);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const pay = useMutation<{ url: string }, ApiError, number | null>({
    mutationFn: (selected_price) =>
      call(
        payBalance,
        { body: { booking_id: id, ...(selected_price === null ? {} : { selected_price }) } },
        { timeoutMs: TIMEOUT_MS },
      ),
    onSuccess: ({ url }) => {
      setIsLeaving(true);
      window.location.assign(url);
    },
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
