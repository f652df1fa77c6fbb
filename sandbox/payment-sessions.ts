import type { FormBody } from './form-body.ts';
import { type Customer, newId, type Product, type Session, type StoredSession, withTax } from './objects.ts';
import { fail, missing, type ProviderContext, ProviderError } from './provider-context.ts';
import { readSessionParams } from './read-session-params.ts';

/** Checkout sessions: open, paid or expired. */
export function createPaymentSessions(
  { journal, seconds, emit }: ProviderContext,
  {
    pageUrl,
    customerOf,
    productOf,
  }: {
    pageUrl: () => string;
    /** Both throw if there is no such object. */
    customerOf: (id: string, param: string) => Customer;
    productOf: (id: string, param: string) => Product;
  },
) {
  function activeProduct(id: string, param: string): Product {
    const product = productOf(id, param);
    if (product.active) return product;
    throw new ProviderError(400, `The product ${id} is marked as inactive, and thus cannot be sold.`, {
      code: 'product_inactive',
      param,
    });
  }

  function createSession(body: FormBody): Session {
    const params = readSessionParams(body, seconds(), activeProduct);
    const customer = customerOf(params.customer, 'customer');
    const id = newId('cs_test', 58);
    const amount_subtotal = sum(params.lines.map((line) => line.amount));
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      customer: params.customer,
      client_reference_id: params.client_reference_id,
      metadata: params.metadata,
      currency: params.currency,
      amount_subtotal,
      amount_total: amount_subtotal,
      total_details: { amount_tax: 0, amount_discount: 0, amount_shipping: 0 },
      automatic_tax: {
        enabled: params.automatic_tax,
        status: params.automatic_tax ? 'requires_location_inputs' : null,
      },
      custom_text: {
        submit: params.submit_message === null ? null : { message: params.submit_message },
      },
      payment_method_types: ['card'],
      payment_intent: null,
      success_url: params.success_url,
      cancel_url: params.cancel_url,
      url: `${pageUrl()}/c/pay/${id}`,
      created: seconds(),
      expires_at: params.expires_at,
      livemode: false,
    };
    const { lines, payment_metadata, payment_description } = params;
    const stored: StoredSession = { session, lines, payment_metadata, payment_description };
    // The address of an earlier payment is stored with the customer.
    const shown = customer.address === null ? session : withTax(stored);
    journal.put('session', id, { ...stored, session: shown });
    return shown;
  }

  /** The current session. Reading an overdue session expires it. */
  function storedSession(id: string): StoredSession {
    const stored =
      journal.get<StoredSession>('session', id) ?? fail(missing('checkout.session', id, 'session'));
    if (stored.session.status === 'open' && seconds() >= stored.session.expires_at)
      return finishUnpaid(stored);
    return stored;
  }

  function finishUnpaid(stored: StoredSession): StoredSession {
    const expired = { ...stored, session: { ...stored.session, status: 'expired' as const, url: null } };
    journal.put('session', expired.session.id, expired);
    emit('checkout.session.expired', expired.session);
    return expired;
  }

  function expireSession(id: string): Session {
    const stored = storedSession(id);
    if (stored.session.status !== 'open') {
      throw new ProviderError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${stored.session.status}.`,
      );
    }
    return finishUnpaid(stored).session;
  }

  /** All sessions, oldest first, each in its current state. */
  function listSessions(filter: { customer: string | undefined; status: string | undefined }): Session[] {
    return journal
      .all<StoredSession>('session')
      .filter(({ session }) => filter.customer === undefined || session.customer === filter.customer)
      .map(({ session }) => storedSession(session.id).session)
      .filter(({ status }) => filter.status === undefined || status === filter.status);
  }

  /** Expires overdue sessions, so that their events are sent even if they are never read. */
  function expireDue(): void {
    for (const { session } of journal.all<StoredSession>('session')) {
      if (session.status === 'open' && seconds() >= session.expires_at) storedSession(session.id);
    }
  }

  return { createSession, storedSession, expireSession, listSessions, expireDue };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
