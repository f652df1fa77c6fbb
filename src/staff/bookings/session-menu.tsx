import { useState } from 'react';
import { Link } from 'react-router';
import { ArrowUpRight, CalendarDays, Check, Navigation, NotebookPen, Phone, UserX, Users } from 'lucide';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { AttendanceMove } from '#domain/visits/attendance.ts';
import { MenuItem, MoreMenu } from '#staff/parts/more-menu.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import {
  bookingPath,
  clientName,
  clientPath,
  notesPath,
  rescheduledText,
  textOf,
  wayTo,
} from '#staff/parts/session-texts.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import './marks.css';

/** Its code comes after that of the first screen. */
export const TextLink = onDemand(async () => (await import('#staff/parts/text-link.tsx')).TextLink, null);
const RescheduleSheet = onDemand(
  async () => (await import('#staff/placement/reschedule-sheet.tsx')).RescheduleSheet,
);

type SessionMenuProps = {
  session: SessionRow;
  moves: readonly AttendanceMove[];
  isOnline: boolean;
  onRecord: (to: AttendanceMove) => void;
  onNoShow: () => void;
};

/** Everything that can be done with a session from its row. */
export function SessionMenu({ session, moves, isOnline, onRecord, onNoShow }: SessionMenuProps) {
  const show = useShown();
  const way = wayTo(session, show);
  const phone = session.client && show(session.client.phone);
  const off = isOnline ? undefined : 'You’re offline.';
  const [reschedules, setReschedules] = useState(false);
  const moment = useNow();
  const isAhead =
    session.status === 'CONFIRMED' && moment !== null && Date.parse(session.end_time) > moment.getTime();
  const hasBegun =
    session.status !== 'PENDING' && moment !== null && Date.parse(session.start_time) <= moment.getTime();
  return (
    <>
      <MoreMenu about={clientName(session)}>
        {moves.includes('ARRIVED') && (
          <MenuItem icon={Check} disabled={!isOnline} title={off} onClick={() => onRecord('ARRIVED')}>
            Arrived
          </MenuItem>
        )}
        {moves.includes('NOT_ARRIVED') && (
          <MenuItem icon={Check} disabled={!isOnline} title={off} onClick={() => onRecord('NOT_ARRIVED')}>
            Not arrived
          </MenuItem>
        )}
        {phone && (
          <a className="menu-item" href={`tel:${phone}`}>
            <Icon of={Phone} />
            Call
          </a>
        )}
        {phone && <TextLink className="menu-item" icon="BEFORE" {...textOf(session, show)} />}
        {way && (
          <a className="menu-item" href={way.href} target="_blank" rel="noreferrer">
            <Icon of={Navigation} />
            {way.label}
          </a>
        )}
        <Link className="menu-item" to={bookingPath(session.id)}>
          <Icon of={ArrowUpRight} />
          Open
        </Link>
        {hasBegun && session.client && (
          <Link className="menu-item" to={notesPath(session.id)}>
            <Icon of={NotebookPen} />
            {session.note === 'SIGNED' ? 'Session note' : 'Write note'}
          </Link>
        )}
        {session.client && (
          <Link className="menu-item" to={clientPath(session.client.id)}>
            <Icon of={Users} />
            Client
          </Link>
        )}
        {isAhead && (
          <MenuItem
            icon={CalendarDays}
            disabled={!isOnline}
            title={off}
            {...RescheduleSheet.preloadHandlers}
            onClick={() => setReschedules(true)}
          >
            Reschedule…
          </MenuItem>
        )}
        {moves.includes('NO_SHOW') && (
          <MenuItem icon={UserX} disabled={!isOnline} title={off} onClick={onNoShow}>
            Mark as no-show
          </MenuItem>
        )}
        {moves.includes('ATTENDED') && (
          <MenuItem icon={Check} disabled={!isOnline} title={off} onClick={() => onRecord('ATTENDED')}>
            Mark as attended
          </MenuItem>
        )}
        {off && <p className="menu-reason">{off}</p>}
      </MoreMenu>
      {reschedules && (
        <RescheduleSheet
          booking={session}
          onRescheduled={({ booking }) => {
            setReschedules(false);
            showToast(rescheduledText(booking));
          }}
          onClose={() => setReschedules(false)}
        />
      )}
    </>
  );
}
