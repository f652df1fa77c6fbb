import { type CSSProperties, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Check, MapPin, Printer } from 'lucide';
import { practice } from '#content/public/practice.ts';
import { staffClass } from '#contract/staff.calls.ts';
import type { SessionRow, StaffClass } from '#contract/agenda.schemas.ts';
import { queryOptions } from '@tanstack/react-query';
import { formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { zoneName } from '#domain/time/zone.ts';
import { Marks } from '#staff/bookings/marks.tsx';
import { NoShowSheet } from '#staff/bookings/no-show-sheet.tsx';
import { SessionMenu } from '#staff/bookings/session-menu.tsx';
import { movesOf, useAttendance } from '#staff/bookings/use-attendance.ts';
import { ClassActions } from '#staff/classes/class-actions.tsx';
import { GoneClass } from '#staff/classes/gone-class.tsx';
import { callStaff } from '#staff/api/call-staff.ts';
import { agendaKeys } from '#staff/api/keep-booking.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { StaffPage } from '#staff/layout/staff-page.tsx';
import { useShown } from '#staff/parts/privacy.ts';
import { ordinal } from '#domain/text/sentences.ts';
import { bookingPath, clientName, clientPath, placeText, textOf } from '#staff/parts/session-texts.ts';
import { TextLink } from '#staff/parts/text-link.tsx';
import { SproutArt } from '#web/art/leaf.tsx';
import { tintClassOf } from '#web/art/type-icon.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { EmptyState, QueryState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { Announcement } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './classes.css';

const { zone } = practice;

const rosterQuery = (service_id: string, start: string) =>
  queryOptions({
    queryKey: agendaKeys.roster(service_id, start),
    queryFn: ({ signal }) => callStaff(staffClass, { params: { service_id, start } }, { signal }),
  });

/** The seats of one class, with large toggles for who is there. */
export function ClassRosterPage() {
  const { service_id = '', start = '' } = useParams();
  const query = useFreshQuery(rosterQuery(service_id, start));
  const roster = query.data;
  return (
    <StaffPage
      title={roster?.class.service_name ?? 'Class'}
      back={{ to: '/', label: 'Back to Today' }}
      freshness={query}
    >
      {roster?.gone ? (
        <GoneClass row={roster.class} gone={roster.gone} />
      ) : roster ? (
        <Roster roster={roster} />
      ) : query.error?.status === 404 ? (
        <EmptyState art={<SproutArt />} action={<Link to="/">Go to Today</Link>}>
          {query.error.message}
        </EmptyState>
      ) : (
        <QueryState of={query}>
          <SkeletonGroup
            label="Loading the class"
            className="grid gap-4 max-w-184"
            rows={['h-8 w-1/2', 'h-14', 'h-14', 'h-14', 'h-14']}
          />
        </QueryState>
      )}
    </StaffPage>
  );
}

function Roster({ roster: { class: row, seats, waiting } }: { roster: StaffClass }) {
  const show = useShown();
  const moment = useNow();
  const isOnline = useOnline();
  const { action, record, recorded } = useAttendance();
  const [noShow, setNoShow] = useState<SessionRow | null>(null);
  const left = row.capacity - row.taken;
  return (
    <div className="class-page">
      <section className={classNames('roster staff-box', tintClassOf(row.service_type))}>
        <header className="roster-head">
          {/* The top bar, which names the class, stays on the screen. */}
          <p className="hidden print:block">{row.service_name}</p>
          <h2>
            <span className="whitespace-nowrap">{formatDayOf(row.start_time, zone)},</span>{' '}
            <span className="whitespace-nowrap">{formatClockRange(row.start_time, row.end_time, zone)}</span>
          </h2>
          <div
            role="meter"
            aria-label="Seats taken"
            aria-valuemin={0}
            aria-valuemax={row.capacity}
            aria-valuenow={row.taken}
            style={{ '--taken': `${(100 * row.taken) / Math.max(row.capacity, 1)}%` } as CSSProperties}
          />
          <p>
            <b>
              {row.taken} of {row.capacity} seats
            </b>{' '}
            taken{left <= 0 ? ', full' : ''}
            {row.arrived > 0 && `, ${row.arrived} arrived`}
          </p>
          <p className="where flex flex-wrap gap-x-3.5 gap-y-0.5 max-w-none text-muted">
            <span className="inline-flex gap-1.5 items-center">
              Times in {zoneName(row.start_time, zone)}
            </span>
            <span className="inline-flex gap-1.5 items-center">
              <Icon of={MapPin} />
              {placeText({ ...row, address: null }, show)}
            </span>
            {row.room && (
              <a href={row.room} target="_blank" rel="noreferrer">
                Start
              </a>
            )}
            {seats.length > 0 && (
              <TextButton className="act act-soft ml-auto no-print" onClick={() => window.print()}>
                <Icon of={Printer} />
                Print
              </TextButton>
            )}
          </p>
          {!isOnline && <p className="text-muted">You’re offline, so arrivals can’t be recorded now.</p>}
        </header>
        {seats.length === 0 ? (
          <EmptyState
            className="border-t border-line"
            art={<SproutArt />}
            action={
              <Link className="btn btn-secondary" to="/">
                Back to Today
              </Link>
            }
          >
            Nobody has booked this class yet.
          </EmptyState>
        ) : (
          <ul className="roster-list">
            {seats.map((seat) => {
              const isHere = action.about === seat.id;
              const moves = movesOf(seat, moment);
              const phone = seat.client && show(seat.client.phone);
              const canToggle = moves.includes('ARRIVED') || moves.includes('NOT_ARRIVED');
              return (
                <li key={seat.id} className={seat.status === 'NO_SHOW' ? 'is-off' : undefined}>
                  {/* On paper it is a box to tick. */}
                  <Avatar
                    name={clientName(seat)}
                    className="size-9 bg-tint-wash text-tint-ink print:size-5 print:border-2 print:border-ink print:rounded-sm print:bg-transparent print:text-transparent"
                  />
                  <div>
                    <Link
                      className="link-quiet inline-flex items-center min-h-6 font-strong leading-snug wrap-anywhere max-xs:py-1.5"
                      to={bookingPath(seat.id)}
                    >
                      {clientName(seat)}
                    </Link>
                    <p className="flex flex-wrap gap-x-3 items-center text-muted text-small">
                      {phone && (
                        <a className="inline-flex items-center min-h-7 max-xs:py-1.5" href={`tel:${phone}`}>
                          {formatPhone(phone)}
                        </a>
                      )}
                      {phone && <TextLink className="act no-print" {...textOf(seat, show)} />}
                      {seat.client && seat.client.visits > 1 && (
                        <span>{ordinal(seat.client.visits)} visit</span>
                      )}
                    </p>
                  </div>
                  {canToggle && (
                    <Button
                      look="secondary"
                      className="min-w-27"
                      icon={<Icon of={Check} />}
                      aria-pressed={seat.arrived_at !== null}
                      aria-label={`Arrived: ${clientName(seat)}`}
                      busy={isHere && action.isPending}
                      disabled={!isOnline}
                      onClick={() =>
                        record({
                          booking: seat,
                          to: seat.arrived_at === null ? 'ARRIVED' : 'NOT_ARRIVED',
                        })
                      }
                    >
                      Arrived
                    </Button>
                  )}
                  <SessionMenu
                    session={seat}
                    moves={moves.filter((move) => move === 'NO_SHOW' || move === 'ATTENDED')}
                    isOnline={isOnline}
                    onRecord={(to) => record({ booking: seat, to })}
                    onNoShow={() => setNoShow(seat)}
                  />
                  <Marks chips={seat.chips.filter(({ kind }) => kind !== 'ARRIVED')} />
                  {isHere && action.error && <Banner tone="error">{action.error.message}</Banner>}
                </li>
              );
            })}
          </ul>
        )}
        {waiting.length > 0 && (
          <p className="flex flex-wrap gap-x-3 px-4.5 py-3 max-w-none border-t border-line text-muted">
            <span>Waiting for a seat:</span>
            {waiting.map(({ client_id, name, is_paused }, n) => (
              <span key={client_id}>
                {n + 1}. <Link to={clientPath(client_id)}>{name}</Link>
                {is_paused && ' (paused)'}
              </span>
            ))}
            <Link className="ml-auto no-print" to="/waitlist">
              Open the waitlist
            </Link>
          </p>
        )}
        <Announcement>
          {recorded &&
            `${clientName(recorded)}: ${recorded.arrived_at ? 'arrived' : 'not arrived'}. ${row.arrived} of ${row.taken} are here.`}
        </Announcement>
        {noShow && <NoShowSheet booking={noShow} onClose={() => setNoShow(null)} />}
      </section>
      {moment !== null && Date.parse(row.start_time) > moment.getTime() && (
        <ClassActions
          row={row}
          seats={seats.filter(({ status, client }) => status === 'CONFIRMED' && client)}
        />
      )}
    </div>
  );
}
