import './change.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import { cancelBooking } from '#contract/client.calls.ts';
import type { BookingOptions } from '#contract/bookings.schemas.ts';
import type { VisitFacts } from '#contract/visits.schemas.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { CancelWay } from '#web/bookings/change/cancel-way.tsx';
import {
  cancelLabel,
  changeErrorMessage,
  quoteChangedText,
  refusalText,
  reschedulesText,
  samePriceText,
} from '#web/bookings/change/change-texts.ts';
import { ChangeDone, type DoneChange } from '#web/bookings/change/change-done.tsx';
import { PhoneLink } from '#web/layout/phone-link.tsx';
import { RescheduleDialog } from '#web/bookings/change/reschedule-dialog.tsx';
import { SessionTime } from '#web/bookings/change/session-time.tsx';
import { isUnpaid } from '#web/bookings/money-text.ts';
import { bookingOptionsQuery, useKeepBooking } from '#web/bookings/queries.ts';
import type { ApiError } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSingleFlight } from '#web/api/use-single-flight.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { QueryState } from '#web/ui/states.tsx';
import { now } from '#web/ui/use-now.ts';
import { useRefetchAt } from '#web/ui/use-refetch-at.ts';

const { zone } = practice;
/** A click this soon after the amount on the button changed was meant for the amount before. */
const TOO_SOON_MS = 800;

type ChangeDialogProps = {
  booking: VisitFacts;
  onClose: () => void;
};

/** "Change or cancel": what each costs is said before it is done, and the amount stands on the button. */
export function ChangeDialog({ booking, onClose }: ChangeDialogProps) {
  const [step, setStep] = useState<'choose' | 'reschedule'>('choose');
  const [done, setDone] = useState<DoneChange | null>(null);
  const options = useQuery(bookingOptionsQuery(booking.id, useCall()));

  if (done) return <ChangeDone {...done} onClose={onClose} />;
  if (step === 'reschedule' && options.data)
    return (
      <RescheduleDialog
        booking={booking}
        options={options.data}
        refetchOptions={async () => (await options.refetch()).data ?? null}
        onBack={() => setStep('choose')}
        onClose={onClose}
        onRescheduled={(moved) => setDone({ booking: moved, refund_cents: 0 })}
      />
    );
  return (
    <ChooseDialog
      booking={booking}
      onClose={onClose}
      onReschedule={() => setStep('reschedule')}
      onCancelled={setDone}
    />
  );
}

function ChooseDialog({
  booking,
  onClose,
  onReschedule,
  onCancelled,
}: ChangeDialogProps & { onReschedule: () => void; onCancelled: (done: DoneChange) => void }) {
  const queries = useQueryClient();
  const keepBooking = useKeepBooking();
  const ask = useCall();
  const options = useQuery(bookingOptionsQuery(booking.id, ask));
  const quoteChange = useQuoteChange(options.data?.cancel, options.dataUpdatedAt);
  useRefetchAt(options.data?.cancel.changes_at ?? null, () => void options.refetch());

  const cancel = useMutation<VisitFacts, ApiError, number>({
    mutationFn: (expected_cents) => ask(cancelBooking, { body: { id: booking.id, expected_cents } }),
    onSuccess: async (facts, refund_cents) => {
      await keepBooking(facts);
      onCancelled({ booking: facts, refund_cents });
    },
    onError: async ({ code }) => {
      if (code === 'QUOTE_CHANGED') await options.refetch();
      else if (code === 'NOT_CANCELLABLE') {
        await Promise.all([options.refetch(), queries.invalidateQueries({ queryKey: ['bookings'] })]);
      }
    },
  });

  const cancelOnce = useSingleFlight(cancel.mutateAsync);

  const data = options.data;
  const isRefused = data?.cancel.why_not != null;
  const failure =
    cancel.error && cancel.error.code !== 'QUOTE_CHANGED' && !isRefused
      ? changeErrorMessage(cancel.error)
      : null;

  return (
    <Dialog
      open
      onClose={onClose}
      locked={cancel.isPending}
      width="narrow"
      className={tintClassOf(booking.service_type)}
      title={
        <span tabIndex={-1} data-autofocus="" className="change-title">
          Change or cancel
        </span>
      }
      subtitle={
        <>
          <b>{booking.service_name}</b>
          <SessionTime booking={booking} />
        </>
      }
      footer={
        data &&
        !isRefused && (
          <>
            <Button
              look={quoteChange ? 'primary' : 'secondary'}
              disabled={cancel.isPending}
              onClick={onClose}
            >
              Keep it
            </Button>
            <Button
              look="danger"
              busy={cancel.isPending || options.isFetching}
              onClick={() => {
                if (now().getTime() - (quoteChange?.at ?? 0) > TOO_SOON_MS)
                  cancelOnce(data.cancel.refund_cents);
              }}
            >
              {cancelLabel(data.cancel, isUnpaid(booking))}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {data ? (
          isRefused ? (
            <Banner tone="warn">
              {booking.status === 'CANCELLED'
                ? 'This booking has been cancelled.'
                : 'This booking can’t be changed any more.'}
            </Banner>
          ) : (
            <>
              <RescheduleWay
                booking={booking}
                options={data.reschedule}
                locked={cancel.isPending}
                onReschedule={onReschedule}
              />
              <CancelWay booking={booking} cancel={data.cancel} warning={quoteChange?.text ?? null} />
            </>
          )
        ) : (
          <QueryState message={errorMessage(options.error)} of={options}>
            <SkeletonGroup className="grid gap-4" rows={['h-24', 'h-32']} />
          </QueryState>
        )}
        {failure && (
          <Banner tone="error" inSight>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

function RescheduleWay({
  booking,
  options,
  locked,
  onReschedule,
}: {
  booking: VisitFacts;
  options: BookingOptions['reschedule'];
  locked: boolean;
  onReschedule: () => void;
}) {
  return (
    <section className="change-way grid gap-2.5 justify-items-start">
      <h3 className="text-lg">Reschedule</h3>
      {options.why_not === null ? (
        <>
          <p>
            <b>{samePriceText(booking)}</b> {reschedulesText(options)}
          </p>
          <Button look="secondary" disabled={locked} onClick={onReschedule}>
            Choose another time
          </Button>
        </>
      ) : (
        <p>
          {refusalText(options.why_not, options.max_reschedules)} <PhoneLink />
        </p>
      )}
    </section>
  );
}

/** What changed about the refund while the dialog was open, and when; null while it is what was first shown. */
function useQuoteChange(cancel: BookingOptions['cancel'] | undefined, updatedAt: number) {
  const [seen, setSeen] = useState<number | null>(null);
  const [change, setChange] = useState<{ text: string; at: number } | null>(null);
  if (cancel && cancel.refund_cents !== seen) {
    if (seen !== null)
      setChange({ text: quoteChangedText(cancel, new Date(updatedAt), zone), at: updatedAt });
    setSeen(cancel.refund_cents);
  }
  return change;
}
