import type { FormBody } from './form-body.ts';
import { textAt } from './form-body.ts';
import type { Journal } from './journal.ts';
import {
  type Customer,
  type Event,
  newId,
  type Payment,
  type Price,
  type Product,
  type Refund,
  type Session,
  type StoredSession,
} from './objects.ts';
import { invalid, missing, ProviderError, required } from './provider-error.ts';
import { readMetadata, readSessionParams } from './read-session-params.ts';

/** What happens at the provider: customers, payment pages, payments, refunds, and the events these cause. */
export type Provider = ReturnType<typeof createProvider>;
export type PayAnswer = { ok: true; session: Session } | { ok: false; reason: 'DECLINED' | 'NOT_OPEN' };

/** Finished sessions are forgotten after this long. */
const KEEP_DAYS = 8;
const API_VERSION = 'sandbox';
const TEXT_LIMIT = 5000;

export function createProvider(options: {
  journal: Journal;
  clock: () => Date;
  /** Address of the hosted pages. */
  pageUrl: () => string;
  /** Called with each event, after what it tells is written. */
  onEvent: (event: Event) => void;
}) {
  const { journal, clock, onEvent } = options;
  const seconds = () => Math.floor(clock().getTime() / 1000);

  function emit(type: string, object: object): void {
    onEvent({
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: seconds(),
      type,
      livemode: false,
      data: { object },
    });
  }

  // customers and the catalogue ----------------------------------------------------------------------

  function createCustomer(body: FormBody): Customer {
    const customer: Customer = {
      id: newId('cus', 14),
      object: 'customer',
      email: limited(body, 'email'),
      name: limited(body, 'name'),
      address: null,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('customer', customer.id, customer);
    return customer;
  }

  const customerOf = (id: string, param = 'id') =>
    journal.get<Customer>('customer', id) ?? fail(missing('customer', id, param));

  /** Only searches by one metadata value: `metadata['user_id']:'…'`. */
  function searchCustomers(query: string): Customer[] {
    const asked = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(query);
    if (!asked) throw invalid('query', 'This sandbox searches for one metadata value only.');
    return journal.all<Customer>('customer').filter((customer) => customer.metadata[asked[1]!] === asked[2]);
  }

  function updateCustomer(id: string, body: FormBody): Customer {
    const customer = { ...customerOf(id) };
    if (body['email'] !== undefined) customer.email = limited(body, 'email');
    if (body['name'] !== undefined) customer.name = limited(body, 'name');
    journal.put('customer', id, customer);
    return customer;
  }

  function deleteCustomer(id: string): { id: string; object: 'customer'; deleted: true } {
    customerOf(id);
    journal.remove('customer', id);
    return { id, object: 'customer', deleted: true };
  }

  function createProduct(body: FormBody): Product {
    const product: Product = {
      id: textAt(body, 'id') ?? newId('prod', 14),
      object: 'product',
      name: limited(body, 'name') ?? fail(required('name')),
      description: limited(body, 'description'),
      active: true,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('product', product.id, product);
    return product;
  }

  const productOf = (id: string, param = 'id') =>
    journal.get<Product>('product', id) ?? fail(missing('product', id, param));

  function updateProduct(id: string, body: FormBody): Product {
    const product = { ...productOf(id) };
    product.name = limited(body, 'name') ?? product.name;
    if (body['description'] !== undefined) product.description = limited(body, 'description');
    product.active = activeOf(body, product.active);
    journal.put('product', id, product);
    return product;
  }

  /** Only without prices, as the provider has it. */
  function deleteProduct(id: string): { id: string; object: 'product'; deleted: true } {
    productOf(id);
    if (pricesOf(id).length > 0) {
      throw new ProviderError(
        400,
        'This product cannot be deleted because it has one or more user-created prices.',
      );
    }
    journal.remove('product', id);
    return { id, object: 'product', deleted: true };
  }

  function createPrice(body: FormBody): Price {
    const product = productOf(textAt(body, 'product') ?? fail(required('product')), 'product');
    const amount = textAt(body, 'unit_amount') ?? fail(required('unit_amount'));
    if (!/^\d{1,8}$/.test(amount)) throw invalid('unit_amount', `Invalid integer: ${amount}`);
    const price: Price = {
      id: newId('price'),
      object: 'price',
      product: product.id,
      currency: textAt(body, 'currency') ?? fail(required('currency')),
      unit_amount: Number(amount),
      type: 'one_time',
      active: true,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('price', price.id, price);
    return price;
  }

  const priceOf = (id: string) => journal.get<Price>('price', id) ?? fail(missing('price', id));

  const pricesOf = (product: string | undefined) =>
    journal.all<Price>('price').filter((price) => product === undefined || price.product === product);

  /** Amounts never change; a price can only be archived, and taken up again. */
  function updatePrice(id: string, body: FormBody): Price {
    const price = { ...priceOf(id) };
    price.active = activeOf(body, price.active);
    journal.put('price', id, price);
    return price;
  }

  // payment pages ------------------------------------------------------------------------------------

  function createSession(body: FormBody): Session {
    const params = readSessionParams(body, seconds(), (id) =>
      productOf(id, 'line_items[0][price_data][product]'),
    );
    customerOf(params.customer, 'customer');
    const id = newId('cs_test', 58);
    const amount_subtotal = sum(params.lines.map((line) => line.amount));
    const amount_tax = sum(params.lines.map((line) => line.tax));
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
      amount_total: amount_subtotal + amount_tax,
      total_details: { amount_tax, amount_discount: 0, amount_shipping: 0 },
      automatic_tax: { enabled: params.automatic_tax, status: params.automatic_tax ? 'complete' : null },
      custom_text: {
        submit: params.submit_message === null ? null : { message: params.submit_message },
      },
      payment_method_types: ['card'],
      payment_intent: null,
      success_url: params.success_url,
      cancel_url: params.cancel_url,
      url: `${options.pageUrl()}/c/pay/${id}`,
      created: seconds(),
      expires_at: params.expires_at,
      livemode: false,
    };
    const { lines, payment_metadata, payment_description } = params;
    journal.put('session', id, { session, lines, payment_metadata, payment_description });
    return session;
  }

  /** The session as it is now: one whose time is over expires on being looked at. */
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

  /** Newest first. */
  function listSessions(filter: { customer?: string | undefined; limit: number }): Session[] {
    const found = journal
      .all<StoredSession>('session')
      .map(({ session }) => session)
      .filter((session) => filter.customer === undefined || session.customer === filter.customer);
    return found
      .reverse()
      .slice(0, filter.limit)
      .map((session) => storedSession(session.id).session);
  }

  /**
   * Takes the money. `late`: although the page has expired, as when the bank was slow (a switch for tests).
   */
  function pay(
    id: string,
    card: { number: string; postal_code: string; declined: boolean },
    late = false,
  ): PayAnswer {
    const stored = storedSession(id);
    const { session } = stored;
    if (session.status !== 'open' && !(late && session.status === 'expired'))
      return { ok: false, reason: 'NOT_OPEN' };
    if (card.declined) return { ok: false, reason: 'DECLINED' };
    const free = session.amount_total === 0;
    const payment: Payment = {
      id: newId('pi'),
      session: id,
      charge: newId('ch'),
      amount: session.amount_total,
      amount_refunded: 0,
      currency: session.currency,
      last4: card.number.slice(-4),
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

  // payments and refunds -----------------------------------------------------------------------------

  const paymentOf = (id: string, param = 'intent') =>
    journal.get<Payment>('payment', id) ?? fail(missing('payment_intent', id, param));

  function createRefund(body: FormBody): Refund {
    const id = textAt(body, 'payment_intent') ?? fail(required('payment_intent'));
    const payment = paymentOf(id, 'payment_intent');
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
      status: 'succeeded',
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

  // housekeeping -------------------------------------------------------------------------------------

  /** Expires what is due, so that its event is sent although nobody looks. */
  function expireDue(): void {
    for (const { session } of journal.all<StoredSession>('session')) {
      if (session.status === 'open' && seconds() >= session.expires_at) storedSession(session.id);
    }
  }

  /** Forgets what ended long ago. */
  function prune(): void {
    const before = seconds() - KEEP_DAYS * 86_400;
    for (const { session } of journal.all<StoredSession>('session')) {
      if (session.status === 'expired' && session.expires_at < before) journal.remove('session', session.id);
    }
    for (const key of journal.all<{ key: string; at: number }>('idempotency')) {
      if (key.at < before) journal.remove('idempotency', key.key);
    }
  }

  return {
    createCustomer,
    customerOf,
    searchCustomers,
    updateCustomer,
    deleteCustomer,
    createProduct,
    productOf,
    updateProduct,
    deleteProduct,
    products: () => journal.all<Product>('product'),
    createPrice,
    priceOf,
    pricesOf,
    updatePrice,
    createSession,
    storedSession,
    expireSession,
    listSessions,
    pay,
    paymentOf,
    createRefund,
    refundOf,
    refundsOf: (payment_intent: string | undefined) =>
      journal.all<Refund>('refund').filter((refund) => refund.payment_intent === payment_intent),
    expireDue,
    prune,
  };
}

function activeOf(body: FormBody, before: boolean): boolean {
  const told = textAt(body, 'active');
  return told === undefined ? before : told === 'true';
}

function limited(body: FormBody, key: string): string | null {
  const text = textAt(body, key);
  if (text !== undefined && text.length > TEXT_LIMIT)
    throw invalid(key, `Invalid string: ${key} is too long`);
  return text === undefined || text === '' ? null : text;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function fail(error: Error): never {
  throw error;
}
