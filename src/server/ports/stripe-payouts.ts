import type Stripe from 'stripe';
import type { LocalDate } from '#domain/time/calendar.ts';
import type { ProviderPayout } from './payments.ts';

const WAITING = new Set(['pending', 'in_transit']);
const KINDS: Readonly<Record<string, 'payments' | 'refunds'>> = {
  charge: 'payments',
  payment: 'payments',
  refund: 'refunds',
  payment_refund: 'refunds',
};
/** One for each business day of a month, and some by hand; and pages of a hundred of what is in each. */
const [MOST_PAYOUTS, MOST_PAGES] = [40, 3];

/** Lists payouts with what is in them. Needs the rights to read payouts and the balance. */
export async function listPayouts(stripe: Stripe, { from, to }: { from: LocalDate; to: LocalDate }) {
  // Stripe has the day of arrival as midnight in UTC.
  const arrival_date = { gte: Date.parse(from) / 1000, lt: Date.parse(to) / 1000 };
  const { data } = await stripe.payouts.list({ arrival_date, limit: MOST_PAYOUTS });
  return await Promise.all(
    data.map(async ({ id, amount, arrival_date, status, automatic }): Promise<ProviderPayout> => ({
      id,
      amount_cents: amount,
      arrives_on: new Date(arrival_date * 1000).toISOString().slice(0, 10),
      state: status === 'paid' ? 'ARRIVED' : WAITING.has(status) ? 'ON_ITS_WAY' : 'FAILED',
      contents: automatic ? await contentsOf(stripe, id) : null,
    })),
  );
}

async function contentsOf(stripe: Stripe, payout: string): Promise<ProviderPayout['contents']> {
  const contents = { payments: 0, refunds: 0, others: 0, intents: [] as string[] };
  let after = {};
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = { payout, limit: 100, expand: ['data.source'], ...after };
    const { data, has_more } = await stripe.balanceTransactions.list(params);
    for (const { type, source } of data) {
      // The payout itself is in its list.
      if (type === 'payout') continue;
      const kind = KINDS[type] ?? 'others';
      const intent = intentOf(source);
      contents[kind] += 1;
      if (intent !== null || kind !== 'others') contents.intents.push(intent ?? '');
    }
    if (!has_more) return contents;
    after = { starting_after: data.at(-1)!.id };
  }
  return null;
}

/** The payment of a charge, a refund or a dispute. */
function intentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null;
  const intent = source.payment_intent;
  return typeof intent === 'object' ? (intent?.id ?? null) : (intent ?? null);
}
