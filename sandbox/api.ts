import { createHash, timingSafeEqual } from 'node:crypto';
import { completeAnswer } from './complete-answer.ts';
import { type FormBody, listAt, readForm, textAt } from './form-body.ts';
import type { Journal } from './journal.ts';
import type { Payment } from './objects.ts';
import type { Provider } from './provider.ts';
import { invalid, ProviderError } from './provider-context.ts';
import type { Switches } from './switches.ts';

type ApiRequest = {
  method: string;
  path: string;
  query: FormBody;
  body: string;
  authorization: string | undefined;
  idempotency_key: string | undefined;
};
/** `reset` closes the connection without an answer. */
type ApiAnswer = { status: number; body: object; replayed?: boolean } | { reset: true };

type Remembered = { key: string; fingerprint: string; status: number; body: object; at: number };
type Handler = (request: { id: string; body: FormBody; query: FormBody }) => object;

const KEY_SECONDS = 24 * 3600;

/** The API under /v1: access, idempotency keys, routes, and the switches that make it misbehave. */
export function createApi(options: {
  provider: Provider;
  journal: Journal;
  clock: () => Date;
  api_key: string;
  pageUrl: () => string;
  switches: Switches;
}): (request: ApiRequest) => Promise<ApiAnswer> {
  const { provider, journal, switches } = options;
  const running = new Set<string>();
  const routes = routesOf(provider, options.pageUrl);

  function perform(request: ApiRequest): { status: number; body: object } {
    try {
      for (const [method, pattern, handler] of routes) {
        if (method !== request.method) continue;
        const match = pattern.exec(request.path);
        if (match) {
          const body = handler({ id: match[1] ?? '', body: readForm(request.body), query: request.query });
          return { status: 200, body: completeAnswer(body) };
        }
      }
      throw new ProviderError(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
    } catch (error) {
      if (error instanceof ProviderError) return { status: error.status, body: error.body };
      throw error;
    }
  }

  function remember(
    key: string | undefined,
    fingerprint: string,
    answer: { status: number; body: object },
  ): void {
    // As at Stripe, a refusal of the parameters is not stored under the key, so that a corrected request may reuse it.
    if (key === undefined || (answer.status >= 400 && answer.status < 500)) return;
    const at = Math.floor(options.clock().getTime() / 1000);
    journal.put('idempotency', key, { key, fingerprint, ...answer, at } satisfies Remembered);
  }

  /** As at Stripe, keys expire after a day. */
  function remembered(key: string): Remembered | undefined {
    const known = journal.get<Remembered>('idempotency', key);
    const oldest = Math.floor(options.clock().getTime() / 1000) - KEY_SECONDS;
    return known && known.at > oldest ? known : undefined;
  }

  /** Runs a request, or returns the stored answer of its idempotency key. */
  function answerTo(request: ApiRequest, key: string | undefined, failed: boolean): ApiAnswer {
    const fingerprint = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex');
    const known = key === undefined ? undefined : remembered(key);
    if (known && known.fingerprint !== fingerprint) return answerOf(keyConflict(known.key));
    if (known) return { status: known.status, body: known.body, replayed: true };
    const done = perform(request);
    const answer = failed ? answerOf(serverError()) : done;
    remember(key, fingerprint, answer);
    return answer;
  }

  return async (request) => {
    if (!isAllowed(request.authorization, options.api_key)) {
      return answerOf(new ProviderError(401, 'Invalid API Key provided.'));
    }
    const fault = takeFault(switches, request);
    if (fault === 'reset_before') return { reset: true };
    if (fault === 'error_before') return answerOf(serverError());
    if (fault === 'refuse') {
      return answerOf(new ProviderError(400, 'Refused by a switch.', { code: 'switched_off' }));
    }
    const key = request.method === 'POST' ? request.idempotency_key : undefined;
    if (key !== undefined && running.has(key)) return answerOf(keyInUse(key));
    if (key !== undefined) running.add(key);
    try {
      const answer = answerTo(request, key, fault === 'error_after');
      if (switches.api_delay_ms > 0) {
        await new Promise((resolve) => setTimeout(resolve, switches.api_delay_ms));
      }
      return fault === 'reset_after' ? { reset: true } : answer;
    } finally {
      if (key !== undefined) running.delete(key);
    }
  };
}

function takeFault(switches: Switches, request: ApiRequest): Switches['api_fault'] {
  const { api_fault, api_fault_times, api_fault_on } = switches;
  if (api_fault === 'none' || api_fault_times === 0) return 'none';
  if (!`${request.method} ${request.path}`.includes(api_fault_on)) return 'none';
  if (api_fault_times > 0) switches.api_fault_times--;
  return api_fault;
}

function routesOf(provider: Provider, pageUrl: () => string): [string, RegExp, Handler][] {
  const withPayment = (thing: { payment_intent: string | null }, body: FormBody, query: FormBody): object => {
    const expand = [...listAt(query, 'expand'), ...listAt(body, 'expand')];
    if (
      thing.payment_intent === null ||
      !expand.some((path) => typeof path === 'string' && path.startsWith('payment_intent'))
    )
      return thing;
    return { ...thing, payment_intent: intentOf(provider.paymentOf(thing.payment_intent), pageUrl()) };
  };
  const sourceOf = (id: string): object | string => {
    if (id.startsWith('re_')) return provider.refundOf(id);
    if (id.startsWith('dp_')) return provider.disputeOf(id);
    const payment = provider.paymentOfCharge(id);
    return payment === undefined ? id : intentOf(payment, pageUrl()).latest_charge!;
  };
  return [
    ['POST', /^\/v1\/customers$/, ({ body }) => provider.createCustomer(body)],
    [
      'GET',
      /^\/v1\/customers\/search$/,
      ({ query }) => ({
        object: 'search_result',
        data: provider.searchCustomers(textAt(query, 'query') ?? ''),
        has_more: false,
        next_page: null,
        url: '/v1/customers/search',
      }),
    ],
    ['GET', /^\/v1\/customers\/(\w+)$/, ({ id }) => provider.readCustomer(id)],
    ['POST', /^\/v1\/customers\/(\w+)$/, ({ id, body }) => provider.updateCustomer(id, body)],
    ['DELETE', /^\/v1\/customers\/(\w+)$/, ({ id }) => provider.deleteCustomer(id)],
    ['POST', /^\/v1\/products$/, ({ body }) => provider.createProduct(body)],
    ['GET', /^\/v1\/products$/, ({ query }) => listOf('/v1/products', provider.products(), query)],
    ['GET', /^\/v1\/products\/(\w+)$/, ({ id }) => provider.productOf(id)],
    ['POST', /^\/v1\/products\/(\w+)$/, ({ id, body }) => provider.updateProduct(id, body)],
    ['DELETE', /^\/v1\/products\/(\w+)$/, ({ id }) => provider.deleteProduct(id)],
    ['POST', /^\/v1\/prices$/, ({ body }) => provider.createPrice(body)],
    [
      'GET',
      /^\/v1\/prices$/,
      ({ query }) => {
        const active = textAt(query, 'active');
        const prices = provider.pricesOf(textAt(query, 'product'));
        return listOf(
          '/v1/prices',
          prices.filter((price) => active === undefined || String(price.active) === active),
          query,
        );
      },
    ],
    ['GET', /^\/v1\/prices\/(\w+)$/, ({ id }) => provider.priceOf(id)],
    ['POST', /^\/v1\/prices\/(\w+)$/, ({ id, body }) => provider.updatePrice(id, body)],
    [
      'POST',
      /^\/v1\/checkout\/sessions$/,
      ({ body, query }) => withPayment(provider.createSession(body), body, query),
    ],
    [
      'GET',
      /^\/v1\/checkout\/sessions$/,
      ({ query }) =>
        listOf(
          '/v1/checkout/sessions',
          provider.listSessions({ customer: textAt(query, 'customer'), status: textAt(query, 'status') }),
          query,
        ),
    ],
    [
      'GET',
      /^\/v1\/checkout\/sessions\/(\w+)$/,
      ({ id, body, query }) => withPayment(provider.storedSession(id).session, body, query),
    ],
    ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, ({ id }) => provider.expireSession(id)],
    ['GET', /^\/v1\/payment_intents\/(\w+)$/, ({ id }) => intentOf(provider.paymentOf(id), pageUrl())],
    ['POST', /^\/v1\/refunds$/, ({ body }) => provider.createRefund(body)],
    [
      'GET',
      /^\/v1\/refunds$/,
      ({ query }) => {
        const page = listOf('/v1/refunds', provider.refundsOf(textAt(query, 'payment_intent')), query);
        const isExpanded = listAt(query, 'expand').includes('data.payment_intent');
        const expand = { expand: ['payment_intent'] };
        return isExpanded
          ? { ...page, data: page.data.map((refund) => withPayment(refund, {}, expand)) }
          : page;
      },
    ],
    [
      'GET',
      /^\/v1\/refunds\/(\w+)$/,
      ({ id, body, query }) => withPayment(provider.refundOf(id), body, query),
    ],
    [
      'GET',
      /^\/v1\/disputes\/(\w+)$/,
      ({ id, body, query }) => withPayment(provider.disputeOf(id), body, query),
    ],
    [
      'GET',
      /^\/v1\/payouts$/,
      ({ query }) => {
        const [from, to = Infinity] = ['gte', 'lt']
          .map((name) => textAt(query, 'arrival_date', name))
          .map(Number);
        const found = provider.payouts().filter(({ arrival_date: day }) => !(day < from! || day >= to));
        return listOf('/v1/payouts', found, query);
      },
    ],
    [
      'GET',
      /^\/v1\/balance_transactions$/,
      ({ query }) => {
        const all = provider.transactionsOf(textAt(query, 'payout') ?? '');
        const page = listOf('/v1/balance_transactions', all, query);
        if (!listAt(query, 'expand').includes('data.source')) return page;
        return { ...page, data: page.data.map((each) => ({ ...each, source: sourceOf(each.source) })) };
      },
    ],
  ];
}

