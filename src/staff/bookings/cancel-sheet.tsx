import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { staffCancelBooking, staffCancellation } from '#contract/staff.calls.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { Cancellation } from '#contract/staff-bookings.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { toCall } from '#domain/visits/reach.ts';
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
import { agendaKeys } from '#staff/api/keep-booking.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { NotifyClient } from '#staff/parts/notify-client.tsx';
import { Pick } from '#staff/parts/pick.tsx';
import { askToCall } from '#staff/parts/result.ts';
import { changeText, firstName } from '#staff/parts/session-texts.ts';
import { useAction, useBase } from '#staff/parts/use-action.ts';
import { AmountField } from '#staff/till/amount-field.tsx';
import { amountText, parseAmount } from '#staff/till/till-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { now, useNow } from '#web/ui/use-now.ts';
import { useRefetchAt } from '#web/ui/use-refetch-at.ts';

const { zone } = practice;

type CancelSheetProps = {
  booking: SessionRow;
  /** Paid in cash, by card reader or transfer. */
  offline_cents: number;
  onClose: () => void;
  /** After the cancellation, with the sentence about the money. */
  onCancelled: (text: string) => void;
};

/** Cancels a booking: who asked, what is refunded, what the client reads, and what happens to the time. */
export function CancelSheet({ booking, offline_cents, onClose, onCancelled }: CancelSheetProps) {
  const cancel = useAction();
  const { base: shown, changed } = useBase(cancel, booking);
  const quote = useQuery({
    queryKey: agendaKeys.cancellation(booking.id),
    queryFn: ({ signal }) => callStaff(staffCancellation, { params: { id: booking.id } }, { signal }),
    staleTime: 0,
  });
  const [by, setBy] = useState<CancelledBy>('CLIENT');
  const [refund_anyway, setRefundAnyway] = useState(false);
  // The typed amount; null while the policy or "Refund anyway" decides.
  const [own, setOwn] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [time, setTime] = useState<'OPEN' | 'CLOSE'>('OPEN');
  const [notify, setNotify] = useState(true);
  const [warning, setWarning] = useState<string | null>(null);
  const moment = useNow();
  const hasStarted = moment !== null && Date.parse(shown.start_time) <= moment.getTime();
  const name = firstName(shown);
  const direct = offlineRefundText(offline_cents);
  const getsMail = notify && shown.client !== null && shown.client.has_email;

  useRefetchAt(quote.data?.by_client_later[0]?.after ?? null, () => void quote.refetch());

  const ownCents = own === null ? null : parseAmount(own);
  const outcomeOf = (quoted: Cancellation) =>
    ownCents === null ? chosenOutcome(quoted, by, refund_anyway) : ownOutcome(quoted, ownCents);

  const onConfirm = (quoted: Cancellation) => {
    setWarning(null);
    cancel.run(
      staffCancelBooking,
      {
        params: { id: shown.id },
        body: {
          base_updated_at: shown.updated_at,
          by,
          refund: ownCents ?? (refund_anyway ? 'FULL' : 'POLICY'),
          quote: quoted.quote,
          ...(getsMail && message.trim() !== '' ? { message: message.trim() } : {}),
          time,
          notify: getsMail,
        },
      },
      {
        done: ({ reached }) => {
          askToCall('Cancelled.', toCall(reached));
          onCancelled(
            [cancelledText(outcomeOf(quoted), shown.client ? name : null), direct].filter(Boolean).join(' '),
          );
        },
        refused: async ({ code }) => {
          if (code !== 'QUOTE_CHANGED') return;
          const { data: now_quoted } = await quote.refetch();
          if (now_quoted) setWarning(quoteChangedText(now_quoted, now(), zone));
        },
      },
    );
  };

  const data = quote.data;
  const outcome = data && outcomeOf(data);
  const wrongAmount = data && own !== null ? ownRefundError(data, ownCents) : null;
  const anyway = data && by === 'CLIENT' && own === null ? refundAnywayLabel(data) : null;
  const canChoose = data !== undefined && by === 'CLIENT' && canChooseRefund(data);

  /** Goes on with the booking as it is now; what was typed stays. */
  const showChange = (row: SessionRow, goOn: () => void) => {
    if (row.status !== 'CONFIRMED') return onClose();
    goOn();
    void quote.refetch();
  };

  return (
    <ActionSheet
      action={cancel}
      title={`Cancel ${shown.client ? `${name}’s ` : ''}${shown.service_name} on ${formatDayTime(shown.start_time, zone)}?`}
      confirm={data && outcome ? cancelLabel(data, outcome) : 'Cancel booking'}
      look="danger"
      blocked={!data}
      dirty={own !== null || message.trim() !== ''}
      invalid={{ refund: wrongAmount }}
      changed={
        changed && {
          text: changeText(shown, changed.row, zone),
          goOn: () => showChange(changed.row, changed.goOn),
        }
      }
      explain={({ code }) => (code === 'QUOTE_CHANGED' ? null : undefined)}
      aside={
        anyway && (
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
        )
      }
      onClose={onClose}
      onConfirm={() => data && onConfirm(data)}
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
                className="justify-self-start min-h-act -mt-3"
                onClick={() =>
                  setOwn(amountText((refund_anyway ? data.by_practice : data.by_client).cents ?? 0))
                }
              >
                Another amount
              </TextButton>
            ) : (
              <AmountField label="Refund" name="refund" value={own} onChange={setOwn} />
            ))}
          {/* The time of a class belongs to everybody in it. */}
          {shown.format === 'ONE_ON_ONE' && (
            <Pick
              legend="Afterwards"
              columns
              value={time}
              onChange={setTime}
              choices={[
                {
                  value: 'OPEN',
                  label: 'Offer the time again',
                  ...(data.next_in_line ? { reason: `${data.next_in_line} is next in line.` } : {}),
                },
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
      ) : (
        <QueryState of={quote}>
          <SkeletonGroup
            label="Loading what is refunded"
            className="grid gap-3"
            rows={['h-16', 'h-16', 'h-24']}
          />
        </QueryState>
      )}
      {warning && (
        <Banner tone="warn" inSight>
          {warning}
        </Banner>
      )}
    </ActionSheet>
  );
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
