import type { LocalDate } from '#domain/time/calendar.ts';

/**
 * The payment provider as the site needs it. Amounts are integer cents, instants are Dates. Calls never throw for what
 * a provider or a network may do: a failure says how certain it is, since holds are released only on certainty
 * (rules.md §5).
 */

/**
 * REFUSED: the provider refused (4xx) or was never reached, so nothing happened there. UNKNOWN: time-out, reset or 5xx,
 * so it may have happened. Retry with the same key, or look it up.
 */
export type PaymentFailure = {
  ok: false;
  outcome: 'REFUSED' | 'UNKNOWN';
  /** The provider's own code ('resource_missing', …), else the network's. */
  code: string;
  /** For the log; never shown to a client. */
  reason: string;
  /**
   * The provider itself refused, and would have known of an earlier attempt with the same key. An unreachable network,
   * a wrong key or a rate limit says nothing about an earlier attempt.
   */
  conclusive: boolean;
  /** The parameter that the provider objects to, by its own name ('customer', 'line_items[0]…'). */
  param?: string | undefined;
};
export type PaymentAnswer<T> = { ok: true; value: T } | PaymentFailure;

/** Up to a hundred rows of a list. Pass `next` as `after` to get the following rows; null after the last. */
export type PaymentPage<T> = { rows: readonly T[]; next: string | null };
/** Filters a list: created in this range (`to` excluded), after this row. */
export type PaymentPeriod = { from: Date; to: Date; after?: string };

/** One line of the payment page. */
export type PaymentLine = {
  name: string;
  /** Time and place as text. Nothing about health (rules.md §7). */
  description: string;
  amount_cents: number;
  /** A product of the provider's own catalogue, if the service names one. */
  product_id: string | null;
};

/** The parameters of a payment page. Requests with the same checkout_id must always have the same values. */
export type SessionRequest = {
  /** Used as idempotency key, client_reference_id and metadata. */
  checkout_id: string;
  customer_id: string;
  /** ISO 4217, lower case. */
  currency: string;
  lines: readonly PaymentLine[];
  /** At least 30 minutes and at most 24 hours ahead. */
  expires_at: Date;
  /** True if it pays for sessions that are booked already: the client returns to the page of payment links. */
  is_balance: boolean;
  /** True if nothing is held: a text next to the button then says what the payment does. */
  pay_first: boolean;
  /** Origin of the site, without a trailing slash. */
  site_url: string;
};

/** A payment page session as the provider reports it. */
export type ProviderSession = {
  id: string;
  /** 'open' can still be paid; 'complete' and 'expired' are final. */
  status: 'open' | 'complete' | 'expired';
  /** Whether `payment_status` is 'paid' or 'no_payment_required'. */
  is_paid: boolean;
  /** 'complete', but the payment failed: with a payment method that takes days, whose bank refused in the end. */
  has_failed: boolean;
  url: string | null;
  /** client_reference_id; null if the session is not one of ours. */
  checkout_id: string | null;
  /** metadata.checkout_id, which only this software sets; null without one. */
  tagged_checkout_id: string | null;
  /** metadata.site, the address of the site that created the session; null for sessions of earlier versions. */
  site: string | null;
  /** The page that the client returns to after the payment. */
  success_url: string | null;
  customer_id: string | null;
  currency: string | null;
  /** Before tax: the only amount that is comparable with ours. */
  subtotal_cents: number | null;
  tax_cents: number | null;
  total_cents: number | null;
  payment_intent_id: string | null;
  receipt_url: string | null;
  /** The provider's fingerprint of the card, the same for every payment with it; null unless read with the payment. */
  card_fingerprint: string | null;
  /** The refunds of the payment, only once all of the money has been refunded; otherwise none. */
  refunds: readonly ProviderRefund[];
};

export type RefundRequest = {
  payment_intent_id: string;
  /** Omitted: the whole remaining amount. */
  amount_cents?: number;
  /** Fixed for one cause, so that repeated requests refund once. */
  idempotency_key: string;
  /**
   * True for a repeat, perhaps days later: providers forget keys after a day, so earlier refunds are looked up first.
   */
  asked_before: boolean;
};

/** The state of a refund. Banks may return one days later, for instance if a card was closed. */
export type ProviderRefund = {
  id: string;
  payment_intent_id: string | null;
  /** From the payment's metadata; null if the payment is not ours. */
  checkout_id: string | null;
  amount_cents: number;
  /** The total of the payment; null if no payment is reported. */
  paid_cents: number | null;
  /** The key it was requested with; null if it is not one of ours. */
  idempotency_key: string | null;
  /** Whether the money was returned to the practice and will not be sent again. */
  has_failed: boolean;
  /** The provider's reason: 'lost_or_stolen_card', … */
  failure_reason: string | null;
};

