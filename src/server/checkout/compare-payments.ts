import { createHash } from 'node:crypto';
import { formatCents } from '#domain/money/money.ts';
import { statesBefore } from '#domain/checkout/checkout-states.ts';
import { type VisibleCents, visibleCents } from '#domain/money/visible-money.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { paymentsDifferMail } from '../mail/templates/practice-notices.ts';
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
import { recordFailedRefund } from './settle-refund.ts';
import { markRefundAsked, selectRefundOf, selectRefundsDone } from './refund-store.ts';
import { selectCheckout, selectCheckoutOf, selectPaidCheckouts } from './store.ts';
import { recordUnmatchedPayment, siteOfPayment, type UnmatchedDeps } from './unmatched-payments.ts';

/** A difference between provider and database. `id` is the provider's; `text` completes a sentence. */
type Difference = { id: string; amount_cents: number; text: string };
/** One that the practice has to settle, with the amount that the mail about it may have. */
type OpenDifference = Difference & { visible_cents: VisibleCents | null };

export type Comparison = {
  payments: number;
  refunds: number;
  /** Differences that this comparison found and recorded. */
  found: Difference[];
  /** Differences that it cannot settle; the practice has to. */
  open: OpenDifference[];
  /** Payments of other sites of the same account, by their address. */
  other_sites: Map<string, number>;
  /** Payments of other software. */
  foreign: number;
  /** The errors of payments that could not be compared. */
  failures: unknown[];
};

/**
 * Compares the provider's payments and refunds of a period with the database, in both directions
 * (docs/operations/payments.md). Records each difference and notifies the practice once. A payment that fails does not
 * stop the others.
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
    comparison.failures.push(providerError(failure));
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

/** Reads a list page by page. Returns the failure that ended it early, or null. */
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
    // The event of this payment never arrived, and the sweeper does not ask about an expired checkout.
    const read = await deps.payments.retrieveSession(session.id);
    if (!read.ok) throw providerError(read);
    const after = await fulfil(deps, checkout, read.value, now);
    if (after.state === checkout.state) {
      const visible_cents = visibleCents(amount_cents, checkout);
      comparison.open.push({
        id: session.id,
        amount_cents,
        visible_cents,
        text: 'does not match its checkout',
      });
    } else
      comparison.found.push({
        id: session.id,
        amount_cents,
        text: `was paid; the checkout is now ${after.state}`,
      });
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
    comparison.found.push({ id: session.id, amount_cents, text: 'was paid and has no checkout here' });
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
    // Made at the dashboard, or requested by a row that was lost.
    if ((await recordExternalRefund(deps, refund, now)) === null)
      comparison.found.push({ id, amount_cents, text: 'was refunded and was not recorded here' });
    return;
  }
  if (refund.has_failed) {
    if (await recordFailedRefund(deps, refund, now))
      comparison.found.push({ id, amount_cents, text: "was rejected by the client's bank" });
    return;
  }
  if (row.done_at === null) {
    await markRefundAsked(deps.db, row.id);
    comparison.found.push({ id, amount_cents, text: 'was refunded but still due here' });
    return;
  }
  // A smaller refund is correct if a part was refunded at the dashboard before.
  const checkout = await selectCheckout(deps.db, row.checkout_id);
  if (!checkout) return;
  const isPart = checkout.refunded_cents >= (checkout.total_cents ?? checkout.subtotal_cents);
  if (amount_cents > row.amount_cents || (amount_cents < row.amount_cents && !isPart)) {
    const visible_cents = visibleCents(amount_cents, checkout);
    const text = 'was refunded, but another amount is recorded here';
    comparison.open.push({ id, amount_cents, visible_cents, text });
  }
}

async function checkSession(
  deps: UnmatchedDeps,
  comparison: Comparison,
  {
    provider_session_id: id,
    total_cents: amount_cents,
    has_chosen_price,
  }: { provider_session_id: string; total_cents: number; has_chosen_price: boolean },
): Promise<void> {
  const read = await deps.payments.retrieveSession(id);
  if (!read.ok && !isMissing(read)) throw providerError(read);
  if (read.ok && read.value.is_paid) return;
  const visible_cents = visibleCents(amount_cents, { has_chosen_price });
  comparison.open.push({
    id,
    amount_cents,
    visible_cents,
    text: 'is paid here but not at the payment provider',
  });
}

async function checkRefund(
  deps: UnmatchedDeps,
  comparison: Comparison,
  {
    provider_refund_id: id,
    amount_cents,
    has_chosen_price,
  }: { provider_refund_id: string; amount_cents: number; has_chosen_price: boolean },
  now: Date,
): Promise<void> {
  const read = await deps.payments.retrieveRefund(id);
  if (isMissing(read)) {
    const visible_cents = visibleCents(amount_cents, { has_chosen_price });
    const text = 'is refunded here but not at the payment provider';
    comparison.open.push({ id, amount_cents, visible_cents, text });
    return;
  }
  if (!read.ok) throw providerError(read);
  if (read.value.has_failed) await recordFailedRefund(deps, read.value, now);
}

/** Sends one mail about open differences; another one only if they change. */
async function notifyOfOpen(deps: UnmatchedDeps, open: readonly OpenDifference[], now: Date): Promise<void> {
  if (open.length === 0) return;
  const lines = open
    .map(
      ({ id, visible_cents, text }) =>
        `${id}: ${visible_cents === null ? 'it' : formatCents(visible_cents)} ${text}`,
    )
    .toSorted();
  deps.log.error({ ids: open.map(({ id }) => id) }, 'Payments differ between the provider and the database');
  const cause = createHash('sha256').update(lines.join('\n')).digest('hex');
  const mail = paymentsDifferMail({ lines, site_url: deps.config.site_url });
  const payment = { checkout_id: null, amount_cents: null };
  await notifyPractice(deps.db, { kind: 'payments-differ', cause, mail, payment, clients: [] }, now);
}

export const describeDifference = ({ id, amount_cents, text }: Difference): string =>
  `${id}: ${formatCents(amount_cents)} ${text}`;

const providerError = ({ outcome, code, reason }: PaymentFailure) =>
  new Error(`${outcome} ${code}: ${reason}`);
