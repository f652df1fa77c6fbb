/** A statement: what was paid for visits, on a sheet for an insurance or the taxes (rules.md §9). */
import { type LocalDate, yearMonthOf } from '#domain/time/calendar.ts';
import { formatCalendarDate, formatMonthTitle } from '#domain/time/date-formats.ts';
import type { OfflineMethod } from '#domain/visits/balance.ts';

/** How much of each line of the practice's identity is printed. */
export const IDENTITY_LIMIT = 60;

type Visit = { id: string; date: LocalDate; service_name: string };
/** Cents; null while hidden. */
type Amounts = { paid_cents: number | null; refunded_cents: number | null };

/** How a visit was paid, as people read it. */
export const METHOD_NAMES: Readonly<Record<'CARD' | OfflineMethod, string>> = {
  CARD: 'Card',
  CASH: 'Cash',
  CARD_READER: 'Card reader',
  TRANSFER: 'Transfer',
  OTHER: 'Other',
};

/** True if a statement of `period` lists the visit: '2026' and '2026-11' are a year and a month, else it is a visit's id. */
export const isInPeriod = ({ id, date }: Pick<Visit, 'id' | 'date'>, period: string): boolean =>
  id === period || date.startsWith(`${period}-`);

/** Returns the periods that these visits have, the latest first: years, months, each visit. */
export function statementPeriods(visits: readonly Visit[]): { value: string; label: string }[] {
  const latestFirst = (length: number) =>
    [...new Set(visits.map(({ date }) => date.slice(0, length)))].toSorted().toReversed();
  return [
    ...latestFirst(4).map((year) => ({ value: year, label: year })),
    ...latestFirst(7).map((month) => ({ value: month, label: formatMonthTitle(yearMonthOf(month)) })),
    ...visits.toReversed().map(({ id, date, service_name }) => ({
      value: id,
      label: `${formatCalendarDate(date)}, ${service_name}`,
    })),
  ];
}

/** Sums visits; `total_cents` is what was paid and kept. A sum with a hidden amount is hidden, as it would reveal that one. */
export function statementSums(visits: readonly Amounts[]): Amounts & { total_cents: number | null } {
  const sum = (amounts: readonly (number | null)[]) =>
    amounts.reduce((total, cents) => (total === null || cents === null ? null : total + cents), 0);
  const paid_cents = sum(visits.map((visit) => visit.paid_cents));
  const refunded_cents = sum(visits.map((visit) => visit.refunded_cents));
  const total_cents = paid_cents === null || refunded_cents === null ? null : paid_cents - refunded_cents;
  return { paid_cents, refunded_cents, total_cents };
}
