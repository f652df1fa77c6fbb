import { randomBytes } from 'node:crypto';

/** The objects that the sandbox stores. Names and shapes are Stripe's, as far as the site uses them. */

export type Customer = {
  id: string;
  object: 'customer';
  email: string | null;
  name: string | null;
  address: { postal_code: string } | null;
  metadata: Record<string, string>;
  created: number;
  livemode: false;
};
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };
export type Product = {
  id: string;
  object: 'product';
  name: string;
  description: string | null;
  active: boolean;
  /** Missing in journals of earlier versions. */
  default_price?: string | null;
  metadata: Record<string, string>;
  created: number;
  livemode: false;
};
export type Price = {
  id: string;
  object: 'price';
  product: string;
  currency: string;
  unit_amount: number;
  type: 'one_time';
  active: boolean;
  metadata: Record<string, string>;
  created: number;
  livemode: false;
};
export type OrderLine = { name: string; description: string | null; amount: number; tax: number };
export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'payment';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  customer: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  total_details: { amount_tax: number; amount_discount: number; amount_shipping: number };
  automatic_tax: { enabled: boolean; status: 'requires_location_inputs' | 'complete' | null };
  /** Missing in journals of earlier versions. */
  custom_text?: { submit: { message: string } | null };
  payment_method_types: string[];
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  created: number;
  expires_at: number;
  livemode: false;
};
/** A session with data that Stripe's API does not expose. */
export type StoredSession = {
  session: Session;
  lines: OrderLine[];
  payment_metadata: Record<string, string>;
  payment_description?: string | null;
};
/** The session with its tax, which is computed once an address is known. */
export function withTax({ session, lines }: StoredSession): Session {
  if (!session.automatic_tax.enabled || session.automatic_tax.status === 'complete') return session;
  const amount_tax = lines.reduce((total, line) => total + line.tax, 0);
  return {
    ...session,
    amount_total: session.amount_subtotal + amount_tax,
    total_details: { ...session.total_details, amount_tax },
    automatic_tax: { enabled: true, status: 'complete' },
  };
}
export type Payment = {
  id: string;
  session: string;
  charge: string;
  amount: number;
  amount_refunded: number;
  currency: string;
  last4: string;
  /** Missing in journals of earlier versions, like the next field. */
  customer?: string;
  /** The card's fingerprint, the same for each payment with it. Missing in journals of earlier versions. */
  fingerprint?: string;
  /** Missing means that the money has arrived. */
  status?: 'processing' | 'succeeded' | 'requires_payment_method';
  description: string | null;
  metadata: Record<string, string>;
  created: number;
};
export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason?: string;
  reason: string | null;
  metadata: Record<string, string>;
  created: number;
};
export type Dispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: 'needs_response' | 'won' | 'lost';
  reason: 'fraudulent';
  is_charge_refundable: boolean;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  created: number;
  livemode: false;
};
export type Event = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  livemode: false;
  data: { object: object };
};

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Stripe's format: 'cs_test_…'. */
export function newId(prefix: string, length = 24): string {
  let id = `${prefix}_`;
  for (const byte of randomBytes(length)) id += LETTERS[byte % LETTERS.length];
  return id;
}
