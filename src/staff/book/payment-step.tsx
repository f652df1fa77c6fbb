import type { CheckedPlacement, Warning } from '#contract/placement.schemas.ts';
import type { OfferedService } from '#staff/api/services-query.ts';
import { formatMonthTitle } from '#domain/time/date-formats.ts';
import { isSlidingScale, priceLabel } from '#domain/money/money.ts';
import { yearMonthOf } from '#domain/time/calendar.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { practice } from '#content/public/practice.ts';
import { amountError, eachText, priceOf } from '#staff/book/book-texts.ts';
import type { BookingDraft, PaidBy, PaymentChoice } from '#staff/book/draft.ts';
import { Pick } from '#staff/parts/pick.tsx';
import { addressee } from '#staff/parts/privacy.ts';
import { TextField } from '#web/ui/field.tsx';

const { zone } = practice;

type PaymentProps = {
  draft: BookingDraft;
  service: OfferedService | undefined;
  /** How many sessions are booked. */
  sessions: number;
  /** Supported visits of the month: how many are given, and how many there are. */
  supported: CheckedPlacement['supported'];
  /** More supported visits than the month has. */
  limit: Warning | null;
  onChange: (change: Partial<BookingDraft>) => void;
};

/** How it is paid for: at the visit, by link, now, or not at all. */
export function PaymentStep({ draft, service, sessions, supported, limit, onChange }: PaymentProps) {
  const { payment, paid_by, client } = draft;
  const isSliding = service !== undefined && isSlidingScale(service);
  const isFree = payment === 'SUPPORTED' || payment === 'GIFT';
  const cents = service ? priceOf({ ...draft, payment: 'VISIT' }, service) : null;
  const price = cents === null ? '' : `, ${eachText(cents, sessions)}`;
  const name = client?.first_name || 'The client';
  return (
    <>
      <Pick<PaymentChoice>
        legend="How is it paid?"
        value={payment}
        onChange={(value) =>
          // What was accepted about the time stays accepted.
          onChange({ payment: value, accept: draft.accept.filter((code) => code !== 'SUPPORTED_LIMIT') })
        }
        choices={[
          {
            value: 'VISIT',
            label: `At the visit${price}`,
            reason: 'Shows as outstanding until you record a payment.',
          },
          {
            value: 'LINK',
            label: 'Send a payment link',
            reason:
              client === null
                ? 'By e-mail'
                : client.email
                  ? `To ${addressee(client.email)}`
                  : 'There’s no e-mail address.',
            disabled: client !== null && client.email === '',
          },
          {
            value: 'PAID',
            label: `Paid now${price}`,
            reason: 'Cash, card reader or transfer',
            more: (
              <Pick<PaidBy>
                legend="Paid by"
                columns
                value={paid_by}
                onChange={(value) => onChange({ paid_by: value })}
                choices={[
                  { value: 'CASH', label: 'Cash' },
                  { value: 'CARD_READER', label: 'Card reader' },
                  { value: 'TRANSFER', label: 'Transfer' },
                ]}
              />
            ),
          },
          {
            value: 'SUPPORTED',
            label: 'Free: supported visit',
            ...(supported && draft.start ? { reason: supportedText(supported, draft.start) } : {}),
          },
          { value: 'GIFT', label: 'Free: gift' },
        ]}
      />
      {isSliding && !isFree && (
        <TextField
          label="Amount"
          optional={payment !== 'PAID'}
          inputMode="decimal"
          autoComplete="off"
          placeholder={priceLabel(service)}
          value={draft.amount}
          error={amountError(draft, service)}
          hint={openPriceText(payment, name)}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      {limit && (
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.accept.includes('SUPPORTED_LIMIT')}
            onChange={(event) =>
              onChange({
                accept: event.currentTarget.checked
                  ? [...draft.accept, 'SUPPORTED_LIMIT']
                  : draft.accept.filter((code) => code !== 'SUPPORTED_LIMIT'),
              })
            }
          />
          <span>That’s more than {supported?.of ?? 2} this month. Book anyway?</span>
        </label>
      )}
    </>
  );
}

/** Who decides the price of a sliding scale, and where. */
function openPriceText(payment: PaymentChoice, name: string): string {
  if (payment === 'LINK') return `Without an amount, ${name} chooses on the payment page.`;
  return payment === 'VISIT' ? `Without an amount, ${name} tells you at the visit.` : 'Sliding scale';
}

/** '1 of 2 left in December' */
function supportedText({ given, of }: { given: number; of: number }, start: string): string {
  const month = formatMonthTitle(yearMonthOf(localDateOf(start, zone))).split(' ')[0];
  return `${Math.max(0, of - given)} of ${of} left in ${month}`;
}