function intentOf(payment: Payment, pageUrl: string) {
  const hasArrived = payment.status === undefined || payment.status === 'succeeded';
  return {
    id: payment.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_received: hasArrived ? payment.amount : 0,
    currency: payment.currency,
    status: payment.status ?? 'succeeded',
    metadata: payment.metadata,
    description: payment.description,
    customer: payment.customer ?? null,
    created: payment.created,
    livemode: false,
    latest_charge: hasArrived
      ? {
          id: payment.charge,
          object: 'charge',
          amount: payment.amount,
          amount_captured: payment.amount,
          amount_refunded: payment.amount_refunded,
          created: payment.created,
          customer: payment.customer ?? null,
          description: payment.description,
          livemode: false,
          metadata: payment.metadata,
          currency: payment.currency,
          paid: true,
          refunded: payment.amount_refunded === payment.amount,
          receipt_url: `${pageUrl}/receipts/${payment.charge}`,
          payment_method_details: {
            type: 'card',
            card: { brand: 'visa', last4: payment.last4, fingerprint: payment.fingerprint ?? null },
          },
          payment_intent: payment.id,
        }
      : null,
  };
}

/** A page of a list, newest first, with Stripe's parameters `created`, `starting_after` and `limit`. */
function listOf<T extends { id: string; created: number }>(url: string, all: readonly T[], query: FormBody) {
  const bound = (name: string, otherwise: number) => Number(textAt(query, 'created', name) ?? otherwise);
  const [gte, gt] = [bound('gte', 0), bound('gt', -1)];
  const [lte, lt] = [bound('lte', Infinity), bound('lt', Infinity)];
  const found = all
    .toReversed()
    .filter(({ created }) => created >= gte && created > gt && created <= lte && created < lt);
  const after = textAt(query, 'starting_after');
  const at = after === undefined ? -1 : found.findIndex(({ id }) => id === after);
  if (after !== undefined && at < 0)
    throw invalid('starting_after', `No such object: '${after}'`, 'resource_missing');
  const asked = textAt(query, 'limit') ?? '10';
  if (!/^([1-9]\d?|100)$/.test(asked)) throw invalid('limit', 'This value must be between 1 and 100.');
  const rest = found.slice(at + 1);
  const limit = Number(asked);
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url };
}
const answerOf = (error: ProviderError) => ({ status: error.status, body: error.body });
const serverError = () => new ProviderError(500, 'An unknown error occurred', { type: 'api_error' });

function keyConflict(key: string): ProviderError {
  return new ProviderError(
    400,
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
      `Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );
}

function keyInUse(key: string): ProviderError {
  return new ProviderError(
    409,
    `There is currently another in-progress request using this Idempotent Key: '${key}'.`,
    { type: 'idempotency_error', code: 'idempotency_key_in_use' },
  );
}

function isAllowed(authorization: string | undefined, api_key: string): boolean {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  const given = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value;
  const [a, b] = [Buffer.from(given), Buffer.from(api_key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
