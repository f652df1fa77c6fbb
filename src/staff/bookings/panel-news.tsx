import type { BookingPanel as Panel } from '#contract/staff-bookings.schemas.ts';
import { formatCents } from '#domain/money/money.ts';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { useOnline } from '#staff/api/use-online.ts';
import { PaymentLinkButton } from '#staff/till/payment-link-button.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useNow } from '#web/ui/use-now.ts';

/** A refund should have left the practice within this time. */
const REFUND_MS = 60_000;

/** A refund that the payment provider has not taken yet, or that failed. */
export function RefundNews({ panel: { money } }: { panel: Panel }) {
  const moment = useNow(10_000);
  const failed = money.refunds.find(({ state }) => state === 'FAILED');
  if (failed)
    return (
      <Banner tone="warn">
        {failed.cents === null ? 'A refund' : `A refund of ${formatCents(failed.cents)}`} failed. Please look
        at it in your payment provider’s dashboard.
      </Banner>
    );
  const isLate = money.refunds.some(
    ({ state, at }) => state === 'QUEUED' && moment !== null && moment.getTime() - Date.parse(at) > REFUND_MS,
  );
  return isLate ? <Banner tone="warn">Refund queued. We keep trying.</Banner> : null;
}

/** A client who did not come and has not paid: both ways out of it. */
export function MissedNews({ panel, onOpen }: { panel: Panel; onOpen: (sheet: OpenSheet) => void }) {
  const { booking, money, allowed_actions } = panel;
  const isOnline = useOnline();
  if (booking.status !== 'NO_SHOW' || !money.has_balance) return null;
  return (
    <div className="strip items-center bg-wait-bg text-wait-ink">
      <p>{money.offline_cents > 0 ? 'Not all of it was paid.' : 'Nothing was paid.'}</p>
      {allowed_actions.includes('SEND_PAYMENT_LINK') && <PaymentLinkButton panel={panel} />}
      {allowed_actions.includes('CHANGE_PRICE') && (
        <Button look="secondary" size="sm" disabled={!isOnline} onClick={() => onOpen({ kind: 'waive' })}>
          Waive
        </Button>
      )}
    </div>
  );
}
