/**
 * The payment provider as the site needs it. Amounts are integer cents, instants are Dates.
 * Calls never throw for what a provider or a network may do; they answer how sure the failure is,
 * for holds are released only on certainty (rules.md §5).
 */

/**
 * REFUSED: the provider said no (4xx) or was never reached: nothing happened there.
 * UNKNOWN: time-out, reset or 5xx: it may have happened. Ask again with the same key, or look it up.
 */
export type PaymentFailure = {
  ok: false;
  outcome: 'REFUSED' | 'UNKNOWN';
  /** The provider's own code where it gave one ('resource_missing', …), else the network's. */
  code: string;
  /** For the log; never shown to a client. */
  reason: string;
  /**
   * The provider itself refused, and would have known of an earlier try with the same key. A network that
   * cannot be reached, a wrong key or a limit says nothing about an earlier try.
   */
  conclusive: boolean;
  /** The part of the request that the provider objects to, by its own name ('customer', 'line_items[0]…'). */
  param?: string | undefined;
};
export type PaymentAnswer<T> = { ok: true; value: T } | PaymentFailure;

/** Up to a hundred rows of a list; `next` is handed back for the rows after them, null: these were the last. */
export type PaymentPage<T> = { rows: readonly T[]; next: string | null };
/** Which rows of a list: created in this time (`to` excluded), after this one. */
export type PaymentPeriod = { from: Date; to: Date; after?: string };

/** One line of the payment page. */
export type PaymentLine = {
  name: string;
  /** When and where, in words. Nothing about health (rules.md §7). */
  description: string;
  amount_cents: number;
  /** A product of the provider's own catalogue, if the service names one. */
  product_id: string | null;
};

/** What a payment page is made from. The same checkout_id must always come with the same values. */
export type SessionRequest = {
  /** Idempotency key, client_reference_id and metadata. */
  checkout_id: string;
  customer_id: string;
  /** ISO 4217, lower case. */
  currency: string;
  lines: readonly PaymentLine[];
  /** At least 30 minutes and at most 24 hours ahead. */
  expires_at: Date;
  /** Nothing is held: the client is told beside the button what the payment does. */
  pay_first: boolean;
  /** Origin of the site, no slash at the end. */
  site_url: string;
};

/** A payment page session as the provider tells it. */
export type ProviderSession = {
  id: string;
  /** 'open' can still be paid; 'complete' and 'expired' are final. */
  status: 'open' | 'complete' | 'expired';
  /** `payment_status` is 'paid' or 'no_payment_required'. */
  is_paid: boolean;
  /** 'complete', but its payment came to nothing: a way to pay that takes days, and whose bank said no in the end. */
  has_failed: boolean;
  url: string | null;
  /** client_reference_id; null if the session is not one of ours. */
  checkout_id: string | null;
  /** metadata.checkout_id, which only this software sets; null if there is none. */
  tagged_checkout_id: string | null;
  /** metadata.site: the address of the site that made the session; null where an earlier version made it. */
  site: string | null;
  /** Where the page leads after the payment. */
  success_url: string | null;
  customer_id: string | null;
  currency: string | null;
  /** Before tax: the only sum that is comparable with ours. */
  subtotal_cents: number | null;
  tax_cents: number | null;
  total_cents: number | null;
  payment_intent_id: string | null;
  receipt_url: string | null;
  /** The provider's name for the card, the same for every payment with it; null unless it was read with the payment. */
  card_fingerprint: string | null;
  /** Each refund of the payment, told once all of the money has gone back; else none. */
  refunds: readonly ProviderRefund[];
};

export type RefundRequest = {
  payment_intent_id: string;
  /** Left out: all that is left of the payment. */
  amount_cents?: number;
  /** Fixed for one cause: asking twice refunds once. */
  idempotency_key: string;
  /** It was asked before, perhaps days ago: a provider forgets keys after a day, so what it did is looked up first. */
  asked_before: boolean;
};

