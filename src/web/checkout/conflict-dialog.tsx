import { formatLongDate } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import type { Conflict } from '#contract/checkout.schemas.ts';
import { removesItems, type CheckoutProblem } from '#web/checkout/conflicts.ts';
import { FirstVisitLink } from '#web/slots/first-visit.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** 'Booking Conflict' (product.md §2.21, §8.10): why the checkout failed, and which items caused it. */
export function ConflictDialog({ problem, onClose }: { problem: CheckoutProblem; onClose: () => void }) {
  const { message, code, conflicts } = problem;
  return (
    <Dialog
      open
      onClose={onClose}
      width="narrow"
      title="Booking Conflict"
      footer={
        <>
          {code === 'ADDRESS_NEEDED' && (
            <LinkButton to="/profile/settings" look="secondary">
              Open Settings
            </LinkButton>
          )}
          {code === 'AUDIENCE' && <FirstVisitLink refusal={message} />}
          <Button onClick={onClose} data-autofocus>
            {removesItems(problem) && conflicts.length > 0 ? 'Remove from cart' : 'Back to the cart'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4" role="alert">
        <p>{message}</p>
        {conflicts.length > 0 && (
          <ul className="border-t border-line">
            {conflicts.map((conflict) => (
              <li
                key={`${conflict.service_id} ${conflict.selectedDate} ${conflict.start_time}`}
                className="border-b border-line py-3"
              >
                <b>{conflict.service_name}</b>
                <span className="num block text-sm text-muted">
                  {formatLongDate(conflict.selectedDate)}, {conflict.start_time}
                </span>
                <Prices {...conflict} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

/** PRICE_CHANGED shows both amounts (rules.md §5). */
function Prices({ selected_price, expected_price }: Conflict) {
  if (selected_price === undefined || expected_price === undefined) return null;
  return (
    <span className="num block text-sm">
      Was <del>{formatCents(selected_price)}</del>, is now <b>{formatCents(expected_price)}</b>
    </span>
  );
}