/** A payment that the client's bank has taken back or may take back. */
export type ProviderDispute = {
  id: string;
  payment_intent_id: string | null;
  /** From the payment's metadata; null if the payment is not ours. */
  checkout_id: string | null;
  amount_cents: number;
  /** The provider's reason: 'fraudulent', 'product_not_received', … */
  reason: string;
  /** 'won', 'lost', … once it is decided; null while it is open. */
  outcome: string | null;
  answer_by: Date | null;
};

/** Money that the provider sends to the practice's bank account. */
export type ProviderPayout = {
  id: string;
  amount_cents: number;
  arrives_on: LocalDate;
  state: 'ON_ITS_WAY' | 'ARRIVED' | 'FAILED';
  /**
   * How many entries of the balance it pays out, and their payments ('' for one that is not known). Null: the provider does
   * not say, since it was asked for by hand, or it is too much.
   */
  contents: { payments: number; refunds: number; others: number; intents: string[] } | null;
};

/** A signed event, reduced to the fields that are used. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** Id of the session, refund or other object that the event is about. */
  object_id: string | null;
  checkout_id: string | null;
};

export type Payments = {
  /** Creates one customer per user; the key is the user's id (rules.md §3). */
  createCustomer(user: {
    user_id: string;
    email: string;
    name: string;
  }): Promise<PaymentAnswer<{ customer_id: string }>>;
  createCheckoutSession(request: SessionRequest): Promise<PaymentAnswer<ProviderSession>>;
  /**
   * Reads a session with its payment and receipt, if any. Lane `PERSON`: a client is waiting, and stored data would do
   * as well.
   */
  retrieveSession(session_id: string, lane?: 'MONEY' | 'PERSON'): Promise<PaymentAnswer<ProviderSession>>;
  /** The session created for a checkout whose answer was lost; null if the provider has none. */
  findSession(checkout_id: string, customer_id: string): Promise<PaymentAnswer<ProviderSession | null>>;
  /** Complete and paid sessions created in this period, without their refunds. */
  listPaidSessions(period: PaymentPeriod): Promise<PaymentAnswer<PaymentPage<ProviderSession>>>;
  /** Refunds created in this period, for every payment of the account. */
  listRefunds(period: PaymentPeriod): Promise<PaymentAnswer<PaymentPage<ProviderRefund>>>;
  /** Expires an open session and returns its state, which may be 'complete' if the client paid just before. */
  expireSession(session_id: string): Promise<PaymentAnswer<ProviderSession>>;
  refund(request: RefundRequest): Promise<PaymentAnswer<{ refund_id: string | null }>>;
  retrieveRefund(refund_id: string): Promise<PaymentAnswer<ProviderRefund>>;
  retrieveDispute(dispute_id: string): Promise<PaymentAnswer<ProviderDispute>>;
  /** The latest payouts that arrive in this period (`to` excluded), at most 40. */
  listPayouts(period: { from: LocalDate; to: LocalDate }): Promise<PaymentAnswer<ProviderPayout[]>>;
  /** null: not signed by one of our secrets, too old, or no event (answer BAD_SIGNATURE). */
  verifyWebhook(body: Buffer, signature: string | undefined, now: Date): PaymentEvent | null;
};

/**
 * Lists products of the request that the provider no longer sells: archived or deleted by hand, or of another account. The
 * failure names the product in its message, or the line.
 */
export function productsGone(failure: PaymentFailure, lines: readonly PaymentLine[]): string[] {
  const { conclusive, code, reason, param } = failure;
  if (!conclusive || param === 'customer') return [];
  const isGone = code === 'product_inactive' || code === 'resource_missing';
  const line = isGone ? /^line_items\[(\d+)\]/.exec(param ?? '')?.[1] : undefined;
  const ids = lines.flatMap(({ product_id }, n) =>
    product_id !== null && (String(n) === line || reason.includes(product_id)) ? [product_id] : [],
  );
  return [...new Set(ids)];
}

/** True if the provider's key may not read this. */
export const isForbidden = ({ code }: PaymentFailure): boolean => code === '403';

/** The code of a request that was not sent, because too many were waiting. */
export const OVER_BUDGET = 'over_budget';

/** True if there are too many requests at the moment, by our own budget or the provider's limit (429); the request itself is fine. */
export const isTooBusy = ({ code }: PaymentFailure): boolean =>
  code === OVER_BUDGET || code === 'rate_limit' || code === '429';

/** True if the provider answered that the session (or customer, …) does not exist. */
export function isMissing(answer: PaymentAnswer<unknown>): boolean {
  return !answer.ok && answer.outcome === 'REFUSED' && answer.code === 'resource_missing';
}
