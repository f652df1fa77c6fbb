import { createHash } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { privatePractice } from '#content/private/practice.ts';
import { practice } from '#content/public/practice.ts';
import { OPEN_PLACES, otherAudience } from '#domain/slots/access.ts';
import { bookableWindow } from '#domain/slots/availability.ts';
import { addDays, isLocalDate } from '#domain/time/calendar.ts';
import { type HoldDecision, scaleLimits } from '#domain/checkout/holding.ts';
import { openMinutes } from '#domain/slots/open-minutes.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import type { CheckoutItem } from '#contract/checkout.schemas.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { keyedHash } from '../runtime/keyed-hash.ts';
import type { Deps, PaymentDeps } from '../deps.ts';
import { networkOf } from '../runtime/network.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { openRulesOf, type PracticeFacts, type Dates, readPracticeFacts } from '../seats/practice-facts.ts';
import { type CheckoutLine, conflictOf } from '#domain/checkout/checkout-line.ts';
import { type CheckoutFacts, checkoutFacts, type HoldTerms, readCheckoutFacts } from '../seats/hold-facts.ts';
import { type HoldAnswer, holdSeats, type NewCheckout } from '../seats/hold-seats.ts';
import { validateCart } from './validate-cart.ts';
import { createdRow, ensureCustomer, newCheckout, openPaymentPage } from './open-payment-page.ts';
import { MAX_ROUNDS, resumeCheckout } from './resume-checkout.ts';
import { selectCustomer, selectOpenCheckout } from './store.ts';

type Cart = { items: readonly CheckoutItem[]; total_amount: number };
/** Counts one more attempt of this client; false if it exceeds the limit. */
type Allowance = () => Promise<boolean>;
type CheckoutDeps = PaymentDeps & Pick<Deps, 'metrics' | 'security'>;
type Buyer = {
  user: UserRow;
  /** IP address of the caller: new clients of one network share a limit on holds. */
  ip: string;
  /** The facts that were read together with the session. */
  facts: CheckoutFacts | null;
};

/**
 * Turns a cart into the address of its payment page (rules.md §5): validates it with the slot engine, holds all seats or
 * none (nothing if the client has to pay first), then opens the page. A client has one open checkout of a cart: the same cart gets
 * the same page, another cart ends the old checkout first.
 */
export async function createCheckout(
  deps: CheckoutDeps,
  buyer: Buyer,
  cart: Cart,
  { isAllowed, slotGate }: { isAllowed: Allowance; slotGate: SlotGate },
  now: Date,
): Promise<{ url: string } | Refusal> {
  let { user, facts } = buyer;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const allowance = round === 0 ? isAllowed : () => Promise.resolve(true);
    const known = facts;
    facts = null;
    const tried = await slotGate.run(slotKeyOf(cart), (hasWaited) =>
      validateAndHold(deps, { user, ip: buyer.ip, facts: hasWaited ? null : known }, cart, allowance, now),
    );
    if (tried instanceof Refusal) return tried;
    const { checkout, hold } = tried;
    if (hold.ok) {
      recordDecision(deps, buyer, hold.decision);
      const row = createdRow(checkout, { kind: 'CART', holds: hold.decision === 'HOLD' }, now);
      const page = await openPaymentPage(deps, row, true, now);
      if (page !== 'AGAIN') return page;
      user = { ...user, stripe_id: await selectCustomer(deps.db, user.id) };
      continue;
    }
    // Another tab has just booked this class: validate again, so that the answer names it.
    if (hold.reason === 'ALREADY_BOOKED') continue;

    // The client's own open checkout may be the reason.
    const open = await selectOpenCheckout(deps.db, user.id, 'CART');
    if (open) {
      const answer = await resumeCheckout(deps, open, checkout.cart_hash, now);
      if (answer !== 'AGAIN') return answer;
      user = { ...user, stripe_id: await selectCustomer(deps.db, user.id) };
    } else if (hold.reason === 'SLOT_TAKEN') {
      return refuse('SLOT_TAKEN', { details: { conflicts: hold.lost.map(conflictOf) } });
    }
  }
  return refuse('PAYMENT_PROVIDER');
}

/** Returns the key of the slot gate. The first item is enough, because the gate only reduces load. */
export const slotKeyOf = ({ items: [first] }: Cart): string =>
  `${first?.schedule_id} ${first?.selectedDate} ${first?.start_time}`;

/** Returns the SQL expression of the facts for createCheckout, to be read together with the session. */
export const factsOfCart = (cart: Cart, now: Date): RawBuilder<CheckoutFacts> =>
  checkoutFacts(datesOf(cart, now), now);

