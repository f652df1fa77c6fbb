/** What staff see of money (rules.md §9), and the figures of a month. */
import { paymentShares } from '#domain/money/refunds.ts';
import { isSumVisible } from '#domain/money/visible-money.ts';

/** BALANCE: visits that are not wholly paid. PENDING: payment pages that are open. */
export const PAYMENT_FILTERS = ['CARD', 'OFFLINE', 'BALANCE', 'REFUNDED', 'PENDING'] as const;
export type PaymentFilter = (typeof PAYMENT_FILTERS)[number];
/** The tables that staff save as files. */
export const EXPORT_KINDS = ['payments', 'refunds', 'balances', 'sessions'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

/** A payment, or money that went back. Cents, tax included. */
export type MoneyMove = {
  is_refund: boolean;
  /** The client chose a price in it: its amounts leave in a sum alone. */
  is_hidden: boolean;
  client: string;
  cents: number;
  tax_cents: number;
  /** What was paid for. Its scale, where the client chose the price. */
  lines: readonly {
    service: string;
    price_cents: number;
    min_cents: number | null;
    max_cents: number | null;
  }[];
};
/** A visit that took place, or to which the client did not come. */
export type ReportVisit = {
  service: string;
  client: string;
  /** The same for each seat of one date of a class; null: a one-to-one session. */
  class_date: string | null;
  /** Seats of that date. */
  capacity: number;
  minutes: number;
  is_missed: boolean;
  /** The client came for the first time in this month. */
  is_new: boolean;
  is_supported: boolean;
};
type MonthRows = { money: readonly MoneyMove[]; visits: readonly ReportVisit[] };

const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/**
 * Counts a month's money and visits. Amounts are those that staff see; hidden payments have their sum in `sliding`, if a sum
 * may be shown. `is_closed`: no payment can come into the month any more.
 */
export function monthReport({ money, visits }: MonthRows, is_closed: boolean) {
  const [refunds = [], payments = []] = [true, false].map((is) =>
    money.filter(({ is_refund }) => is_refund === is),
  );
  const [hidden = [], seen = []] = [true, false].map((is) =>
    payments.filter(({ is_hidden }) => is_hidden === is),
  );
  const shown = isSumVisible(hidden, is_closed) ? hidden : null;
  const came = visits.filter(({ is_missed }) => !is_missed);
  const clients = Map.groupBy(came, ({ client }) => client);
  const sessions = came.filter(({ class_date }) => class_date === null);
  const classes = datesOf(visits);
  return {
    paid_cents: sum(seen, ({ cents }) => cents),
    tax_cents: sum(seen, ({ tax_cents }) => tax_cents),
    refunded_cents: sum(refunds, ({ is_hidden, cents }) => (is_hidden ? 0 : cents)),
    sliding: {
      payments: hidden.length,
      refunds: refunds.filter(({ is_hidden }) => is_hidden).length,
      cents: shown && sum(shown, ({ cents }) => cents),
      tax_cents: shown && sum(shown, ({ tax_cents }) => tax_cents),
      thirds: shown && thirdsOf(shown.flatMap(({ lines }) => lines)),
    },
    services: servicesOf(seen, visits),
    sessions: sessions.length,
    classes: classes.length,
    seats: sum(classes, (seats) => seats.length),
    minutes: sum([...sessions, ...classes.map(([first]) => first!)], ({ minutes }) => minutes),
    missed: visits.length - came.length,
    supported: came.filter(({ is_supported }) => is_supported).length,
    clients: clients.size,
    new_clients: [...clients.values()].filter(([first]) => first!.is_new).length,
  };
}

/** The seats of each date of a class. One that was missed was sold. */
const datesOf = (visits: readonly ReportVisit[]) =>
  [...Map.groupBy(visits, ({ class_date }) => class_date)].flatMap(([date, seats]) => (date ? [seats] : []));

function servicesOf(payments: readonly MoneyMove[], visits: readonly ReportVisit[]) {
  const paid = new Map<string, number>();
  for (const { lines, cents } of payments) {
    const prices = lines.map(({ price_cents }) => price_cents);
    // Without a price there is nothing to split by.
    const shares = sum(prices, (price) => price) > 0 ? paymentShares(prices, cents) : [cents];
    for (const [n, share] of shares.entries()) {
      const service = lines[n]?.service ?? 'Other';
      paid.set(service, (paid.get(service) ?? 0) + share);
    }
  }
  const names = new Set([...paid.keys(), ...visits.map(({ service }) => service)]);
  const services = [...names].map((name) => {
    const own = visits.filter(({ service }) => service === name);
    const missed = own.filter(({ is_missed }) => is_missed).length;
    const capacity = sum(datesOf(own), (seats) => Math.max(seats.length, seats[0]!.capacity));
    return { name, visits: own.length - missed, missed, capacity, paid_cents: paid.get(name) ?? 0 };
  });
  return services.toSorted((a, b) => b.paid_cents - a.paid_cents || a.name.localeCompare(b.name));
}

/** Counts the prices in the lower, the middle and the upper third of their scales. */
function thirdsOf(lines: MoneyMove['lines']): [number, number, number] {
  const thirds: [number, number, number] = [0, 0, 0];
  for (const { price_cents, min_cents: min, max_cents: max } of lines) {
    if (min === null || max === null || max <= min) continue;
    const third = Math.floor((3 * (price_cents - min)) / (max - min));
    thirds[Math.min(2, Math.max(0, third))]! += 1;
  }
  return thirds;
}
