import { createHash } from 'node:crypto';
import { formatCents } from '#domain/money.ts';
import { statesBefore } from '#domain/checkout-states.ts';
import { notifyPractice } from '../mail/notify-practice.ts';
import { paymentsDifferMail } from '../mail/templates/payments-differ.ts';
import {
  isMissing,
  type PaymentAnswer,
  type PaymentFailure,
  type PaymentPage,
  type PaymentPeriod,
  type ProviderRefund,
  type ProviderSession,
} from '../ports/payments.ts';
import { recordExternalRefund } from './external-refunds-and-disputes.ts';
import { fulfil } from './fulfil.ts';
import { recordFailedRefund } from './record-failed-refund.ts';
import {
  markRefundAsked,
  selectCheckout,
  selectCheckoutOf,
  selectPaidCheckouts,
  selectRefundOf,
  selectRefundsDone,
} from './store.ts';
import { recordUnmatchedPayment, siteOfPayment, type UnmatchedDeps } from './unmatched-payments.ts';

/** Something that provider and database did not agree about, in words, by the provider's id. */
type Difference = { id: string; amount_cents: number; text: string };

export type Comparison = {
  payments: number;
  refunds: number;
  /** What this comparison has recorded: nobody knew of it before. */
  found: Difference[];
  /** What it cannot settle: a person has to look. */
  open: Difference[];
  /** Payments of other sites of the same account, by their address. */
  other_sites: Map<string, number>;
  /** Payments of other software. */
  foreign: number;
  /** What could not be compared; everything else was. */
  failures: unknown[];
};

/**
 * Compares the provider's list of a time with the database (docs/operations.md): payments without a checkout, payments
 * and refunds that the rows do not know, and the other way round. Each is recorded and the practice is notified once.
 * A payment that fails does not keep the others from being compared.
 */
export async function comparePayments(
  deps: UnmatchedDeps,
  { from, to, former_site }: { from: Date; to: Date; former_site?: string | undefined },
  now: Date,
): Promise<Comparison> {
  const comparison: Comparison = {
    payments: 0,
    refunds: 0,
    found: [],
    open: [],
    other_sites: new Map(),
    foreign: 0,
    failures: [],
  };
  const sites = new Set([deps.config.site_url, ...(former_site === undefined ? [] : [former_site])]);
  const sessions = new Set<string>();
  const refunds = new Set<string>();
  const { payments } = deps;
  const attempt = async (id: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      deps.log.error({ err: error, id }, 'A payment could not be compared');
      comparison.failures.push(error);
    }
  };
  const pages = [
    eachOf(
      (period) => payments.listPaidSessions(period),
      async (session) => {
        sessions.add(session.id);
        await attempt(session.id, () => compareSession(deps, comparison, { session, sites }, now));
      },
    ),
    eachOf(
      (period) => payments.listRefunds(period),
      async (refund) => {
        refunds.add(refund.id);
        await attempt(refund.id, () => compareRefund(deps, comparison, refund, now));
      },
    ),
  ];
  // Payments first: a refund is recorded with its payment.
  let isWhole = true;
  for (const walk of pages) {
    const failure = await walk({ from, to });
    if (failure === null) continue;
    isWhole = false;
    comparison.failures.push(unanswered(failure));
  }
  if (isWhole) {
    for (const row of await selectPaidCheckouts(deps.db, from, to)) {
      const id = row.provider_session_id;
      if (!sessions.has(id)) await attempt(id, () => checkSession(deps, comparison, row));
    }
    for (const row of await selectRefundsDone(deps.db, from, to)) {
      const id = row.provider_refund_id;
      if (!refunds.has(id)) await attempt(id, () => checkRefund(deps, comparison, row, now));
    }
  }
  await notifyOfOpen(deps, comparison.open, now);
  return comparison;
}

/** Walks through a list page by page; answers the failure that ended it early. */
function eachOf<T>(
  list: (period: PaymentPeriod) => Promise<PaymentAnswer<PaymentPage<T>>>,
  act: (row: T) => Promise<void>,
) {
  return async (period: PaymentPeriod): Promise<PaymentFailure | null> => {
    for (let after: string | null = null; ;) {
      const page: PaymentAnswer<PaymentPage<T>> = await list({
        ...period,
        ...(after === null ? {} : { after }),
      });
      if (!page.ok) return page;
      for (const row of page.value.rows) await act(row);
      after = page.value.next;
      if (after === null) return null;
    }
  };
}

