import Stripe from 'stripe';
import type {
  PaymentLine,
  PaymentPeriod,
  Payments,
  ProviderSession,
  RefundRequest,
  SessionRequest,
} from './payments.ts';
import { paymentOf, toRefund, toSession } from './stripe-answers.ts';
import { listPayouts } from './stripe-payouts.ts';
import { answer, clientOf, type StripeAccount } from './stripe-client.ts';
import { verifyEvent } from './stripe-webhooks.ts';

type StripeOptions = StripeAccount & {
  /** The current webhook secret, then the previous one while both are valid. */
  webhook_secrets: readonly string[];
  /** Whether Stripe computes tax; only where the account has it set up. The sandbox always has. */
  automatic_tax: boolean;
};

/** Stripe's limits in characters for the text next to the button and for a payment's description. */
const MESSAGE_LIMIT = 1200;
const DESCRIPTION_LIMIT = 1000;
const PAY_FIRST_TEXT =
  'Your time is booked when your payment arrives. If somebody else books it first, you get everything back at once.';
/** Final states of a dispute. */
const DECIDED = new Set<string>(['won', 'lost', 'warning_closed', 'prevented']);
/** Payments through Stripe's SDK, at Stripe or at the sandbox provider. */
export function stripePayments(options: StripeOptions): Payments {
  // One client per lane (request-budget.ts), so that refunds and expiries do not wait behind new payment pages.
  const stripe = clientOf(options, 'MONEY');
  const forPerson = clientOf(options, 'PERSON');
  const forList = clientOf(options, 'LIST');

  return {
    createCustomer: async (user) => {
      const made = await answer(() => createCustomer(forPerson, user));
      if (made.ok || made.code !== 'idempotency_error') return made;
      // The customer was created before under another name or address, and that answer was lost or late.
      const found = await answer(() => findCustomer(forPerson, user.user_id));
      return found.ok && found.value ? { ok: true, value: { customer_id: found.value } } : made;
    },

    createCheckoutSession: async (request) =>
      answer(async () => {
        const session = await forPerson.checkout.sessions.create(
          sessionParams(request, options.automatic_tax),
          {
            idempotencyKey: `checkout-${request.checkout_id}`,
          },
        );
        return toSession(session);
      }),

    retrieveSession: async (session_id, lane) =>
      answer(() => retrieve(lane === 'PERSON' ? forPerson : stripe, session_id)),

    findSession: async (checkout_id, customer_id) =>
      answer(async () => {
        const { data } = await stripe.checkout.sessions.list({ customer: customer_id, limit: 100 });
        const found = data.find((session) => session.client_reference_id === checkout_id);
        return found ? toSession(found) : null;
      }),

    listPaidSessions: async (period) =>
      answer(async () => {
        const page = await forList.checkout.sessions.list({ ...listParams(period), status: 'complete' });
        return {
          rows: page.data.map((session) => toSession(session)).filter(({ is_paid }) => is_paid),
          next: nextOf(page),
        };
      }),

    listRefunds: async (period) =>
      answer(async () => {
        const page = await forList.refunds.list({ ...listParams(period), expand: ['data.payment_intent'] });
        return {
          rows: page.data.map((refund) => toRefund(refund, refund.payment_intent)),
          next: nextOf(page),
        };
      }),

    expireSession: async (session_id) =>
      answer(async () => {
        try {
          return toSession(await stripe.checkout.sessions.expire(session_id));
        } catch (error) {
          // "Only Checkout Sessions with a status in ["open"] can be expired": read its current state instead.
          if (!isSettledAlready(error)) throw error;
          return retrieve(stripe, session_id);
        }
      }),

    refund: async (request) => {
      if (request.asked_before) {
        // With a forgotten idempotency key, a partial refund would be made a second time.
        const done = await answer(() => findRefund(stripe, request));
        if (!done.ok) return done;
        if (done.value) return { ok: true, value: { refund_id: done.value } };
      }
      const asked = await answer(() => createRefund(stripe, request));
      if (asked.ok || asked.outcome === 'REFUSED') return asked;
      // Stripe may keep returning an error under a key whose work it did, so look the refund up.
      const found = await answer(() => findRefund(stripe, request));
      return found.ok && found.value ? { ok: true, value: { refund_id: found.value } } : asked;
    },

    retrieveRefund: async (refund_id) =>
      answer(async () => {
        const refund = await stripe.refunds.retrieve(refund_id, { expand: ['payment_intent'] });
        return toRefund(refund, refund.payment_intent);
      }),

    retrieveDispute: async (dispute_id) =>
      answer(async () => {
        const dispute = await stripe.disputes.retrieve(dispute_id, { expand: ['payment_intent'] });
        const { due_by } = dispute.evidence_details;
        return {
          id: dispute.id,
          ...paymentOf(dispute.payment_intent),
          amount_cents: dispute.amount,
          reason: dispute.reason,
          outcome: DECIDED.has(dispute.status) ? dispute.status : null,
          answer_by: due_by === null ? null : new Date(due_by * 1000),
        };
      }),

    listPayouts: async (period) => answer(() => listPayouts(forList, period)),

    verifyWebhook: (body, signature, now) =>
      verifyEvent(stripe, options.webhook_secrets, body, signature, now),
  };
}

const PAGE_SIZE = 100;

function listParams({ from, to, after }: PaymentPeriod) {
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
  return {
    created: { gte: seconds(from), lt: seconds(to) },
    limit: PAGE_SIZE,
    ...(after === undefined ? {} : { starting_after: after }),
  };
}

const nextOf = ({ data, has_more }: { data: readonly { id: string }[]; has_more: boolean }): string | null =>
  has_more ? (data.at(-1)?.id ?? null) : null;

