import { EXPORT_KINDS, PAYMENT_FILTERS, type PaymentFilter } from '#domain/money/month-report.ts';
import { addDays, type LocalDate, yearMonthOf } from '#domain/time/calendar.ts';
import { formatMonthTitle } from '#domain/time/date-formats.ts';

const TABS = ['month', 'payments', 'payouts'] as const;
const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;

/** What the address of the screen says. A month is 'YYYY-MM', by default this one. */
export const readMoneyState = (address: URLSearchParams, today: LocalDate) => ({
  tab: TABS.find((tab) => tab === address.get('tab')) ?? 'month',
  month: MONTH.exec(address.get('month') ?? '')?.[0] ?? today.slice(0, 7),
  filter: PAYMENT_FILTERS.find((filter) => filter === address.get('show')),
});

export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, 7);
export const monthTitle = (month: string): string => formatMonthTitle(yearMonthOf(`${month}-01`));

/** 'in December yet' while more can come, 'in November 2026' afterwards. */
export const inMonth = (month: string, today: LocalDate): string =>
  month < today.slice(0, 7) ? `in ${monthTitle(month)}` : `in ${monthTitle(month).split(' ')[0]!} yet`;

const LABELS: Readonly<Record<PaymentFilter, string>> = {
  CARD: 'Card',
  OFFLINE: 'At the visit',
  BALANCE: 'Due',
  REFUNDED: 'Refunded',
  PENDING: 'Being paid',
};
export const FILTERS = PAYMENT_FILTERS.map((value) => ({ value, label: LABELS[value] }));
export const EXPORTS = EXPORT_KINDS.map((value) => ({
  value,
  label: value[0]!.toUpperCase() + value.slice(1),
}));
