import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { ClassRow, SessionRow, Today } from '#contract/agenda.schemas.ts';
import type { AttendanceMove } from '#domain/attendance.ts';
import { formatClock, formatClockRange, formatFullDay } from '#domain/date-formats.ts';
import { Marks } from '#staff/bookings/marks.tsx';
import { NoShowSheet } from '#staff/bookings/no-show-sheet.tsx';
import { SessionMenu } from '#staff/bookings/session-menu.tsx';
import { movesOf, useAttendance } from '#staff/bookings/use-attendance.ts';
import { useChangedRows } from '#staff/client/use-changed-rows.ts';
import { useOnline } from '#staff/client/use-online.ts';
import {
  bookingPath,
  classPath,
  clientName,
  directionsUrl,
  ordinal,
  placeText,
} from '#staff/parts/session-texts.ts';
import { type DayRow, bookedSpan, dayRows, type Phase } from '#staff/today/day-rows.ts';
import { formatWait, timeOffText } from '#staff/today/day-texts.ts';
import { TendrilArt } from '#web/art/tendril-art.tsx';
import { tintClassOf, TypeIcon } from '#web/art/type-icon.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { CarIcon } from '#web/ui/icons/car.tsx';
import { NavigationIcon } from '#web/ui/icons/navigation.tsx';
import { PhoneIcon } from '#web/ui/icons/phone.tsx';
import { Announcement } from '#web/ui/visually-hidden.tsx';

const { zone } = practice;

type RowProps = {
  now: Date | null;
  isOnline: boolean;
  isChanged: boolean;
  isBusy: boolean;
  error: string | null;
  onRecord: (session: SessionRow, to: AttendanceMove) => void;
  onNoShow: (session: SessionRow) => void;
};

/** The day as a stem: what is over, now, what comes next, free time and the rest. */
export function DayLine({ day, now }: { day: Today; now: Date | null }) {
  const list = useRef<HTMLOListElement>(null);
  const isOnline = useOnline();
  const attendance = useAttendance();
  const [noShow, setNoShow] = useState<SessionRow | null>(null);
  const changed = useChangedRows(day, day.date);
  const rows = dayRows(day, now, zone);
  const span = bookedSpan(day);

  // The button that recorded the arrival is gone, so the focus goes to the name in its row.
  const recorded = attendance.data?.booking;
  useEffect(() => {
    if (!recorded || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${recorded.id}"] [data-row-target]`)?.focus();
  }, [recorded]);

  const onRecord = (booking: SessionRow, to: AttendanceMove) => attendance.mutate({ booking, to });

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])];
    const row = document.activeElement?.closest('[data-row]');
    const at = targets.findIndex((target) => row?.contains(target));
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      targets[Math.max(0, Math.min(targets.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus();
    } else if (event.key === 'a' || event.key === 'A') {
      const id = row?.getAttribute('data-row');
      const session = day.sessions.find((each) => each.id === id);
      if (!session || !isOnline || !movesOf(session, now).includes('ARRIVED')) return;
      event.preventDefault();
      onRecord(session, 'ARRIVED');
    }
  };

  const propsOf = (key: string): RowProps => {
    const isHere = attendance.variables?.booking.id === key;
    return {
      now,
      isOnline,
      isChanged: changed.has(key),
      isBusy: isHere && attendance.isPending,
      error: isHere && attendance.error ? attendance.error.message : null,
      onRecord,
      onNoShow: setNoShow,
    };
  };

  return (
    <>
      <ol
        ref={list}
        className="day-line"
        aria-label={formatFullDay(day.date)}
        onKeyDown={onKeyDown}
        aria-describedby="day-keys"
      >
        {rows.map((row) => (
          <Row key={row.key} row={row} {...propsOf(row.key)} />
        ))}
      </ol>
      <p id="day-keys" className="sr-only">
        Arrow keys move between sessions, Enter opens one, A records the arrival.
      </p>
      <p className="day-keys no-print" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> move · <kbd>Enter</kbd> opens · <kbd>A</kbd> arrived · <kbd>?</kbd> all keys
      </p>
      {span && (
        <div className="day-end">
          <div className="art">
            <TendrilArt />
          </div>
          <p>The day ends at {formatClock(span.end, zone)}.</p>
        </div>
      )}
      <Announcement>
        {attendance.isSuccess && attendedText(attendance.data.booking)}
        {!attendance.isSuccess && changed.size > 0 && 'The day has changed.'}
      </Announcement>
      {noShow && <NoShowSheet booking={noShow} onClose={() => setNoShow(null)} />}
    </>
  );
}