/** What became of a refund. Banks send one back days later, for instance where a card was closed. */
export type ProviderRefund = {
  id: string;
  payment_intent_id: string | null;
  /** Of the payment's metadata; null: no payment of ours. */
  checkout_id: string | null;
  amount_cents: number;
  /** What the whole payment came to; null: no payment is told. */
  paid_cents: number | null;
  /** The key under which it was asked for; null if it is not one of ours. */
  idempotency_key: string | null;
  /** The money is with the practice again, and will not be sent once more. */
  has_failed: boolean;
  /** The provider's word for why: 'lost_or_stolen_card', … */
  failure_reason: string | null;
};

/** A client's bank takes a payment back, or means to. */
export type ProviderDispute = {
  id: string;
  payment_intent_id: string | null;
  /** Of the payment's metadata; null: no payment of ours. */
  checkout_id: string | null;
  amount_cents: number;
  /** The provider's word for why: 'fraudulent', 'product_not_received', … */
  reason: string;
  /** 'won', 'lost', … once it is decided; null while it is open. */
  outcome: string | null;
  answer_by: Date | null;
};

/** A signed event, reduced to what is acted upon. */
export type PaymentEvent = {
  id: string;
  type: string;
  /** Id of the session, refund or other object that it is about. */
  object_id: string | null;
  checkout_id: string | null;
};

export type Payments = {
  /** One customer per user; the key is the user's id (rules.md §3). */
  createCustomer(user: {
    user_id: string;
    email: string;
    name: string;
  }): Promise<PaymentAnswer<{ customer_id: string }>>;
  createCheckoutSession(request: SessionRequest): Promise<PaymentAnswer<ProviderSession>>;
  /** With payment and receipt, when there are any. `PERSON`: somebody looks, and what is stored would do as well. */
  retrieveSession(session_id: string, lane?: 'MONEY' | 'PERSON'): Promise<PaymentAnswer<ProviderSession>>;
  /** The session made for a checkout, when its answer was lost; null: the provider knows of none. */
  findSession(checkout_id: string, customer_id: string): Promise<PaymentAnswer<ProviderSession | null>>;
  /** Sessions made in this time that are complete and paid, without their refunds. */
  listPaidSessions(period: PaymentPeriod): Promise<PaymentAnswer<PaymentPage<ProviderSession>>>;
  /** Refunds made in this time, of every payment of the account. */
  listRefunds(period: PaymentPeriod): Promise<PaymentAnswer<PaymentPage<ProviderRefund>>>;
  /** Expires an open session and returns its state, which may be 'complete': the client paid just before. */
  expireSession(session_id: string): Promise<PaymentAnswer<ProviderSession>>;
  refund(request: RefundRequest): Promise<PaymentAnswer<{ refund_id: string | null }>>;
  retrieveRefund(refund_id: string): Promise<PaymentAnswer<ProviderRefund>>;
  retrieveDispute(dispute_id: string): Promise<PaymentAnswer<ProviderDispute>>;
  /** null: not signed by one of our secrets, too old, or no event (answer BAD_SIGNATURE). */
  verifyWebhook(body: Buffer, signature: string | undefined, now: Date): PaymentEvent | null;
};

/**
 * Products of the request that the provider does not sell any more: archived or deleted there by hand, or of another
 * account. It names the product in its words, or the line.
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

/** The code of a request that was not sent: too many wait for their turn. */
export const OVER_BUDGET = 'over_budget';

/** Too many requests at the moment, here or by the provider's own count (429): nothing is wrong with this one. */
export const isTooBusy = ({ code }: PaymentFailure): boolean =>
  code === OVER_BUDGET || code === 'rate_limit' || code === '429';

/** The provider has answered that there is no such session (or customer, …). */
export function isMissing(answer: PaymentAnswer<unknown>): boolean {
  return !answer.ok && answer.outcome === 'REFUSED' && answer.code === 'resource_missing';
}
