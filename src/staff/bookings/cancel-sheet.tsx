import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffCancelBooking, staffCancellation } from '#contract/staff-bookings.calls.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import type { Cancellation } from '#contract/staff-bookings.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { toCall } from '#domain/reach.ts';
import {
  canChooseRefund,
  cancelLabel,
  type CancelledBy,
  cancelledText,
  chosenOutcome,
  ownOutcome,
  ownRefundError,
  policyText,
  quoteChangedText,
  refundAnywayLabel,
  refundText,
  isUnpaid,
  offlineRefundText,
  unpaidText,
} from '#staff/bookings/cancel-texts.ts';
import { agendaKeys, keepBooking } from '#staff/client/keep-booking.ts';
import { NotifyClient } from '#staff/parts/notify-client.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { askToCall } from '#staff/parts/result-sheet.tsx';
import { changeText, firstName } from '#staff/parts/session-texts.ts';
import { SendNotices, Sheet } from '#staff/parts/sheet.tsx';
import { newActionId } from '#staff/client/action-id.ts';
import { callStaff } from '#staff/client/call-staff.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountText, parseAmount } from '#staff/till/till-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { now, useNow } from '#web/ui/use-now.ts';
import { useRefetchAt } from '#web/ui/use-refetch-at.ts';
import type { ApiError } from '#web/client/request.ts';

const { zone } = practice;

type CancelSheetProps = {
  booking: SessionRow;
  /** Paid in cash, by card reader or transfer. */
  offline_cents: number;
  onClose: () => void;
  /** After the cancellation, with the sentence about the money. */
  onCancelled: (text: string) => void;
  /** Another device changed the booking while the sheet was open. */
  onChanged: () => void;
};

