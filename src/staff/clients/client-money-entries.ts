import type { ClientPage } from '#contract/clients.schemas.ts';
import { startOfDay } from '#domain/time/zone.ts';
import { methodText } from '#staff/till/till-texts.ts';

type Visit = ClientPage['visits'][number];
/** Money that came or went. `cents` is null while it is hidden, negative for money that went back. */
export type MoneyEntry = {
  key: string;
  booking: Visit['booking'];
  text: string;
  at: string;
  cents: number | null;
};

const REFUND_TEXTS = { QUEUED: 'Refund queued', DONE: 'Refunded', FAILED: 'Refund failed' } as const;

/** Visits with something left to pay, the latest first. */
export const owedVisits = (visits: readonly Visit[]): Visit[] =>
  visits.filter(({ money }) => money.has_balance);

/** Every payment, correction and refund of these visits, the latest first. */
export function moneyEntries(visits: readonly Visit[], zone: string): MoneyEntry[] {
  const entries = visits.flatMap((visit) => entriesOf(visit, zone));
  // A refund at the provider is of the whole payment, which may be of several visits.
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return [...byKey.values()].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function entriesOf({ booking, money }: Visit, zone: string): MoneyEntry[] {
  const { paid_at, paid_cents, is_hidden, offline_payments, refunds } = money;
  const isPaidOnline = paid_at !== null && (is_hidden || (paid_cents ?? 0) > 0);
  return [
    ...(isPaidOnline
      ? [{ key: `card ${booking.id}`, booking, text: 'Paid by card', at: paid_at, cents: paid_cents }]
      : []),
    ...offline_payments.map(({ id, method, received_on, corrects, receipt_number, cents }) => ({
      key: id,
      booking,
      text: corrects === null ? `Paid ${methodText(method)}, receipt ${receipt_number}` : 'Correction',
      at: startOfDay(received_on, zone).toISOString(),
      cents,
    })),
    ...refunds.map(({ state, at, is_external, cents }) => ({
      key: is_external ? `external ${at} ${cents}` : `refund ${booking.id} ${at}`,
      booking,
      text: is_external ? 'Refunded at the payment provider' : REFUND_TEXTS[state],
      at,
      cents: cents === null ? null : -cents,
    })),
  ];
}
