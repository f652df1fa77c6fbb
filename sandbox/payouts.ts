import type { Dispute, Payment, Refund } from './objects.ts';
import { fail, missing, type ProviderContext } from './provider-context.ts';

type Moved = { created: number; currency: string };

const DAY = 86_400;
const DISPUTE_FEE = 1500;
const feeOf = (amount: number) => Math.round(amount * 0.029) + 30;

/** Midnight (UTC) of so many business days after the day of this second. */
function businessDayAfter(second: number, days: number): number {
  let day = Math.floor(second / DAY);
  // 1 January 1970 was a Thursday, so that Saturdays are 2 and Sundays 3 days after a whole week.
  for (let left = days; left > 0; left -= [2, 3].includes(day % 7) ? 0 : 1) day += 1;
  return day * DAY;
}

/** A change of the balance: 'charge', 'refund', 'dispute' or 'payout'. What a card pays is available two business days later. */
function entryOf(category: string, { created, currency }: Moved, source: string, amount: number, fee = 0) {
  const id = `txn_${category}_${source.slice(3)}`;
  const type = category === 'dispute' ? 'adjustment' : category;
  const amounts = { amount, fee, fee_details: [], net: amount - fee, currency };
  const times = { created, available_on: businessDayAfter(created, 2), status: 'available' };
  return {
    id,
    object: 'balance_transaction',
    type,
    reporting_category: category,
    source,
    ...amounts,
    ...times,
  };
}

/** The balance, and a payout of what is available on each business day, which arrives on the next one. */
export function createPayouts({ journal, seconds }: ProviderContext) {
  const entries = () =>
    [
      ...journal
        .all<Payment>('payment')
        .filter(({ status = 'succeeded' }) => status === 'succeeded')
        .map((each) => entryOf('charge', each, each.charge, each.amount, feeOf(each.amount))),
      ...journal.all<Refund>('refund').map((each) => entryOf('refund', each, each.id, -each.amount)),
      ...journal
        .all<Dispute>('dispute')
        .filter(({ status }) => status !== 'won')
        .map((each) => entryOf('dispute', each, each.id, -each.amount, DISPUTE_FEE)),
    ].toSorted((a, b) => a.available_on - b.available_on);

  /** All payouts, oldest first, derived from what is stored. A balance below zero waits. */
  function payouts() {
    const days = Map.groupBy(entries(), ({ available_on }) => available_on);
    let rest: ReturnType<typeof entries> = [];
    return [...days].flatMap(([created, ofDay]) => {
      rest = [...rest, ...ofDay];
      const amount = rest.reduce((sum, { net }) => sum + net, 0);
      if (created > seconds() || amount <= 0) return [];
      const paidOut = rest;
      rest = [];
      const arrival_date = businessDayAfter(created, 1);
      const status = arrival_date <= seconds() ? 'paid' : 'in_transit';
      const { currency } = paidOut[0]!;
      const own = { id: `po_${created}`, object: 'payout', balance_transaction: `txn_payout_${created}` };
      return [{ payout: { ...own, amount, currency, created, arrival_date, status }, paidOut }];
    });
  }

  /** What a payout pays out, and the payout itself. */
  function transactionsOf(id: string) {
    const { payout, paidOut } =
      payouts().find((each) => each.payout.id === id) ?? fail(missing('payout', id, 'payout'));
    return [...paidOut, entryOf('payout', payout, id, -payout.amount)];
  }

  return { payouts: () => payouts().map(({ payout }) => payout), transactionsOf };
}
