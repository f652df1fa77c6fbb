import { useState } from 'react';
import { Check } from 'lucide';
import type { BookingPanel as Panel } from '#contract/staff-bookings.schemas.ts';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { useAttendance } from '#staff/bookings/use-attendance.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The actions at the foot of the panel; the others stand next to what they are about. */
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
  const { action, record } = useAttendance();
  const [wanted, setWanted] = useState<string | null>(null);
  const moment = useNow();
  // Of a hold the sheet says until when the client is paying.
  const isReschedulable =
    (booking.status === 'CONFIRMED' && moment !== null && Date.parse(booking.end_time) > moment.getTime()) ||
    booking.status === 'PENDING';
  const can = (action: Panel['allowed_actions'][number]) => allowed_actions.includes(action);
  const hasAny = FOOT_ACTIONS.some(can);
  if (!isReschedulable && !hasAny) return null;
  const onRecord = (to: 'ARRIVED' | 'NOT_ARRIVED' | 'ATTENDED') => {
    setWanted(to);
    record({ booking, to });
  };
  const busy = (to: string) => action.isPending && wanted === to;
  return (
    <div className="panel-foot sticky z-5 grid gap-2">
      {!isOnline && <p className="text-muted text-small">You’re offline, so nothing can be changed now.</p>}
      {action.error && (
        <Banner tone="error" inSight className="text-muted text-small">
          {action.error.message}
        </Banner>
      )}
      <div className="panel-actions flex flex-wrap gap-2.5 max-xs:gap-2">
        {can('ARRIVED') && (
          <Button
            look="soft"
            icon={<Icon of={Check} />}
            busy={busy('ARRIVED')}
            disabled={!isOnline}
            onClick={() => onRecord('ARRIVED')}
          >
            Arrived
          </Button>
        )}
        {can('NOT_ARRIVED') && (
          <Button
            look="secondary"
            busy={busy('NOT_ARRIVED')}
            disabled={!isOnline}
            onClick={() => onRecord('NOT_ARRIVED')}
          >
            Not arrived
          </Button>
        )}
        {can('ATTENDED') && (
          <Button
            look="soft"
            icon={<Icon of={Check} />}
            busy={busy('ATTENDED')}
            disabled={!isOnline}
            onClick={() => onRecord('ATTENDED')}
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
