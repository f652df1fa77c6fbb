import { Link } from 'react-router';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { AttendanceMove } from '#domain/attendance.ts';
import { bookingPath, clientName, directionsUrl } from '#staff/bookings/session-texts.ts';
import { DisclosureMenu } from '#web/ui/disclosure-menu.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { ArrowUpRightIcon } from '#web/ui/icons/arrow-up-right.tsx';
import { DotsIcon } from '#web/ui/icons/dots.tsx';
import { NavigationIcon } from '#web/ui/icons/navigation.tsx';
import { PhoneIcon } from '#web/ui/icons/phone.tsx';
import { UserXIcon } from '#web/ui/icons/user-x.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import './session-menu.css';

type SessionMenuProps = {
  session: SessionRow;
  moves: readonly AttendanceMove[];
  isOnline: boolean;
  onRecord: (to: AttendanceMove) => void;
  onNoShow: () => void;
};

/** Everything that can be done with a session from its row. */
export function SessionMenu({ session, moves, isOnline, onRecord, onNoShow }: SessionMenuProps) {
  const directions = directionsUrl(session);
  const phone = session.client?.phone;
  const off = isOnline ? undefined : 'You’re offline.';
  return (
    <DisclosureMenu
      align="end"
      hideChevron
      buttonClassName="btn-icon"
      panelClassName="session-menu"
      label={
        <>
          <DotsIcon />
          <VisuallyHidden>More for {clientName(session)}</VisuallyHidden>
        </>
      }
    >
      {moves.includes('ARRIVED') && (
        <button
          type="button"
          className="menu-item"
          disabled={!isOnline}
          title={off}
          onClick={() => onRecord('ARRIVED')}
        >
          <CheckIcon />
          Arrived
        </button>
      )}
      {moves.includes('NOT_ARRIVED') && (
        <button
          type="button"
          className="menu-item"
          disabled={!isOnline}
          title={off}
          onClick={() => onRecord('NOT_ARRIVED')}
        >
          <CheckIcon />
          Not arrived
        </button>
      )}
      {phone && (
        <a className="menu-item" href={`tel:${phone}`}>
          <PhoneIcon />
          Call
        </a>
      )}
      {directions && (
        <a className="menu-item" href={directions} target="_blank" rel="noreferrer">
          <NavigationIcon />
          Directions
        </a>
      )}
      <Link className="menu-item" to={bookingPath(session.id)}>
        <ArrowUpRightIcon />
        Open
      </Link>
      {moves.includes('NO_SHOW') && (
        <button type="button" className="menu-item" disabled={!isOnline} title={off} onClick={onNoShow}>
          <UserXIcon />
          Mark as no-show
        </button>
      )}
      {moves.includes('ATTENDED') && (
        <button
          type="button"
          className="menu-item"
          disabled={!isOnline}
          title={off}
          onClick={() => onRecord('ATTENDED')}
        >
          <CheckIcon />
          Mark as attended
        </button>
      )}
      {off && <p className="menu-reason">{off}</p>}
    </DisclosureMenu>
  );
}