/** Cancels a booking: who asked, what is refunded, what the client reads, and what happens to the time. */
export function CancelSheet({ booking, offline_cents, onClose, onCancelled, onChanged }: CancelSheetProps) {
  const queries = useQueryClient();
  const quote = useQuery({
    queryKey: agendaKeys.cancellation(booking.id),
    queryFn: ({ signal }) => callStaff(staffCancellation, { params: { id: booking.id } }, { signal }),
    staleTime: 0,
  });
  // The row as it was when the sheet opened: what is cancelled is what was read.
  const [shown, setShown] = useState(booking);
  const [action_id] = useState(newActionId);
  const [by, setBy] = useState<CancelledBy>('CLIENT');
  const [refund_anyway, setRefundAnyway] = useState(false);
  // The typed amount; null while the policy or "Refund anyway" decides.
  const [own, setOwn] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [time, setTime] = useState<'OPEN' | 'CLOSE'>('OPEN');
  const [notify, setNotify] = useState(true);
  const [warning, setWarning] = useState<string | null>(null);
  const isOnline = useOnline();
  const moment = useNow();
  const hasStarted = moment !== null && Date.parse(shown.start_time) <= moment.getTime();
  const name = firstName(shown);
  const direct = offlineRefundText(offline_cents);
  const getsMail = notify && shown.client !== null && shown.client.has_email;

  useRefetchAt(quote.data?.by_client_later[0]?.after ?? null, () => void quote.refetch());

  const ownCents = own === null ? null : parseAmount(own);
  const outcomeOf = (quoted: Cancellation) =>
    ownCents === null ? chosenOutcome(quoted, by, refund_anyway) : ownOutcome(quoted, ownCents);

  const cancel = useMutation<OutputOf<typeof staffCancelBooking>, ApiError, Cancellation>({
    mutationFn: (data) =>
      callStaff(staffCancelBooking, {
        params: { id: shown.id },
        body: {
          action_id,
          base_updated_at: shown.updated_at,
          by,
          refund: ownCents ?? (refund_anyway ? 'FULL' : 'POLICY'),
          quote: data.quote,
          ...(getsMail && message.trim() !== '' ? { message: message.trim() } : {}),
          time,
          notify: getsMail,
        },
      }),
    onSuccess: (panel, data) => {
      keepBooking(queries, panel);
      askToCall('Cancelled.', toCall(panel.reached));
      onCancelled(
        [cancelledText(outcomeOf(data), shown.client ? name : null), direct].filter(Boolean).join(' '),
      );
    },
    onError: async (error) => {
      if (error.code === 'QUOTE_CHANGED') {
        const { data } = await quote.refetch();
        if (data) setWarning(quoteChangedText(data, now(), zone));
      } else if (isConflict(error)) onChanged();
    },
  });

  const data = quote.data;
  const outcome = data && outcomeOf(data);
  const wrongAmount = data && own !== null ? ownRefundError(data, ownCents) : null;
  const anyway = data && by === 'CLIENT' && own === null ? refundAnywayLabel(data) : null;
  const canChoose = data !== undefined && by === 'CLIENT' && canChooseRefund(data);
  const isChanged = !cancel.isPending && !cancel.isSuccess && booking.updated_at !== shown.updated_at;
  const failure =
    cancel.error && cancel.error.code !== 'QUOTE_CHANGED' && !(isChanged && isConflict(cancel.error))
      ? cancel.error.message
      : null;

  /** Goes on with the booking as it is now; what was typed stays. */
  const showChange = () => {
    if (booking.status !== 'CONFIRMED') return onClose();
    setShown(booking);
    cancel.reset();
    void quote.refetch();
  };

  return (
    <Sheet
      open
      onClose={onClose}
      dirty={message.trim() !== ''}
      locked={cancel.isPending}
      title={`Cancel ${shown.client ? `${name}’s ` : ''}${shown.service_name} on ${formatDayOf(shown.start_time, zone)}, ${formatClock(shown.start_time, zone)}?`}
      footer={
        <>
          {anyway && (
            <TextButton
              className="sheet-aside"
              aria-pressed={refund_anyway}
              onClick={() => {
                setRefundAnyway(!refund_anyway);
                setWarning(null);
              }}
            >
              {refund_anyway ? 'No refund, as the policy says' : anyway}
            </TextButton>
          )}
          <Button look="secondary" disabled={cancel.isPending} onClick={onClose}>
            Keep booking
          </Button>
          <Button
            look="danger"
            busy={cancel.isPending}
            disabled={!data || !isOnline || isChanged || wrongAmount !== null}
            onClick={() => {
              setWarning(null);
              if (data) cancel.mutate(data);
            }}
          >
            {data && outcome ? cancelLabel(data, outcome) : 'Cancel booking'}
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <Pick
            legend="Who is cancelling?"
            value={by}
            onChange={(value) => {
              setBy(value);
              setRefundAnyway(false);
              setOwn(null);
              setWarning(null);
            }}
            choices={[
              {
                value: 'PRACTICE',
                label: 'I am',
                reason: sentence(isUnpaid(data) ? unpaidText(offline_cents) : refundText(data.by_practice)),
              },
              {
                value: 'CLIENT',
                label: shown.client ? `${name} asked` : 'The client asked',
                reason: policyText(data, hasStarted, zone, offline_cents),
              },
            ]}
          />
          {direct !== null && <Banner tone="warn">{direct}</Banner>}
          {canChoose &&
            (own === null ? (
              <TextButton
                className="own-refund"
                onClick={() =>
                  setOwn(amountText((refund_anyway ? data.by_practice : data.by_client).cents ?? 0))
                }
              >
                Another amount
              </TextButton>
            ) : (
              <AmountField label="Refund" value={own} onChange={setOwn} error={wrongAmount} />
            ))}
          {/* The time of a class belongs to everybody in it. */}
          {shown.format === 'ONE_ON_ONE' && (
            <Pick
              legend="Afterwards"
              columns
              value={time}
              onChange={setTime}
              choices={[
                { value: 'OPEN', label: 'Offer the time again' },
                { value: 'CLOSE', label: 'Keep it closed', reason: 'Nobody can book it.' },
              ]}
            />
          )}
          <NotifyClient
            reach={data.reach}
            notify={notify}
            onNotify={setNotify}
            message={message}
            onMessage={setMessage}
          />
        </>
      ) : quote.isError ? (
        <FailedState
          message={quote.error.message}
          onRetry={() => void quote.refetch()}
          retrying={quote.isFetching}
        />
      ) : (
        <SkeletonGroup label="Loading what is refunded" className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {warning && (
        <Banner tone="warn" inSight>
          {warning}
        </Banner>
      )}
      {isChanged && (
        <Banner tone="warn" inSight>
          Changed a moment ago: {changeText(shown, booking, zone)}.{' '}
          <TextButton onClick={showChange}>Show</TextButton>
        </Banner>
      )}
      <SendNotices failure={failure} action="cancel" />
    </Sheet>
  );
}

const isConflict = ({ code }: ApiError) => code === 'BOOKING_CHANGED' || code === 'NOT_CANCELLABLE';

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
