import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Check, CircleAlert, Clock, Lock, Mail, Plus } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { formatDay, formatDayOf, formatDayTime } from '#domain/time/date-formats.ts';
import { formatCents } from '#domain/money/money.ts';
import { seriesText, weeksBetween } from '#domain/slots/series.ts';
import { addressee, useShown } from '#staff/parts/privacy.ts';
import { FormList } from '#staff/bookings/form-list.tsx';
import { HouseCallSwitch } from '#staff/bookings/house-call-switch.tsx';
import { agendaKeys } from '#staff/api/keep-booking.ts';
import type { OpenSheet } from '#staff/bookings/panel-sheets.tsx';
import { useOnline } from '#staff/api/use-online.ts';
import { EmailLink, PhoneLink } from '#staff/parts/contact-links.tsx';
import { bookAgainPath, bookingPath, notesPath, placeText, wayTo } from '#staff/parts/session-texts.ts';
import { FREE_TEXTS, methodText } from '#staff/till/till-texts.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useState } from 'react';
import { staffRemindOfForms } from '#contract/staff.calls.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { Button, TextButton } from '#web/ui/button.tsx';

/** Mails the client which forms of a visit are missing. */
function FormReminder({ booking_id }: { booking_id: string }) {
  const isOnline = useOnline();
  const remind = useAction();
  const [sent_to, setSentTo] = useState<string | null>(null);
  return (
    <div className="panel-act grid justify-items-start">
      {sent_to === null && (
        <Button
          look="secondary"
          size="sm"
          icon={<Icon of={Mail} />}
          busy={remind.isPending}
          disabled={!isOnline}
          onClick={() =>
            remind.run(
              staffRemindOfForms,
              { params: { id: booking_id } },
              { done: (sent) => setSentTo(addressee(sent.sent_to)) },
            )
          }
        >
          Send form reminder
        </Button>
      )}
      <div role="status">
        {sent_to !== null && (
          <p className="text-sage-strong text-grid font-semibold">{`A reminder is on its way to ${sent_to}.`}</p>
        )}
      </div>
      <ActionFailure action={remind} />
    </div>
  );
}

/** Mails about a booking by their kind. Their subjects have amounts that staff may not see. */
const NAMES: Readonly<Record<string, string>> = {
  'booking-confirmed': 'Confirmation',
  'booked-for-you': 'Booked by you',
  rescheduled: 'New time',
  'booking-cancelled': 'Cancellation',
  reminder: 'Reminder',
  'form-reminder': 'Reminder of forms',
  'payment-link': 'Payment link',
  'balance-paid': 'Payment received',
  refund: 'Refund',
  'payment-refunded': 'Refund of the whole payment',
  'staff-message': 'Your message',
};

const mailName = (kind: string): string => NAMES[kind] ?? 'E-mail';

const { zone } = practice;

