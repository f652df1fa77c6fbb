import { useState } from 'react';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { OutputOf } from '#contract/call.ts';
import { staffEndHold } from '#contract/staff.calls.ts';
import { formatClock, formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { firstName } from '#staff/parts/session-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { showToast } from '#web/ui/toast.tsx';

const { zone } = practice;

/** A time that a client is paying for at the moment: until when, and the way to end it. */
export function HoldSheet({ booking, onClose }: { booking: SessionRow; onClose: () => void }) {
  const end = useAction();
  const [isUnreachable, setIsUnreachable] = useState(false);
  const name = firstName(booking);
  const hold = booking.chips.find(({ kind }) => kind === 'BEING_PAID' || kind === 'OFFERED');
  const until = hold?.until ? ` until ${formatClock(hold.until, zone)}` : '';
  const isOffer = hold?.kind === 'OFFERED';
  const onEnded = ({ outcome }: OutputOf<typeof staffEndHold>) => {
    if (outcome === 'UNREACHABLE') return setIsUnreachable(true);
    onClose();
    showToast(
      outcome === 'PAID'
        ? 'It has just been paid.'
        : `${isOffer ? 'The offer is withdrawn.' : 'The payment page has ended.'} The time is free.`,
      outcome === 'PAID' ? 'error' : 'success',
    );
  };
  return (
    <ActionSheet
      action={end}
      title={isOffer ? `Offered to ${name}${until}.` : `${name} is on the payment page${until}.`}
      confirm={isOffer ? 'Withdraw offer' : `End ${booking.client ? `${name}’s` : 'the'} payment page`}
      look="danger"
      onClose={onClose}
      onConfirm={() => {
        setIsUnreachable(false);
        end.run(staffEndHold, { params: { id: booking.id } }, { done: onEnded });
      }}
    >
      <p>
        {booking.service_name}, {formatDayOf(booking.start_time, zone)},{' '}
        {formatClockRange(booking.start_time, booking.end_time, zone)}.{' '}
        {isOffer
          ? `When you withdraw the offer, the time is free again. ${name} keeps the place in line.`
          : 'It can be rescheduled once it is paid. When you end the payment page, the time is free again, unless the payment comes first.'}
      </p>
      {isUnreachable && (
        <Banner tone="error" inSight>
          The payment provider can’t be reached. The hold ends as soon as it answers.
        </Banner>
      )}
    </ActionSheet>
  );
}
