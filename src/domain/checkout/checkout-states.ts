/** The states of a checkout (one trip to the payment page) and their transitions, as a table (rules.md §5). */

export const CHECKOUT_STATES = [
  'OFFERED',
  'CREATED',
  'OPEN',
  'EXPIRED',
  'CANCELLED',
  'PAID',
  'CONFIRMED',
  'REFUND_DUE',
  'REFUNDED',
] as const;
export type CheckoutState = (typeof CHECKOUT_STATES)[number];
/** What is paid: a cart, what is left of visits, a time that was offered to a client in line. */
export type CheckoutKind = 'CART' | 'BALANCE' | 'WAITLIST';
/** The payment has arrived. */
export const PAID_STATES: readonly CheckoutState[] = ['PAID', 'CONFIRMED', 'REFUND_DUE', 'REFUNDED'];
/** What GET /auth/checkout-status answers about a checkout. */
export const CHECKOUT_VIEWS = ['PROCESSING', 'PAID', 'REFUNDED', 'EXPIRED', 'CANCELLED'] as const;
type CheckoutView = (typeof CHECKOUT_VIEWS)[number];

/** The provider's session expires this long after its creation (the provider's minimum is 30). */
export const SESSION_MINUTES = 35;
/** The hold lasts 5 minutes longer than the session. */
export const HOLD_MINUTES = SESSION_MINUTES + 5;

/** EXPIRED and CANCELLED may still become PAID: money can arrive late. */
const MOVES: Readonly<Record<CheckoutState, readonly CheckoutState[]>> = {
  // Offered to a client in line (rules.md §10): no payment page can exist before they take it.
  OFFERED: ['CREATED', 'EXPIRED', 'CANCELLED'],
  CREATED: ['OPEN', 'CANCELLED', 'PAID'],
  OPEN: ['EXPIRED', 'CANCELLED', 'PAID'],
  EXPIRED: ['PAID'],
  CANCELLED: ['PAID'],
  PAID: ['CONFIRMED', 'REFUND_DUE'],
  CONFIRMED: [],
  REFUND_DUE: ['REFUNDED'],
  REFUNDED: [],
};

const VIEWS: Readonly<Record<CheckoutState, CheckoutView>> = {
  OFFERED: 'PROCESSING',
  CREATED: 'PROCESSING',
  OPEN: 'PROCESSING',
  PAID: 'PROCESSING',
  CONFIRMED: 'PAID',
  REFUND_DUE: 'REFUNDED',
  REFUNDED: 'REFUNDED',
  EXPIRED: 'EXPIRED',
  CANCELLED: 'CANCELLED',
};

/** Returns the states that may move to `to`, for the WHERE of the transition. */
export function statesBefore(to: CheckoutState): CheckoutState[] {
  return CHECKOUT_STATES.filter((from) => MOVES[from].includes(to));
}

/** Maps a state to the status that the client sees (rules.md §5). */
export function checkoutView(state: CheckoutState): CheckoutView {
  return VIEWS[state];
}

/** True if no transition leads out of the state. */
export function isSettled(state: CheckoutState): boolean {
  return MOVES[state].length === 0;
}

/** The sweeper checks an open checkout this often, in case its event never arrives. */
const CHECK_EVERY_MS = 60_000;
/** Milliseconds after its expiry at which a session is checked. */
const EXPIRY_SLACK_MS = 2000;

/** Returns when the sweeper checks an open checkout next: every minute, and just after its page expires. */
export function nextCheck(session_expires_at: Date, now: Date): Date {
  const expiry = session_expires_at.getTime() + EXPIRY_SLACK_MS;
  const soon = now.getTime() + CHECK_EVERY_MS;
  return new Date(expiry > now.getTime() ? Math.min(soon, expiry) : soon);
}
