import { ReceiptText } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { practice } from '#content/public/practice.ts';
import type { ClientPage } from '#contract/clients.schemas.ts';
import { formatCents } from '#domain/money/money.ts';
import { bookingPath } from '#staff/parts/session-texts.ts';
import { moneyEntries, owedVisits } from '#staff/clients/client-money-entries.ts';
import { balanceText } from '#staff/clients/client-texts.ts';
import { StatementSheet } from '#staff/clients/statement-sheet.tsx';
import { dateInSentence, dateText } from '#staff/parts/date-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/**
 * Payments and refunds, and what is left to pay. Amounts that the client chose are hidden; each is shown in its booking,
 * where showing it is recorded (decision 0044).
 */
export function ClientMoney({ page, now }: { page: ClientPage; now: Date | null }) {
  const { client, visits, balance, has_more } = page;
  const [isStatementOpen, setIsStatementOpen] = useState(false);
  const owed = owedVisits(visits);
  const entries = moneyEntries(visits, practice.zone);
  const isAnyHidden = entries.some(({ cents }) => cents === null);
  return (
    <div className="client-main max-w-176">
      <section className="staff-box client-box">
        <div className="client-box-head">
          <h3>Balance</h3>
          <b className="num">{balanceText(balance)}</b>
        </div>
        {owed.length > 0 && (
          <ul className="client-sums">
            {owed.map(({ booking, money }) => (
              <li key={booking.id}>
                <Link
                  className="inline-flex items-center min-h-act text-inherit wrap-anywhere"
                  to={bookingPath(booking.id)}
                >
                  {booking.service_name}
                </Link>
                <small>{dateText(booking.start_time, now)}</small>
                <b>
                  {money.balance_cents === null ? 'The client chooses' : formatCents(money.balance_cents)}
                </b>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="staff-box client-box">
        <div className="client-box-head">
          <h3>Receipts</h3>
          <Button
            look="secondary"
            size="sm"
            icon={<Icon of={ReceiptText} />}
            aria-haspopup="dialog"
            onClick={() => setIsStatementOpen(true)}
          >
            Statement…
          </Button>
        </div>
      </section>
      <section className="staff-box client-box">
        <div className="client-box-head">
          <h3>Payments and refunds</h3>
        </div>
        {entries.length === 0 ? (
          <p className="client-none">Nothing has been paid yet.</p>
        ) : (
          <ul className="client-sums">
            {entries.map(({ key, booking, text, at, cents }) => (
              <li key={key}>
                <Link
                  className="inline-flex items-center min-h-act text-inherit wrap-anywhere"
                  to={bookingPath(booking.id)}
                >
                  {booking.service_name}
                </Link>
                <small>
                  {text}, {dateInSentence(at, now)}
                </small>
                <b>
                  {cents === null ? 'Hidden' : cents < 0 ? `−${formatCents(-cents)}` : formatCents(cents)}
                </b>
              </li>
            ))}
          </ul>
        )}
        {isAnyHidden && (
          <p className="client-none">
            Hidden amounts are prices that the client chose. A booking can show its own, which is recorded.
          </p>
        )}
        {has_more && <p className="client-none">Of the latest 60 bookings.</p>}
      </section>
      {isStatementOpen && <StatementSheet client={client} onClose={() => setIsStatementOpen(false)} />}
    </div>
  );
}