async function createCustomer(
  stripe: Stripe,
  { user_id, email, name }: { user_id: string; email: string; name: string },
): Promise<{ customer_id: string }> {
  let idempotencyKey = `customer-${user_id}`;
  for (;;) {
    const customer = await stripe.customers.create(
      { ...(email ? { email } : {}), ...(name ? { name } : {}), metadata: { user_id } },
      { idempotencyKey },
    );
    // Stripe replays the answer of a key for a day, even if the customer was deleted at the dashboard since.
    const isReplayed = customer.lastResponse.headers['idempotent-replayed'] === 'true';
    if (!isReplayed || !(await isDeleted(stripe, customer.id))) return { customer_id: customer.id };
    idempotencyKey = `customer-${user_id}-after-${customer.id}`;
  }
}

async function isDeleted(stripe: Stripe, customer_id: string): Promise<boolean> {
  return (await stripe.customers.retrieve(customer_id)).deleted === true;
}

async function findCustomer(stripe: Stripe, user_id: string): Promise<string | null> {
  const query = `metadata['user_id']:'${user_id}'`;
  const { data } = await stripe.customers.search({ query, limit: 1 });
  return data[0]?.id ?? null;
}

function sessionParams(request: SessionRequest, automaticTax: boolean): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    customer: request.customer_id,
    client_reference_id: request.checkout_id,
    // One Stripe account may serve several sites; each recognizes its payments by its address.
    metadata: { checkout_id: request.checkout_id, site: request.site_url },
    // The description also appears in the receipt and next to the payment in the dashboard.
    payment_intent_data: {
      metadata: { checkout_id: request.checkout_id },
      description: inOneText(request.lines, DESCRIPTION_LIMIT),
    },
    ...submitText(request),
    allowed_payment_method_types: ['card'],
    // Tax needs an address; for an existing customer Stripe saves the one that is typed only on request.
    ...(automaticTax ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } : {}),
    expires_at: Math.floor(request.expires_at.getTime() / 1000),
    ...returnUrls(request),
    line_items: request.lines.map((line) => ({
      quantity: 1,
      price_data: {
        currency: request.currency,
        unit_amount: line.amount_cents,
        tax_behavior: 'exclusive',
        ...(line.product_id
          ? { product: line.product_id }
          : { product_data: { name: line.name, description: line.description } }),
      },
    })),
  };
}

/** Where the client returns to. Not built with URL, which would encode the braces of Stripe's placeholder. */
function returnUrls({ is_balance, site_url }: SessionRequest) {
  // The page of payment links needs no session, because anybody who has the link may pay.
  if (is_balance)
    return { success_url: `${site_url}/visit/thanks`, cancel_url: `${site_url}/visit/cancelled` };
  const returnTo = (page: string) => `${site_url}/checkout/${page}?session_id={CHECKOUT_SESSION_ID}`;
  return { success_url: returnTo('success'), cancel_url: returnTo('cancel') };
}

/** The text next to the button. */
function submitText({
  lines,
  pay_first,
}: SessionRequest): Pick<Stripe.Checkout.SessionCreateParams, 'custom_text'> {
  const texts = pay_first ? [PAY_FIRST_TEXT] : [];
  // A product of the catalogue shows its own name and description in its line, so time and place go here.
  if (lines.some(({ product_id }) => product_id !== null))
    texts.push(inOneText(lines, MESSAGE_LIMIT - (pay_first ? PAY_FIRST_TEXT.length + 1 : 0)));
  return texts.length === 0 ? {} : { custom_text: { submit: { message: texts.join(' ') } } };
}

/** Lists every session with its time, up to the length limit: 'Vinyasa: Tuesday, March 3, 2026, 9:00 AM …'. */
function inOneText(lines: readonly PaymentLine[], limit: number): string {
  const sessions = lines.map(({ name, description }) => `${name}: ${description}`);
  for (let shown = sessions.length; shown > 0; shown--) {
    const rest = sessions.length - shown;
    const text = [...sessions.slice(0, shown), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
    if (text.length <= limit) return text;
  }
  return sessions.join('; ').slice(0, limit);
}

async function retrieve(stripe: Stripe, session_id: string): Promise<ProviderSession> {
  const session = await stripe.checkout.sessions.retrieve(session_id, {
    expand: ['payment_intent.latest_charge'],
  });
  const intent = session.payment_intent;
  const charge = typeof intent === 'object' ? intent?.latest_charge : null;
  // A separate request: few sessions need it, and expanding it would slow down all of them.
  if (!intent || typeof intent !== 'object' || typeof charge !== 'object' || !charge?.refunded)
    return toSession(session);
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 });
  return toSession(
    session,
    data.map((refund) => toRefund(refund, intent)),
  );
}

async function createRefund(
  stripe: Stripe,
  { payment_intent_id, amount_cents, idempotency_key }: RefundRequest,
): Promise<{ refund_id: string | null }> {
  const amount = amount_cents === undefined ? {} : { amount: amount_cents };
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: payment_intent_id, ...amount, metadata: { cause: idempotency_key } },
      { idempotencyKey: idempotency_key },
    );
    return { refund_id: refund.id };
  } catch (error) {
    // The refund was made before, and Stripe has forgotten its key since.
    if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded') {
      return { refund_id: null };
    }
    throw error;
  }
}

async function findRefund(stripe: Stripe, request: RefundRequest): Promise<string | null> {
  const { data } = await stripe.refunds.list({ payment_intent: request.payment_intent_id, limit: 100 });
  return data.find((refund) => refund.metadata?.['cause'] === request.idempotency_key)?.id ?? null;
}

function isSettledAlready(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.statusCode === 400 &&
    error.code !== 'resource_missing'
  );
}