const attendedText = (session: SessionRow): string =>
  session.arrived_at
    ? `${clientName(session)} arrived at ${formatClock(session.arrived_at, zone)}.`
    : `${clientName(session)} is recorded.`;

function Row({ row, ...props }: RowProps & { row: DayRow }) {
  switch (row.kind) {
    case 'NOW':
      return (
        <li className="day-now">
          <span className="sun" aria-hidden="true" />
          <p>Now, {props.now && formatClock(props.now, zone)}</p>
        </li>
      );
    case 'GAP':
      return (
        <li className="day-gap">
          <p className="num">Free {formatClockRange(row.span.start, row.span.end, zone)}</p>
        </li>
      );
    case 'CLOSED':
      return (
        <li className="day-gap is-closed">
          <p className="num">{timeOffText(row.time_off, zone)}</p>
        </li>
      );
    case 'CLASS':
      return <ClassItem row={row.row} phase={row.phase} {...props} />;
    case 'SESSION':
      return row.phase === 'NEXT' ? (
        <NextSession session={row.session} {...props} />
      ) : (
        <SessionItem session={row.session} phase={row.phase} {...props} />
      );
  }
}

const itemClass = (type: string, phase: Phase, isChanged: boolean, isOff = false) =>
  classNames(
    'day-item',
    tintClassOf(type),
    phase === 'PAST' && 'is-past',
    phase === 'NEXT' && 'is-next',
    isOff && 'is-off',
    isChanged && 'has-changed',
  );

const Dot = ({ type }: { type: string }) => (
  <span className="day-dot">
    <TypeIcon type={type} className="icon" />
  </span>
);

function Times({ start, end, now }: { start: string; end: string; now?: Date | null }) {
  const wait = now ? formatWait(start, now) : null;
  return (
    <p className="day-time">
      <time dateTime={start}>{formatClockRange(start, end, zone)}</time>
      {wait && <em>{wait}</em>}
    </p>
  );
}

function Place({ session }: { session: SessionRow }) {
  const isHouseCall = session.place === 'HOUSE_CALL';
  return (
    <p className="day-what">
      {session.service_name}
      <span className={isHouseCall ? 'day-address' : 'day-place'}> · {placeText(session)}</span>
    </p>
  );
}

function ClientName({ session }: { session: SessionRow }) {
  const visits = session.client?.visits ?? 0;
  return (
    <h3>
      <Link data-row-target="" to={bookingPath(session.id)}>
        {clientName(session)}
      </Link>
      {visits > 1 && <small>{ordinal(visits)} visit</small>}
    </h3>
  );
}

const Menu = ({ session, now, isOnline, onRecord, onNoShow }: RowProps & { session: SessionRow }) => (
  <SessionMenu
    session={session}
    moves={movesOf(session, now)}
    isOnline={isOnline}
    onRecord={(to) => onRecord(session, to)}
    onNoShow={() => onNoShow(session)}
  />
);

/** Nothing where the arrival cannot be recorded now. */
function ArrivedButton({
  session,
  look,
  icon,
  className,
  now,
  isOnline,
  isBusy,
  onRecord,
}: RowProps & { session: SessionRow } & Pick<ComponentProps<typeof Button>, 'look' | 'icon' | 'className'>) {
  if (!movesOf(session, now).includes('ARRIVED')) return null;
  return (
    <Button
      look={look}
      icon={icon}
      className={className}
      busy={isBusy}
      disabled={!isOnline}
      onClick={() => onRecord(session, 'ARRIVED')}
    >
      Arrived
    </Button>
  );
}

