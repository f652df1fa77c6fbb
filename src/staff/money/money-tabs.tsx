import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PaymentRow } from '#contract/money.schemas.ts';
import { staffPayments, staffPayouts, staffReport } from '#contract/staff.calls.ts';
import { formatCents, formatExactCents } from '#domain/money/money.ts';
import type { PaymentFilter } from '#domain/money/month-report.ts';
import { CLIENTS_IN_A_SUM } from '#domain/money/visible-money.ts';
import { formatCount } from '#domain/text/sentences.ts';
import { daysOfMonth, type LocalDate } from '#domain/time/calendar.ts';
import { formatDay } from '#domain/time/date-formats.ts';
import { METHOD_NAMES } from '#domain/visits/statement.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import { AsOf } from '#staff/layout/staff-page.tsx';
import { FILTERS, inMonth, monthTitle } from '#staff/money/money-state.ts';
import { type Line, MoneyTable, Waiting } from '#staff/money/money-table.tsx';
import { bookingPath, clientPath } from '#staff/parts/session-texts.ts';
import { FallenLeafArt } from '#web/art/leaf.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { TextButton } from '#web/ui/button.tsx';
import { PillGroup } from '#web/ui/choices.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const centsText = (cents: number | null) => (cents ? formatExactCents(cents) : '');

