import { createHash } from 'node:crypto';
import { type FormBody, textAt } from './form-body.ts';
import {
  type Customer,
  type Dispute,
  newId,
  type Payment,
  type Refund,
  type Session,
  type StoredSession,
  withTax,
} from './objects.ts';
import { fail, invalid, missing, type ProviderContext, ProviderError, required } from './provider-context.ts';
import type { Switches } from './switches.ts';
import { readMetadata } from './read-session-params.ts';

export type PayAnswer = { ok: true; session: Session } | { ok: false; reason: 'DECLINED' | 'NOT_OPEN' };

/** How long a dispute can be answered. */
const ANSWER_SECONDS = 14 * 86_400;

/** Payments, refunds and disputes. */
export function createPayments(
  { journal, seconds, emit, switches }: ProviderContext & { switches: Pick<Switches, 'refund_pending'> },
  { storedSession }: { storedSession: (id: string) => StoredSession },
) {
  /** Pays a session. `late` pays although it has expired, as with a slow bank (for tests). */
  function pay(
    id: string,
    card: { number: string; postal_code: string; declined: boolean },
    late = false,
  ): PayAnswer {
    const stored = storedSession(id);
    const session = withTax(stored);
    if (session.status !== 'open' && !(late && session.status === 'expired'))
      return { ok: false, reason: 'NOT_OPEN' };
    if (card.declined) return { ok: false, reason: 'DECLINED' };
    const free = session.amount_total === 0;
    const payment: Payment = {
      id: newId('pi'),
      session: id,
      customer: session.customer,
      charge: newId('ch'),
      amount: session.amount_total,
      amount_refunded: 0,
      currency: session.currency,
      last4: card.number.slice(-4),
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      description: stored.payment_description ?? null,
      metadata: stored.payment_metadata,
      created: seconds(),
    };
    const paid: Session = {
      ...session,
      status: 'complete',
      payment_status: free ? 'no_payment_required' : 'paid',
      payment_intent: free ? null : payment.id,
      url: null,
    };
    if (!free) journal.put('payment', payment.id, payment);
    journal.put('session', id, { ...stored, session: paid });
    const customer = journal.get<Customer>('customer', session.customer);
    if (customer)
      journal.put('customer', customer.id, { ...customer, address: { postal_code: card.postal_code } });
    emit('checkout.session.completed', paid);
    return { ok: true, session: paid };
  }

  /**
   * Pays with a method that takes days, as if a debit was enabled at the dashboard: the session is complete and the
   * money is in transit (for tests).
   */
  function paySlowly(session_id: string): void {
    const stored = storedSession(session_id);
    const session = withTax(stored);
    const payment: Payment = {
      id: newId('pi'),
      session: session_id,
      customer: session.customer,
      charge: newId('py'),
      amount: session.amount_total,
      amount_refunded: 0,
      currency: session.currency,
      last4: '6789',
      status: 'processing',
      description: stored.payment_description ?? null,
      metadata: stored.payment_metadata,
      created: seconds(),
    };
    journal.put('payment', payment.id, payment);
    settleSession(stored, { ...session, status: 'complete', payment_intent: payment.id, url: null });
    emit('checkout.session.completed', storedSession(session_id).session);
  }

  /** The bank accepts or refuses such a payment. */
  function endSlowPayment(session_id: string, arrives: boolean): void {
    const stored = storedSession(session_id);
    const payment = paymentOf(stored.session.payment_intent!);
    const status = arrives ? 'succeeded' : 'requires_payment_method';
    journal.put('payment', payment.id, { ...payment, status });
    if (arrives) settleSession(stored, { ...stored.session, payment_status: 'paid' });
    const type = arrives ? 'async_payment_succeeded' : 'async_payment_failed';
    emit(`checkout.session.${type}`, storedSession(session_id).session);
  }

  const settleSession = (stored: StoredSession, session: Session) =>
    journal.put('session', session.id, { ...stored, session });

  const paymentOf = (id: string, param = 'intent') =>
    journal.get<Payment>('payment', id) ?? fail(missing('payment_intent', id, param));

  const paymentOfCharge = (charge: string) =>
    journal.all<Payment>('payment').find((payment) => payment.charge === charge);

  function createRefund(body: FormBody): Refund {
    const id = textAt(body, 'payment_intent') ?? fail(required('payment_intent'));
    const payment = paymentOf(id, 'payment_intent');
    if (disputesOf(id).some(({ status }) => status !== 'won')) {
      throw new ProviderError(400, `Charge ${payment.charge} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
    }
    const left = payment.amount - payment.amount_refunded;
    if (left === 0) {
      throw new ProviderError(400, `Charge ${payment.charge} has already been refunded.`, {
        code: 'charge_already_refunded',
      });
    }
    const asked = textAt(body, 'amount');
    const amount = asked === undefined ? left : Number(asked);
    if (!Number.isInteger(amount) || amount < 1)
      throw invalid('amount', 'Invalid positive integer', 'parameter_invalid_integer');
    if (amount > left) {
      throw invalid(
        'amount',
        `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        'amount_too_large',
      );
    }
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      amount,
      currency: payment.currency,
      payment_intent: id,
      charge: payment.charge,
      status: switches.refund_pending ? 'pending' : 'succeeded',
      reason: null,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
    };
    journal.put('refund', refund.id, refund);
    journal.put('payment', id, { ...payment, amount_refunded: payment.amount_refunded + amount });
    emit('refund.created', refund);
    return refund;
  }

  const refundOf = (id: string) => journal.get<Refund>('refund', id) ?? fail(missing('refund', id));

  /** The bank accepts a pending refund. */
  function completeRefund(id: string): void {
    const done: Refund = { ...refundOf(id), status: 'succeeded' };
    journal.put('refund', id, done);
    emit('refund.updated', done);
  }

  /** The card's bank returns a refund, for example because the card was closed (for tests). */
  function failRefund(id: string): void {
    const failed: Refund = { ...refundOf(id), status: 'failed', failure_reason: 'lost_or_stolen_card' };
    const payment = paymentOf(failed.payment_intent);
    journal.put('refund', id, failed);
    journal.put('payment', payment.id, {
      ...payment,
      amount_refunded: payment.amount_refunded - failed.amount,
    });
    emit('refund.updated', failed);
    emit('refund.failed', failed);
  }

  const refundsOf = (payment_intent: string | undefined) =>
    journal
      .all<Refund>('refund')
      .filter((refund) => payment_intent === undefined || refund.payment_intent === payment_intent);

  const disputesOf = (payment_intent: string) =>
    journal.all<Dispute>('dispute').filter((dispute) => dispute.payment_intent === payment_intent);
  const disputeOf = (id: string) => journal.get<Dispute>('dispute', id) ?? fail(missing('dispute', id));

  /** The client's bank opens a dispute and waits for an answer (for tests). */
  function dispute(payment_intent: string): Dispute {
    const { amount, currency, charge } = paymentOf(payment_intent);
    const opened: Dispute = {
      id: newId('dp'),
      object: 'dispute',
      amount,
      currency,
      payment_intent,
      charge,
      status: 'needs_response',
      reason: 'fraudulent',
      is_charge_refundable: false,
      evidence_details: {
        due_by: seconds() + ANSWER_SECONDS,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      created: seconds(),
      livemode: false,
    };
    journal.put('dispute', opened.id, opened);
    emit('charge.dispute.created', opened);
    return opened;
  }

  function closeDispute(id: string, status: 'won' | 'lost'): void {
    const closed: Dispute = { ...disputeOf(id), status };
    journal.put('dispute', id, closed);
    emit('charge.dispute.closed', closed);
  }

  return {
    paySlowly,
    endSlowPayment,
    dispute,
    closeDispute,
    disputeOf,
    pay,
    paymentOf,
    paymentOfCharge,
    createRefund,
    completeRefund,
    failRefund,
    refundOf,
    refundsOf,
  };
}