function SessionItem({ session, phase, ...row }: RowProps & { session: SessionRow; phase: Phase }) {
  const { isChanged, isBusy, error } = row;
  const directions = directionsUrl(session);
  const isOff = session.status === 'NO_SHOW' || session.status === 'CANCELLED';
  return (
    <li
      data-row={session.id}
      aria-busy={isBusy || undefined}
      className={itemClass(session.service_type, phase, isChanged, isOff)}
    >
      <Dot type={session.service_type} />
      <Times start={session.start_time} end={session.end_time} />
      <div className="day-body">
        <ClientName session={session} />
        <Place session={session} />
        {session.place === 'HOUSE_CALL' && (
          <p className="day-call">
            <CarIcon />
            House call
          </p>
        )}
        <Marks chips={session.chips} />
        {error && <Banner tone="error">{error}</Banner>}
      </div>
      <div className="day-acts">
        {directions && phase !== 'PAST' ? (
          <a className="act act-wide" href={directions} target="_blank" rel="noreferrer">
            <NavigationIcon />
            Directions
          </a>
        ) : (
          <ArrivedButton session={session} look="ghost" className="act-wide" {...row} />
        )}
        <Menu session={session} {...row} />
      </div>
    </li>
  );
}

/** The next client is the largest thing on the page, with the three acts that are needed at the door. */
function NextSession({ session, ...row }: RowProps & { session: SessionRow }) {
  const { now, isChanged, isBusy, error } = row;
  const directions = directionsUrl(session);
  const phone = session.client?.phone;
  return (
    <li
      data-row={session.id}
      aria-busy={isBusy || undefined}
      className={itemClass(session.service_type, 'NEXT', isChanged)}
    >
      <Dot type={session.service_type} />
      <div className="next-time">
        <Times start={session.start_time} end={session.end_time} now={now} />
      </div>
      <div className="next-card">
        <div className="next-head">
          <div className="next-title">
            <div className="next-time-inside">
              <Times start={session.start_time} end={session.end_time} now={now} />
            </div>
            <ClientName session={session} />
          </div>
          <Menu session={session} {...row} />
        </div>
        <Place session={session} />
        <Marks chips={session.chips} />
        <div className="next-acts">
          <ArrivedButton session={session} look="soft" icon={<CheckIcon />} {...row} />
          {directions && (
            <a className="btn btn-secondary" href={directions} target="_blank" rel="noreferrer">
              <NavigationIcon />
              Directions
            </a>
          )}
          <Link className="btn btn-secondary" to={bookingPath(session.id)}>
            Open
          </Link>
          {phone && (
            <a className="btn btn-secondary" href={`tel:${phone}`}>
              <PhoneIcon />
              Call
            </a>
          )}
        </div>
        {error && <Banner tone="error">{error}</Banner>}
      </div>
    </li>
  );
}

function ClassItem({ row, phase, now, isChanged }: RowProps & { row: ClassRow; phase: Phase }) {
  const path = classPath(row);
  const seats = row.taken === 0 ? 'no seats taken yet' : `${row.taken} of ${row.capacity}`;
  const here = row.taken > 0 && row.arrived > 0 ? arrivedText(row) : null;
  const name = (
    <h3>
      <Link data-row-target="" to={path}>
        {row.service_name}
      </Link>
    </h3>
  );
  const what = (
    <p className="day-what">
      Class, {seats}
      {here && ` · ${here}`}
      <span className="day-place"> · {placeText({ ...row, address: null })}</span>
    </p>
  );
  const key = `${row.service_id} ${row.start_time}`;
  if (phase === 'NEXT')
    return (
      <li data-row={key} className={itemClass(row.service_type, phase, isChanged)}>
        <Dot type={row.service_type} />
        <div className="next-time">
          <Times start={row.start_time} end={row.end_time} now={now} />
        </div>
        <div className="next-card">
          <div className="next-time-inside">
            <Times start={row.start_time} end={row.end_time} now={now} />
          </div>
          {name}
          {what}
          <div className="next-acts">
            <Link className="btn btn-soft" to={path}>
              Open roster
            </Link>
          </div>
        </div>
      </li>
    );
  return (
    <li
      data-row={key}
      className={classNames(itemClass(row.service_type, phase, isChanged), row.taken === 0 && 'is-empty')}
    >
      <Dot type={row.service_type} />
      <Times start={row.start_time} end={row.end_time} />
      <div className="day-body">
        {name}
        {what}
      </div>
      <div className="day-acts">
        <Link className="act act-wide" to={path}>
          Roster
        </Link>
      </div>
    </li>
  );
}

const arrivedText = ({ arrived, taken }: ClassRow) =>
  arrived === taken ? `all ${taken} arrived` : `${arrived} arrived`;
