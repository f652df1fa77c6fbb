import { CalendarPlus, Check } from 'lucide';
import { useContext } from 'react';
import { bookingCalendar } from '#contract/client.calls.ts';
import type { VisitFacts } from '#contract/visits.schemas.ts';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { cancelledText } from '#web/bookings/change/change-texts.ts';
import { SessionTime } from '#web/bookings/change/session-time.tsx';
import { DownloadLink } from '#web/api/download-link.tsx';
import { CallByLink } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A booking after the change, and what the client gets back. */
export type DoneChange = { booking: VisitFacts; refund_cents: number };

/** What was done: the refund of a cancellation, or the new time. */
export function ChangeDone({ booking, refund_cents, onClose }: DoneChange & { onClose: () => void }) {
  const { service_name, service_type, status } = booking;
  const isCancelled = status === 'CANCELLED';
  const isByLink = useContext(CallByLink) !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      width="narrow"
      className={tintClassOf(service_type)}
      title={
        <span tabIndex={-1} data-autofocus="" className="change-title">
          {isCancelled ? 'Cancelled' : 'Rescheduled'}
        </span>
      }
      subtitle={<b>{service_name}</b>}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div role="status" className="grid gap-4">
        {isCancelled ? (
          <p>{cancelledText(refund_cents)}</p>
        ) : (
          <>
            <p className="num flex gap-3 px-4 py-3.5 rounded-control bg-sage-wash text-sage-strong">
              <Icon of={Check} className="mt-1" />
              <b>
                <SessionTime booking={booking} />
              </b>
            </p>
            <p>A new calendar file comes by e-mail in a few minutes.</p>
          </>
        )}
        {!isByLink && (
          <p>
            <DownloadLink
              address={`${bookingCalendar.path}?id=${encodeURIComponent(booking.id)}`}
              className="arrow-link text-sm"
            >
              <Icon of={CalendarPlus} />
              {isCancelled ? 'Take it off my calendar' : 'Add to calendar'}
            </DownloadLink>
          </p>
        )}
      </div>
    </Dialog>
  );
}