async function compareSession(
  deps: UnmatchedDeps,
  comparison: Comparison,
  { session, sites }: { session: ProviderSession; sites: ReadonlySet<string> },
  now: Date,
): Promise<void> {
  const amount_cents = session.total_cents ?? 0;
  const checkout = await selectCheckoutOf(deps.db, session);
  if (checkout) {
    comparison.payments += 1;
    if (!statesBefore('PAID').includes(checkout.state)) return;
    // Paid there, and no event of it has arrived here; an expired checkout is not asked about any more.
    const read = await deps.payments.retrieveSession(session.id);
    if (!read.ok) throw unanswered(read);
    const after = await fulfil(deps, checkout, read.value, now);
    if (after.state === checkout.state) {
      comparison.open.push({ id: session.id, amount_cents, text: 'does not fit its checkout' });
    } else
      comparison.found.push({ id: session.id, amount_cents, text: `was paid, and is ${after.state} now` });
    return;
  }
  const site = siteOfPayment(session);
  if (site === null) {
    comparison.foreign += 1;
    return;
  }
  if (!sites.has(site)) {
    comparison.other_sites.set(site, (comparison.other_sites.get(site) ?? 0) + 1);
    return;
  }
  comparison.payments += 1;
  if (await recordUnmatchedPayment(deps, session, now))
    comparison.found.push({ id: session.id, amount_cents, text: 'was paid, and has no checkout here' });
}

async function compareRefund(
  deps: UnmatchedDeps,
  comparison: Comparison,
  refund: ProviderRefund,
  now: Date,
): Promise<void> {
  comparison.refunds += 1;
  const { id, amount_cents, idempotency_key } = refund;
  const row = idempotency_key === null ? undefined : await selectRefundOf(deps.db, idempotency_key);
  if (!row) {
    // Made at the dashboard, or asked for by a row that is lost.
    if ((await recordExternalRefund(deps, refund, now)) === null)
      comparison.found.push({ id, amount_cents, text: 'was refunded, and was not known here' });
    return;
  }
  if (refund.has_failed) {
    if (await recordFailedRefund(deps, refund, now))
      comparison.found.push({ id, amount_cents, text: 'was sent back by the bank of the client' });
    return;
  }
  if (row.done_at === null) {
    await markRefundAsked(deps.db, row.id);
    comparison.found.push({ id, amount_cents, text: 'was refunded, and still waited to be refunded here' });
    return;
  }
  // Less than was owed is right where a part had gone back at the dashboard before.
  const checkout = await selectCheckout(deps.db, row.checkout_id);
  const isPart = checkout && checkout.refunded_cents >= (checkout.total_cents ?? checkout.subtotal_cents);
  if (amount_cents > row.amount_cents || (amount_cents < row.amount_cents && !isPart)) {
    const ours = formatCents(row.amount_cents);
    comparison.open.push({ id, amount_cents, text: `was refunded, and ${ours} is recorded here` });
  }
}

async function checkSession(
  deps: UnmatchedDeps,
  comparison: Comparison,
  {
    provider_session_id: id,
    total_cents: amount_cents,
  }: { provider_session_id: string; total_cents: number },
): Promise<void> {
  const read = await deps.payments.retrieveSession(id);
  if (!read.ok && !isMissing(read)) throw unanswered(read);
  if (!read.ok || !read.value.is_paid)
    comparison.open.push({ id, amount_cents, text: 'is paid here, and not at the payment provider' });
}

async function checkRefund(
  deps: UnmatchedDeps,
  comparison: Comparison,
  { provider_refund_id: id, amount_cents }: { provider_refund_id: string; amount_cents: number },
  now: Date,
): Promise<void> {
  const read = await deps.payments.retrieveRefund(id);
  if (isMissing(read)) {
    comparison.open.push({ id, amount_cents, text: 'is refunded here, and not at the payment provider' });
    return;
  }
  if (!read.ok) throw unanswered(read);
  if (read.value.has_failed) await recordFailedRefund(deps, read.value, now);
}

/** One mail for what stands open; another only when something is added. */
async function notifyOfOpen(deps: UnmatchedDeps, open: readonly Difference[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const lines = open.map(describeDifference).toSorted();
  deps.log.error({ ids: open.map(({ id }) => id) }, 'Payments differ between the provider and the database');
  const cause = createHash('sha256').update(lines.join('\n')).digest('hex');
  const mail = paymentsDifferMail({ lines, site_url: deps.config.site_url });
  await notifyPractice(deps.db, { kind: 'payments-differ', cause, mail }, now);
}

export const describeDifference = ({ id, amount_cents, text }: Difference): string =>
  `${id}: ${formatCents(amount_cents)} ${text}`;

const unanswered = ({ outcome, code, reason }: PaymentFailure) => new Error(`${outcome} ${code}: ${reason}`);
