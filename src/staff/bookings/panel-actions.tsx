import type { BookingPanel as Panel } from '#contract/staff-bookings.schemas.ts';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { useAttendance } from '#staff/bookings/use-attendance.ts';
import { useOnline } from '#staff/client/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { useNow } from '#web/ui/use-now.ts';

/** The actions at the foot of the panel; the others stand beside what they are about. */
const FOOT_ACTIONS = ['CANCEL', 'ARRIVED', 'NOT_ARRIVED', 'NO_SHOW', 'ATTENDED'] as const;

/** What can be done with the booking now. */
export function PanelActions({
  panel: { booking, allowed_actions },
  onOpen,
}: {
  panel: Panel;
  onOpen: (sheet: OpenSheet) => void;
}) {
  const isOnline = useOnline();
  const attendance = useAttendance();
  const moment = useNow();
  // Of a hold the sheet says until when the client is paying.
  const isReschedulable =
    (booking.status === 'CONFIRMED' && moment !== null && Date.parse(booking.end_time) > moment.getTime()) ||
    booking.status === 'PENDING';
  const can = (action: Panel['allowed_actions'][number]) => allowed_actions.includes(action);
  const hasAny = FOOT_ACTIONS.some(can);
  if (!isReschedulable && !hasAny) return null;
  const record = (to: 'ARRIVED' | 'NOT_ARRIVED' | 'ATTENDED') => attendance.mutate({ booking, to });
  const busy = (to: string) => attendance.isPending && attendance.variables.to === to;
  return (
    <div className="panel-foot">
      {!isOnline && <p className="panel-reason">You’re offline, so nothing can be changed now.</p>}
      {attendance.error && (
        <Banner tone="error" inSight className="panel-reason">
          {attendance.error.message}
        </Banner>
      )}
      <div className="panel-actions">
        {can('ARRIVED') && (
          <Button
            look="soft"
            icon={<CheckIcon />}
            busy={busy('ARRIVED')}
            disabled={!isOnline}
            onClick={() => record('ARRIVED')}
          >
            Arrived
          </Button>
        )}
        {can('NOT_ARRIVED') && (
          <Button
            look="secondary"
            busy={busy('NOT_ARRIVED')}
            disabled={!isOnline}
            onClick={() => record('NOT_ARRIVED')}
          >
            Not arrived
          </Button>
        )}
        {can('ATTENDED') && (
          <Button
            look="soft"
            icon={<CheckIcon />}
            busy={busy('ATTENDED')}
            disabled={!isOnline}
            onClick={() => record('ATTENDED')}
          >
            Mark as attended
          </Button>
        )}
        {isReschedulable && (
          <Button
            look={can('ARRIVED') ? 'secondary' : 'soft'}
            disabled={!isOnline}
            onClick={() => onOpen({ kind: 'reschedule' })}
          >
            Reschedule…
          </Button>
        )}
        {can('NO_SHOW') && (
          <Button look="secondary" disabled={!isOnline} onClick={() => onOpen({ kind: 'no-show' })}>
            Mark as no-show
          </Button>
        )}
        {can('CANCEL') && (
          <Button look="danger-quiet" disabled={!isOnline} onClick={() => onOpen({ kind: 'cancel' })}>
            Cancel…
          </Button>
        )}
      </div>
    </div>
  );
}