async function validateAndHold(
  deps: CheckoutDeps,
  { user, ip, facts: known }: Buyer,
  cart: Cart,
  isAllowed: Allowance,
  now: Date,
): Promise<{ checkout: NewCheckout; hold: HoldAnswer } | Refusal> {
  const dates = datesOf(cart, now);
  const read = known ?? (await readCheckoutFacts(deps.db, user.id, dates, now));
  if (read === null) return refuse('NO_RECORD');
  const facts = await readPracticeFacts(deps.db, { user_id: user.id, ...dates }, read.practice);
  const lines = validateCart(facts, { ...cart, user, now, zone: practice.zone });
  if (lines instanceof Refusal) return lines;
  if (!(await isAllowed())) return refuse('LimitExceededException');
  // The payment provider may have been down when the record was created.
  const customer_id = await ensureCustomer(deps, user);
  if (customer_id instanceof Refusal) return customer_id;
  const checkout = newCheckout(user, { customer_id, lines, cart_hash: cartHash(lines) }, now);
  if (checkout instanceof Refusal) return checkout;
  const other_audience = otherAudience(user.marked_known || facts.had_visit);
  const terms = { ...read.client, other_audience, ...sharedTerms(deps, facts, ip) };
  return { checkout, hold: await holdSeats(deps.db, checkout, terms, now) };
}

/** The limits that all new clients share. House-call rules do not count: an approved client is a known client. */
function sharedTerms(
  { config }: Pick<Deps, 'config'>,
  { catalogue }: PracticeFacts,
  ip: string,
): Omit<HoldTerms, 'is_known' | 'client_minutes' | 'other_audience'> {
  const { zone } = practice;
  const { network, wide } = networkOf(ip);
  const hashOf = (address: string) => keyedHash(config.app_secret, 'network', address).toString('hex');
  return {
    limits: scaleLimits(privatePractice.hold_limits, config.RATE_LIMIT_SCALE),
    network: hashOf(network),
    network_wide: hashOf(wide),
    spanOf: (date) => ({
      start: startOfDay(date, zone).getTime(),
      end: startOfDay(addDays(date, 1), zone).getTime(),
    }),
    openMinutes: (date, paid) =>
      openMinutes({
        rules: openRulesOf(catalogue, OPEN_PLACES),
        classes: catalogue.classes,
        closures: catalogue.closures,
        busy: [...paid, ...catalogue.busy_elsewhere],
        date,
        zone,
      }),
    limited: catalogue.limits && catalogue,
  };
}

function recordDecision(
  { metrics, security }: CheckoutDeps,
  { user, ip }: Buyer,
  decision: HoldDecision,
): void {
  if (decision === 'HOLD') {
    metrics.checkouts.inc({ mode: 'hold', reason: 'none' });
    return;
  }
  const reason = decision.pay_first;
  metrics.checkouts.inc({ mode: 'pay_first', reason });
  security.record('checkout.pay-first', { account: user.id, ip, reason });
}

/** Returns the range of the cart's dates, within the bookable window. */
function datesOf(cart: Cart, now: Date): Dates {
  const today = localDateOf(now, practice.zone);
  const { latest } = bookableWindow([], today);
  const dates = cart.items
    .map(({ selectedDate }) => selectedDate)
    .filter((date) => date >= today && date <= latest);
  const sorted = dates.filter(isLocalDate).sort();
  return { from: sorted[0] ?? today, to: sorted.at(-1) ?? today };
}

/** Equal carts have equal hashes: services, times, places and prices, whatever the order of the items. */
function cartHash(lines: readonly CheckoutLine[]): string {
  const parts = lines.map((line) =>
    JSON.stringify([line.service_id, line.rule_id, line.start_time, line.price_cents, line.visit_address]),
  );
  return createHash('sha256').update(parts.sort().join('\n')).digest('hex');
}

export type SlotGate = {
  /**
   * Runs the work. If other work with the same key is running, waits for it first; `hasWaited` then says that facts which
   * were read before may be outdated.
   */
  run<T>(key: string, work: (hasWaited: boolean) => Promise<T>): Promise<T>;
  /**
   * Announces a request for this key. True if another one is ahead: this one will probably wait, so facts that it reads
   * now would be read in vain.
   */
  isContested(key: string): boolean;
};

/**
 * Creates a thundering-herd guard for this process. In a rush on one slot, every loser would occupy a database
 * connection while it waits for the winner's lock, until no connection is left. With the gate the first one goes ahead,
 * and the others find out with one cheap read that the slot is gone. The gate only reduces load: the others then run all
 * at once, no one waits longer than `timeout_ms`, and the database decides.
 */
export function createSlotGate(timeout_ms: number): SlotGate {
  const first = new Map<string, Promise<unknown>>();
  const announced = new Set<string>();
  return {
    async run(key, work) {
      const ahead = first.get(key);
      if (ahead !== undefined) {
        await waitAtMost(ahead, timeout_ms);
        return await work(true);
      }
      const done = work(false);
      first.set(
        key,
        done.catch(() => undefined),
      );
      try {
        return await done;
      } finally {
        first.delete(key);
        announced.delete(key);
      }
    },
    isContested(key) {
      if (first.has(key) || announced.has(key)) return true;
      announced.add(key);
      // An announced request may be refused before it gets here.
      setTimeout(() => announced.delete(key), timeout_ms).unref();
      return false;
    },
  };
}

function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
