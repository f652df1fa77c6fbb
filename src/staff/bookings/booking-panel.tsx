import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Car, Mail, MapPin, Phone, X } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { SessionRow } from '#contract/agenda.schemas.ts';
import type { BookingPanel as Panel } from '#contract/staff-bookings.schemas.ts';
import { badgeColour } from '#domain/visits/booking.ts';
import { formatClockRange, formatDayOf } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import { BookingHistory } from '#staff/bookings/booking-history.tsx';
import { type Amounts, BookingMoney } from '#staff/bookings/booking-money.tsx';
import { bookingQuery } from '#staff/bookings/booking-query.ts';
import { BookingVisit } from '#staff/bookings/booking-visit.tsx';
import { Marks } from '#staff/bookings/marks.tsx';
import { PanelActions } from '#staff/bookings/panel-actions.tsx';
import { MissedNews, RefundNews } from '#staff/bookings/panel-news.tsx';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { Tabs } from '#staff/bookings/tabs.tsx';
import { isOwnChange } from '#staff/api/keep-booking.ts';
import { useFreshQuery } from '#staff/api/use-fresh-query.ts';
import { useShown } from '#staff/parts/privacy.ts';
import {
  changeText,
  clientName,
  clientPath,
  nthVisitText,
  placeText,
  statusLabel,
  textOf,
} from '#staff/parts/session-texts.ts';
import { TextLink } from '#staff/parts/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { IconButton, TextButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { FailedQuery } from '#web/ui/states.tsx';
import { TendrilArt } from '#web/art/tendril-art.tsx';
import { Icon } from '#web/ui/icon.tsx';
import './bookings.css';

const { zone } = practice;
type Tab = 'visit' | 'money' | 'history';

const PanelSheets = onDemand(async () => (await import('#staff/bookings/panel-sheets.tsx')).PanelSheets);

/** A booking next to the calendar, or as a page of its own when there is no `onClose`. */
export function BookingPanel({ id, onClose }: { id: string; onClose?: () => void }) {
  const query = useFreshQuery(bookingQuery(id));
  const close = onClose && (
    <IconButton label="Close" className="-mt-1.5 -mr-2.5 -mb-1.5 ml-auto" onClick={onClose}>
      <Icon of={X} />
    </IconButton>
  );
  const look = classNames('booking-panel', onClose && 'is-beside');
  if (query.data) return <LoadedPanel key={id} panel={query.data} close={close} look={look} />;
  return (
    <section className={look} aria-label="Booking">
      <div className="grid gap-1">
        <div className="panel-top">{close}</div>
      </div>
      {query.error ? (
        query.error.status === 404 ? (
          <div className="grid gap-3 justify-items-center px-4 py-12 text-muted text-center">
            <div className="art w-20">
              <TendrilArt />
            </div>
            <p>{query.error.message}</p>
            <Link className="btn btn-secondary" to="/calendar">
              See the calendar
            </Link>
          </div>
        ) : (
          <FailedQuery of={query} />
        )
      ) : (
        <SkeletonGroup
          label="Loading the booking"
          className="grid gap-3.5 py-2"
          rows={['h-8 w-2/3', 'h-5 w-1/2', 'h-20', 'h-32']}
        />
      )}
    </section>
  );
}