/** The tab Visit: how to reach the client, what is filled in, which mails were sent. */
export function BookingVisit({ panel, onOpen }: { panel: BookingPanel; onOpen: (sheet: OpenSheet) => void }) {
  const { booking, client, forms, mails, series } = panel;
  const seriesPlace = {
    at: series.findIndex(({ id }) => id === booking.id) + 1,
    of: series.length,
    weeks: weeksBetween(
      series.map(({ start_time }) => Date.parse(start_time)),
      zone,
    ),
  };
  const show = useShown();
  const way = wayTo(booking, show);
  const payment = paymentText(panel);
  const queries = useQueryClient();
  const isOnline = useOnline();
  const isMissing = forms.some(({ submission }) => submission === null);
  const isTakingPlace = booking.status === 'CONFIRMED' || booking.status === 'COMPLETED';
  const isVirtual = booking.place === 'VIRTUAL';
  const isAhead = booking.status === 'CONFIRMED' || booking.status === 'PENDING';
  return (
    <>
      <dl className="facts">
        {client && (
          <>
            <div>
              <dt>Phone</dt>
              <dd>
                <PhoneLink phone={client.phone} />
              </dd>
            </div>
            <div>
              <dt>E-mail</dt>
              <dd>
                <EmailLink email={client.email} />
              </dd>
            </div>
          </>
        )}
        {(isVirtual ? isAhead : booking.place === 'HOUSE_CALL') && (
          <div>
            <dt>{isVirtual ? 'Online' : 'House call'}</dt>
            <dd>
              {!isVirtual && placeText(booking, show)}
              {way && (
                <>
                  {' '}
                  <a className="whitespace-nowrap" href={way.href} target="_blank" rel="noreferrer">
                    {way.label}
                  </a>
                </>
              )}
              {isVirtual && !way && 'No room yet.'}{' '}
              {isVirtual && (
                <TextButton disabled={!isOnline} onClick={() => onOpen({ kind: 'room' })}>
                  Online room…
                </TextButton>
              )}
            </dd>
          </div>
        )}
        {payment && (
          <div>
            <dt>Payment</dt>
            <dd>{payment}</dd>
          </div>
        )}
      </dl>

      {series.length > 1 && (
        <section>
          <h3>{`Series: ${seriesText(seriesPlace)}`}</h3>
          <ul className="flex flex-wrap gap-x-4.5 text-grid">
            {series.map(({ id, start_time }) => (
              <li className="py-2" key={id}>
                {id === booking.id ? (
                  <b aria-current="true">{formatDayTime(start_time, zone)}</b>
                ) : (
                  <Link to={bookingPath(id)}>{formatDayTime(start_time, zone)}</Link>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}

      {forms.length > 0 && (
        <section>
          <h3>Forms</h3>
          <FormList forms={forms} client={isTakingPlace ? booking.client : null} />
          {isMissing && isAhead && client?.email && <FormReminder booking_id={booking.id} />}
        </section>
      )}

      {client && booking.status !== 'PENDING' && (
        <section>
          <h3>Notes</h3>
          <Link className="act" to={notesPath(booking.id)}>
            <Icon of={Lock} />
            Session note
          </Link>
        </section>
      )}

      <section>
        <h3>Sent e-mails</h3>
        {mails.length === 0 ? (
          <p className="text-muted">No e-mail about this visit yet.</p>
        ) : (
          <ul className="checked-list">
            {mails.map(({ kind, at, state }) => (
              <li key={`${kind} ${at}`} className={state === 'FAILED' ? 'is-missing' : undefined}>
                {state === 'SENT' ? (
                  <Icon of={Check} />
                ) : state === 'WAITING' ? (
                  <Icon of={Clock} />
                ) : (
                  <Icon of={CircleAlert} />
                )}
                <span>{mailName(kind)}</span>
                <span className="when">
                  {state === 'FAILED' ? 'Couldn’t be delivered' : formatDayTime(at, zone)}
                  {state === 'WAITING' && <VisuallyHidden>, waiting</VisuallyHidden>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>

      {client && (
        <div className="acts">
          {client.email && (
            <button
              type="button"
              className="act"
              disabled={!isOnline}
              onClick={() => onOpen({ kind: 'message' })}
            >
              <Icon of={Mail} />
              Send a message…
            </button>
          )}
          <Link className="act" to={bookAgainPath(client.id, booking.service_id)}>
            <Icon of={Plus} />
            Book again
          </Link>
        </div>
      )}

      {client && (
        <HouseCallSwitch
          client={client}
          onChanged={(answer) =>
            queries.setQueryData<BookingPanel>(agendaKeys.booking(booking.id), (last) =>
              last?.client ? { ...last, client: { ...last.client, ...answer } } : last,
            )
          }
        />
      )}
    </>
  );
}

/** '$85, paid by card on Mon 23 Nov' */
function paymentText({ money, booking }: BookingPanel): string | null {
  if (booking.chips.some(({ kind }) => kind === 'BEING_PAID')) return 'Being paid';
  if (booking.chips.some(({ kind }) => kind === 'OFFERED')) return 'Offered from the waitlist';
  if (money.free_reason !== null) return FREE_TEXTS[money.free_reason];
  if (money.has_balance)
    return money.balance_cents === null
      ? 'Not paid; the client chooses the price'
      : `${formatCents(money.balance_cents)} outstanding`;
  const last = money.offline_payments.findLast(({ can_correct }) => can_correct);
  if (last && money.offline_cents > 0)
    return `${formatCents(money.offline_cents)}, paid ${methodText(last.method)} on ${formatDay(last.received_on)}`;
  const on = money.paid_at ? ` on ${formatDayOf(money.paid_at, zone)}` : '';
  if (money.is_hidden)
    return `Paid${on} · ${booking.chips.some(({ kind }) => kind === 'SLIDING_SCALE') ? '' : 'with a '}sliding scale`;
  if (!money.paid_cents) return money.price_cents === 0 ? 'Free' : null;
  const refunded = money.refunded_cents ? `, ${formatCents(money.refunded_cents)} refunded` : '';
  return `${formatCents(money.paid_cents)}, paid by card${on}${refunded}`;
}
