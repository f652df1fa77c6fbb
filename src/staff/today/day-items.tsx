import { ordinal } from '#domain/text/sentences.ts';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Car, Check, Navigation, Phone } from 'lucide';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import type { AttendanceMove } from '#domain/visits/attendance.ts';
import { Marks } from '#staff/bookings/marks.tsx';
import { SessionMenu, TextLink } from '#staff/bookings/session-menu.tsx';
import { movesOf } from '#staff/bookings/use-attendance.ts';
import { useShown } from '#staff/parts/privacy.ts';
import {
  bookingPath,
  classPath,
  clientName,
  notesPath,
  placeText,
  seatsLabel,
  textOf,
  wayTo,
} from '#staff/parts/session-texts.ts';
import { LineItem, NextItem, TimesInside } from '#staff/today/day-item.tsx';
import { RowTasks } from '#staff/today/row-tasks.tsx';
import type { Phase } from '#staff/today/day-rows.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** What a row of the day gets. */
export type RowProps = {
  now: Date | null;
  isOnline: boolean;
  isChanged: boolean;
  isBusy: boolean;
  error: string | null;
  onRecord: (session: SessionRow, to: AttendanceMove) => void;
  onNoShow: (session: SessionRow) => void;
};

function Place({ session }: { session: SessionRow }) {
  const show = useShown();
  const isHouseCall = session.place === 'HOUSE_CALL';
  return (
    <p className="day-what">
      {session.service_name}
      <span className={isHouseCall ? 'text-ink font-semibold' : 'max-tablet:hidden'}>
        {' '}
        · {placeText(session, show)}
      </span>
    </p>
  );
}

const Way = ({ href, label }: { href: string; label: string }) => (
  <a className="btn btn-secondary" href={href} target="_blank" rel="noreferrer">
    <Icon of={Navigation} />
    {label}
  </a>
);

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
  size,
  icon,
  className,
  now,
  isOnline,
  isBusy,
  onRecord,
}: RowProps & { session: SessionRow } & Pick<
    ComponentProps<typeof Button>,
    'look' | 'size' | 'icon' | 'className'
  >) {
  if (!movesOf(session, now).includes('ARRIVED')) return null;
  return (
    <Button
      look={look}
      size={size}
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

/** The visit is over, and its note is not written or not signed. */
const isToWrite = ({ client, status, note }: SessionRow, phase: Phase): boolean =>
  phase === 'PAST' &&
  client !== null &&
  note !== 'SIGNED' &&
  (status === 'CONFIRMED' || status === 'COMPLETED');

export function SessionItem({ session, phase, ...row }: RowProps & { session: SessionRow; phase: Phase }) {
  const { isChanged, isBusy, error } = row;
  const show = useShown();
  const way = wayTo(session, show);
  return (
    <LineItem
      id={session.id}
      entry={session}
      phase={phase}
      isChanged={isChanged}
      isBusy={isBusy}
      isOff={session.status === 'NO_SHOW' || session.status === 'CANCELLED'}
      acts={
        <>
          {way && phase !== 'PAST' ? (
            <a className="act act-wide" href={way.href} target="_blank" rel="noreferrer">
              <Icon of={Navigation} />
              {way.label}
            </a>
          ) : isToWrite(session, phase) ? (
            <Link className="act act-wide" to={notesPath(session.id)}>
              Write note<VisuallyHidden> about {clientName(session)}</VisuallyHidden>
            </Link>
          ) : (
            <ArrivedButton session={session} look="secondary" size="sm" className="act-wide" {...row} />
          )}
          <Menu session={session} {...row} />
        </>
      }
    >
      <ClientName session={session} />
      <Place session={session} />
      {session.place === 'HOUSE_CALL' && (
        <p className="day-what flex gap-1.5 items-center">
          <Icon of={Car} className="icon-sm" />
          House call
        </p>
      )}
      <Marks chips={session.chips} />
      <RowTasks session={session} isOnline={row.isOnline} />
      {error && <Banner tone="error">{error}</Banner>}
    </LineItem>
  );
}

/** The next client is the largest thing on the page, with the three acts that are needed at the door. */
export function NextSession({ session, ...row }: RowProps & { session: SessionRow }) {
  const { now, isChanged, isBusy, error } = row;
  const show = useShown();
  const way = wayTo(session, show);
  const phone = session.client && show(session.client.phone);
  return (
    <NextItem id={session.id} entry={session} now={now} isChanged={isChanged} isBusy={isBusy}>
      <div className="flex gap-2 items-start justify-between">
        <div className="min-w-0">
          <TimesInside entry={session} now={now} />
          <ClientName session={session} />
        </div>
        <Menu session={session} {...row} />
      </div>
      <Place session={session} />
      <Marks chips={session.chips} />
      <RowTasks session={session} isOnline={row.isOnline} />
      <div className="next-acts flex flex-wrap gap-2 mt-3.5">
        <ArrivedButton session={session} look="soft" icon={<Icon of={Check} />} {...row} />
        {way && <Way {...way} />}
        <Link className="btn btn-secondary" to={bookingPath(session.id)}>
          Open
        </Link>
        {phone && (
          <a className="btn btn-secondary" href={`tel:${phone}`}>
            <Icon of={Phone} />
            Call
          </a>
        )}
        {phone && <TextLink className="btn btn-secondary" icon="BEFORE" {...textOf(session, show)} />}
      </div>
      {error && <Banner tone="error">{error}</Banner>}
    </NextItem>
  );
}

export function ClassItem({ row, phase, now, isChanged }: RowProps & { row: ClassRow; phase: Phase }) {
  const show = useShown();
  const path = classPath(row);
  const seats = seatsLabel(row);
  const way = wayTo({ ...row, address: null }, show);
  const here = row.taken > 0 && row.arrived > 0 ? arrivedText(row) : null;
  const item = { id: `${row.service_id} ${row.start_time}`, entry: row, isChanged };
  const text = (
    <>
      <h3>
        <Link data-row-target="" to={path}>
          {row.service_name}
        </Link>
      </h3>
      <p className="day-what">
        Class, {seats}
        {here && ` · ${here}`}
        <span className="max-tablet:hidden"> · {placeText({ ...row, address: null }, show)}</span>
      </p>
    </>
  );
  if (phase === 'NEXT')
    return (
      <NextItem {...item} now={now}>
        <TimesInside entry={row} now={now} />
        {text}
        <div className="next-acts flex flex-wrap gap-2 mt-3.5">
          <Link className="btn btn-soft" to={path}>
            Open roster
          </Link>
          {way && <Way {...way} />}
        </div>
      </NextItem>
    );
  const roster = (
    <Link className="act act-wide" to={path}>
      Roster
    </Link>
  );
  return (
    <LineItem {...item} phase={phase} isEmpty={row.taken === 0} acts={roster}>
      {text}
    </LineItem>
  );
}

const arrivedText = ({ arrived, taken }: ClassRow) =>
  arrived === taken ? `all ${taken} arrived` : `${arrived} arrived`;