/** The figures of a month. */
export function MonthTab({ month }: { month: string }) {
  const query = useQuery({
    queryKey: ['staff', 'report', month],
    queryFn: ({ signal }) => callStaff(staffReport, { query: { month } }, { signal }),
  });
  if (query.data === undefined) return <Waiting of={query} />;
  const { sliding, services, clients, classes, ...report } = query.data;
  const { payments, cents, thirds } = sliding;
  const hidden = payments > 0 && cents === null;
  const tax = formatCents(report.tax_cents + (sliding.tax_cents ?? 0));
  const paid = hidden ? `without ${payments} on a sliding scale` : `tax in it ${tax}`;
  const refunded = sliding.refunds > 0 && `without ${sliding.refunds} on a sliding scale`;
  const dates = `${formatCount(classes, 'class', 'classes')} with ${formatCount(report.seats, 'seat')}`;
  const hours = formatCount(Math.round(report.minutes / 60), 'hour');
  const came = `${report.new_clients} new, ${clients - report.new_clients} returning`;
  const tiles = [
    ['Paid', formatCents(report.paid_cents + (cents ?? 0)), paid],
    ['Refunded', formatCents(report.refunded_cents), refunded],
    ['Sessions', report.sessions, classes > 0 ? `and ${dates}, ${hours}` : hours],
    ['Clients', clients, came],
  ] as const;
  const lines: Line[] = services.map(({ name, visits, missed, capacity, paid_cents }) => {
    const seats = capacity > 0 && `${visits + missed} of ${capacity}`;
    return { key: name, head: name, cells: [visits, seats, missed, centsText(paid_cents)] };
  });
  const onScale = `Sliding scale, ${formatCount(payments, 'payment')}`;
  const sum = cents === null ? 'Hidden' : formatExactCents(cents);
  if (payments > 0) lines.push({ key: '', head: onScale, cells: ['', '', '', sum] });
  return (
    <>
      <div>
        <AsOf {...query} />
        <dl className="grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))]">
          {tiles.map(([name, figure, more]) => (
            <div key={name} className="staff-box px-4.5 py-3.5">
              <dt className="text-muted text-small">{name}</dt>
              <dd>
                <b className="block font-display text-2xl font-medium">{figure}</b>
                <small className="text-muted">{more}</small>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {lines.length > 0 && (
        <div className="staff-box">
          <MoneyTable
            caption={`${monthTitle(month)} by service`}
            words={['Service']}
            numbers={['Visits', 'Seats', 'No-shows', 'Paid']}
            groups={[{ lines }]}
          />
        </div>
      )}
      <p className="text-muted text-small">
        {thirds && `Prices that clients chose: ${thirds[0]} low, ${thirds[1]} middle, ${thirds[2]} high. `}
        {hidden &&
          `What clients chose is added on the fourth day after the month, if at least ${CLIENTS_IN_A_SUM} of them did. `}
        {formatCount(report.missed, 'no-show')}, {formatCount(report.supported, 'supported visit')}.
      </p>
    </>
  );
}

type Shown = { month: string; filter: PaymentFilter | undefined; today: LocalDate };

/** Payments of a month by day, with what is due and what is being paid. */
export function PaymentsTab({ onFilter, ...shown }: Shown & { onFilter: (filter: string) => void }) {
  const options = [{ value: '', label: 'All' }, ...FILTERS] as const;
  return (
    <>
      <PillGroup<string> label="Show" options={options} value={shown.filter ?? ''} onChange={onFilter} />
      <Payments {...shown} />
    </>
  );
}

function Payments({ month, filter, today }: Shown) {
  const query = useInfiniteQuery({
    queryKey: ['staff', 'payments', month, filter],
    queryFn: ({ signal, pageParam: after }) =>
      callStaff(staffPayments, { query: { ...daysOfMonth(month), filter, after } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (data === undefined) return <Waiting of={query} />;
  const rows = data.pages.flatMap((page) => page.rows);
  const none = filter ? 'Nothing of that kind' : 'No payments';
  if (rows.length === 0)
    return <EmptyState art={<FallenLeafArt />}>{`${none} ${inMonth(month, today)}.`}</EmptyState>;
  const { hidden, ...sums } = data.pages[0]!.totals;
  const shownSums = Object.entries(sums).filter(([name, cents]) => name === 'paid' || cents > 0);
  return (
    <div className="staff-box">
      <AsOf {...query} />
      <MoneyTable
        caption="Payments"
        words={['Client', 'Paid by', 'Receipt']}
        numbers={['Tax', 'Refunded', 'Amount']}
        groups={[...Map.groupBy(rows, ({ date }) => date)].map(([date, ofDay]) => ({
          title: `${date === today ? 'Today, ' : ''}${formatDay(date)}`,
          lines: ofDay.map(lineOf),
        }))}
      />
      <div className="table-foot py-2.5">
        <p className="max-w-none">
          In all {shownSums.map(([name, cents]) => `${name} ${formatExactCents(cents)}`).join(', ')}
          {hidden > 0 && `; without ${hidden} on a sliding scale`}
        </p>
        {hasNextPage && (
          <TextButton
            className="act"
            disabled={isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {isFetchNextPageError ? 'Try again' : 'Show more'}
          </TextButton>
        )}
      </div>
    </div>
  );
}

const MARKS = { PAID: null, DUE: 'Due', PENDING: 'Being paid' } as const;

function lineOf(row: PaymentRow) {
  const { id, state, client, services, booking_id, method, cents, receipt } = row;
  const path = booking_id ? bookingPath(booking_id) : client && clientPath(client.id);
  const name = client?.name ?? 'A former client';
  const mark = MARKS[state] ?? (row.is_refunded && 'Refunded');
  const head = (
    <>
      {path === null ? name : <Link to={path}>{name}</Link>}
      <small className="block">
        {services.join(', ') || 'Without an appointment'}{' '}
        {mark && <span className={state === 'DUE' ? 'mark mark-missing' : 'mark mark-off'}>{mark}</span>}
      </small>
    </>
  );
  const link = (
    <a className="relative" href={receipt!} target="_blank" rel="noreferrer">
      Receipt
    </a>
  );
  const shown = receipt?.startsWith('http') ? link : receipt && `No. ${receipt}`;
  const amounts = [row.tax_cents, row.refunded_cents].map(centsText);
  const amount = cents === null ? 'Sliding scale' : formatExactCents(cents);
  return { key: id, head, cells: [method && METHOD_NAMES[method], shown, ...amounts, amount] };
}

const STATES = { ON_ITS_WAY: 'On its way', ARRIVED: 'Arrived', FAILED: 'Failed' } as const;
const FRESH_MS = 5 * 60_000;

/** What the payment provider sends to the bank in a month. Each look asks the provider, so that it is not polled. */
export function PayoutsTab({ month, today }: { month: string; today: LocalDate }) {
  const query = useQuery({
    queryKey: ['staff', 'payouts', month],
    queryFn: ({ signal }) => callStaff(staffPayouts, { query: daysOfMonth(month) }, { signal }),
    staleTime: FRESH_MS,
  });
  if (query.data === undefined) return <Waiting of={query} />;
  const { can_read, payouts } = query.data;
  if (!can_read)
    return (
      <Banner tone="warn">
        The API key of the payment provider lacks two rights: to read Balance and to read Payouts. Add them at
        the provider’s dashboard.
      </Banner>
    );
  if (payouts.length === 0)
    return <EmptyState art={<FallenLeafArt />}>{`No payouts ${inMonth(month, today)}.`}</EmptyState>;
  const lines = payouts.map(({ id, arrives_on, state, cents, contents }) => {
    const text = `${formatDay(arrives_on)}: ${STATES[state]}${contents ? `, ${contentsText(contents)}` : ''}`;
    const amount = cents === null ? 'Sliding scale' : formatExactCents(cents);
    return { key: id, head: text, cells: [amount] };
  });
  return (
    <>
      <div className="staff-box">
        <AsOf {...query} />
        <MoneyTable caption="Payouts" words={['Arrives']} numbers={['Amount']} groups={[{ lines }]} />
      </div>
      {payouts.some(({ cents }) => cents === null) && (
        <p className="text-muted text-small">
          Less the payments that you know, the amount of such a payout would be what a client chose. Your bank
          shows it.
        </p>
      )}
    </>
  );
}

type Counts = Record<'payments' | 'refunds' | 'others', number>;
const contentsText = ({ payments, refunds, others }: Counts): string =>
  `${formatCount(payments, 'payment')}${refunds > 0 ? `, ${formatCount(refunds, 'refund')}` : ''}${others > 0 ? ` and ${others} more` : ''}`;