function LoadedPanel({ panel: loaded, close, look }: { panel: Panel; close: ReactNode; look: string }) {
  const [revealed, setRevealed] = useState<{ version: string; amounts: Amounts } | null>(null);
  const panel =
    revealed?.version === loaded.booking.updated_at
      ? { ...loaded, money: { ...loaded.money, ...revealed.amounts, is_hidden: false } }
      : loaded;
  const { booking, client } = panel;
  const [tab, setTab] = useState<Tab>('visit');
  const [address] = useSearchParams();
  // Where Needs attention leads.
  const [sheet, setSheet] = useState<OpenSheet | null>(
    address.has('reschedule') && booking.status === 'CONFIRMED' ? { kind: 'reschedule' } : null,
  );
  const [result, setResult] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const change = useForeignChange(booking);
  useFocusAfter(booking.updated_at, title);
  useEffect(() => PanelSheets.preload(), []);
  const open = (next: OpenSheet) => {
    setResult(null);
    setSheet(next);
  };
  const show = useShown();
  const [phone, email] = client ? [show(client.phone), show(client.email)] : [null, null];
  const visits = client && nthVisitText(client.visits, client.last_visit, zone);

  return (
    <section className={look} aria-labelledby="booking-title">
      <div className="grid gap-1">
        <div className="panel-top">
          <h2 ref={title} id="booking-title" tabIndex={-1}>
            {booking.service_name}
          </h2>
          <Badge colour={badgeColour(booking.status)}>{statusLabel(booking.status)}</Badge>
          {close}
        </div>
        <p className="font-strong num">
          {formatDayOf(booking.start_time, zone)},{' '}
          {formatClockRange(booking.start_time, booking.end_time, zone)}
        </p>
        <p className="where flex flex-wrap gap-x-3.5 gap-y-0.5 text-muted text-grid">
          <span className="inline-flex gap-1.5 items-center">
            Times in {zoneName(booking.start_time, zone)}
          </span>
          <span className="inline-flex gap-1.5 items-center">
            {booking.place === 'HOUSE_CALL' ? <Icon of={Car} /> : <Icon of={MapPin} />}
            {placeText(booking, show)}
          </span>
        </p>
        <div className="flex gap-3.5 items-center mt-2.5 mb-1.5 pl-3.5 pr-2 py-3 border border-line rounded-inner bg-surface">
          <Avatar name={clientName(booking)} photo={client && show(client.photo)} className="size-12" />
          <div className="flex-1 min-w-0">
            <b className="block text-name font-bold leading-snug wrap-anywhere">
              {client ? <Link to={clientPath(client.id)}>{clientName(booking)}</Link> : clientName(booking)}
            </b>
            {client ? (
              <span className="text-muted text-small">
                {[show(client.pronouns), visits].filter(Boolean).join(' · ')}
              </span>
            ) : (
              <span className="text-muted text-small">The account was deleted.</span>
            )}
          </div>
          {client && phone && (
            <a className="btn-icon" href={`tel:${phone}`} aria-label={`Call ${client.first_name}`}>
              <Icon of={Phone} />
            </a>
          )}
          {client && phone && (
            <TextLink className="btn-icon -ml-3.5" icon="ALONE" {...textOf(booking, show)} />
          )}
          {client && email && (
            <a
              className={classNames('btn-icon', phone && '-ml-3.5')}
              href={`mailto:${email}`}
              aria-label={`E-mail ${client.first_name}`}
            >
              <Icon of={Mail} />
            </a>
          )}
        </div>
        {/* The badge says it already. */}
        <Marks chips={booking.chips.filter(({ kind }) => kind !== 'CANCELLED' && kind !== 'NO_SHOW')} />
      </div>

      <div className="news-below grid gap-2" aria-live="polite">
        {result && (
          <Banner tone="note" inSight>
            {result}
          </Banner>
        )}
        {!result && change && (
          <Banner tone="warn">
            Changed a moment ago: {change.text}.{' '}
            <TextButton
              onClick={() => {
                change.dismiss();
                setTab('history');
              }}
            >
              Show
            </TextButton>
          </Banner>
        )}
        <RefundNews panel={panel} />
        <MissedNews panel={panel} onOpen={open} />
      </div>

      <Tabs<Tab>
        label="Booking"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'visit', label: 'Visit', content: <BookingVisit panel={panel} onOpen={open} /> },
          {
            value: 'money',
            label: 'Money',
            content: (
              <BookingMoney
                panel={panel}
                onOpen={open}
                onReveal={(amounts) => setRevealed({ version: booking.updated_at, amounts })}
              />
            ),
          },
          { value: 'history', label: 'History', content: <BookingHistory {...panel} /> },
        ]}
      />

      <PanelActions panel={panel} onOpen={open} />

      {sheet && (
        <PanelSheets
          panel={panel}
          sheet={sheet}
          onOpen={setSheet}
          onClose={() => setSheet(null)}
          onDone={(text) => {
            setSheet(null);
            setResult(text);
            change?.dismiss();
          }}
        />
      )}
    </section>
  );
}

/** A change can remove the button that made it. Then the focus goes to the title instead of nowhere. */
function useFocusAfter(version: string, target: RefObject<HTMLElement | null>): void {
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    if (document.activeElement === document.body) target.current?.focus();
  }, [version, target]);
}

/** What another device changed since the booking was opened here. Own changes are not news. */
function useForeignChange(booking: SessionRow): { text: string; dismiss: () => void } | null {
  const [seen, setSeen] = useState(booking);
  const [text, setText] = useState<string | null>(null);
  if (booking.updated_at !== seen.updated_at) {
    if (!isOwnChange(booking)) setText(changeText(seen, booking, zone));
    setSeen(booking);
  }
  return text === null ? null : { text, dismiss: () => setText(null) };
}
