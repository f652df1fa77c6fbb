import { isCompleteAddress, type LooseAddress } from '#domain/people/address.ts';
import type { Rule } from '#domain/slots/availability.ts';
import { isLocalDate } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf } from '#domain/time/zone.ts';
import { cartOverlap } from '#domain/checkout/conflicts.ts';
import { inDollars, priceFor } from '#domain/money/money.ts';
import { findSlot } from '#domain/slots/slots.ts';
import type { CartTime, SlotFacts } from '#domain/slots/slot-facts.ts';
import type { CheckoutItem, Conflict } from '#contract/checkout.schemas.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { linesOverLimit } from '../seats/day-limits.ts';
import type { OfferedService, PracticeFacts } from '../seats/practice-facts.ts';
import { sessionLine } from '../seats/session-line.ts';
import { factsForClient } from '../slots/client-facts.ts';
import { type CheckoutLine, conflictOf } from '#domain/checkout/checkout-line.ts';

type CartToValidate = {
  items: readonly CheckoutItem[];
  /** Cents. */
  total_amount: number;
  user: Parameters<typeof factsForClient>[1] & { address: unknown };
  now: Date;
  zone: string;
};
type Known = { item: CheckoutItem; service: OfferedService; rule: Rule; slotFacts: SlotFacts };

const NO_LONGER_AVAILABLE =
  'This time can no longer be booked. We will remove it from your cart so you can select another time.';

/**
 * Validates a cart before anything is held, with the same slot engine as the listing (rules.md §5): whether the services
 * are sold here, the client may book them, the items do not overlap, the prices are right and each slot is free. Returns
 * the lines of the checkout, or a refusal by the first broken rule with the items that break it.
 */
export function validateCart(facts: PracticeFacts, cart: CartToValidate): CheckoutLine[] | Refusal {
  const { services } = facts.catalogue;
  const gone = cart.items.filter((item) => !services.get(item.service_id)?.bookable_online);
  if (gone.length > 0)
    return refuse('SERVICE_NOT_FOUND', { details: { conflicts: gone.map((item) => conflictWith(item)) } });
  const known: Known[] = [];
  let refused: Refusal | null = null;
  const barred: Conflict[] = [];
  for (const item of cart.items) {
    const service = services.get(item.service_id)!;
    if (service.format === 'PRODUCT' || service.is_subscription || item.is_subscription)
      return refuse('NOT_SOLD_HERE');
    const rule = facts.catalogue.rules.get(service.id)?.find(({ id }) => id === item.schedule_id);
    if (!rule) return taken([conflictWith(item, service)], NO_LONGER_AVAILABLE);
    const about = {
      service_id: service.id,
      location_types: [rule.location_type],
      now: cart.now,
      zone: cart.zone,
    };
    const slotFacts = factsForClient(facts, cart.user, about);
    if (slotFacts instanceof Refusal) {
      refused ??= slotFacts;
      barred.push(conflictWith(item, service));
    } else known.push({ item, service, rule, slotFacts });
  }
  if (refused) return refuse(refused.code, { message: refused.message, details: { conflicts: barred } });
  return (
    addressRefusal(known, cart) ??
    overlapRefusal(known, cart.zone) ??
    priceRefusal(known, cart.total_amount) ??
    linesOf(known, facts, cart)
  );
}

function addressRefusal(known: readonly Known[], { user }: CartToValidate): Refusal | null {
  const atHome = known.some(({ rule }) => rule.location_type === 'HOUSE_CALL');
  if (!atHome) return null;
  return isCompleteAddress(user.address as LooseAddress | null) ? null : refuse('ADDRESS_NEEDED');
}

/** Two sessions that cannot both be held: neither may begin before the other's buffer has passed. */
function overlapRefusal(known: readonly Known[], zone: string): Refusal | null {
  const sessions = known.flatMap(({ item, service }) => {
    const session = sessionOf(item, service, zone);
    return session ? [{ ...session, conflict: conflictWith(item, service) }] : [];
  });
  const pair = cartOverlap(sessions);
  return pair && refuse('CART_OVERLAP', { details: { conflicts: pair.map(({ conflict }) => conflict) } });
}

function sessionOf(item: CheckoutItem, service: OfferedService, zone: string): CartTime | null {
  const start = parseTime(item.start_time);
  const start_time =
    start === null || !isLocalDate(item.selectedDate) ? null : instantOf(item.selectedDate, start, zone);
  if (!start_time) return null;
  const end_time = new Date(start_time.getTime() + service.duration * 60_000);
  return { start_time, end_time, blocked_until: new Date(end_time.getTime() + service.buffer_time * 60_000) };
}

function priceRefusal(known: readonly Known[], total_amount: number): Refusal | null {
  const conflicts: Conflict[] = [];
  let total = 0;
  for (const { item, service } of known) {
    const price = priceFor(inDollars(service), item.selected_price);
    total += item.selected_price;
    if (!price.ok) {
      const { expected_cents: expected_price, selected_cents: selected_price } = price;
      conflicts.push({ ...conflictWith(item, service), selected_price, expected_price });
    }
  }
  if (conflicts.length === 0 && total === total_amount) return null;
  return refuse('PRICE_CHANGED', { details: { conflicts } });
}

function linesOf(
  known: readonly Known[],
  facts: PracticeFacts,
  cart: CartToValidate,
): CheckoutLine[] | Refusal {
  const lines: CheckoutLine[] = [];
  const lost: Conflict[] = [];
  let wasTaken = false;
  for (const { item, service, rule, slotFacts } of known) {
    const { schedule_id, selectedDate: date, start_time: start, end_time: end } = item;
    const answer = findSlot(slotFacts, { schedule_id, date, start, end });
    if (answer.ok) {
      const { selected_price: price_cents } = item;
      const { address } = cart.user;
      const place = rule.location_type;
      lines.push(sessionLine({ service, place, slot: answer.slot, date, price_cents, address }));
      continue;
    }
    if (answer.reason === 'ALREADY_BOOKED') {
      return refuse('ALREADY_BOOKED', { details: { conflicts: [conflictWith(item, service)] } });
    }
    wasTaken ||= answer.reason === 'FULL' || answer.reason === 'BUFFER';
    lost.push(conflictWith(item, service));
  }
  if (lost.length === 0) lost.push(...linesOverLimit(facts, lines).map(conflictOf));
  if (lost.length === 0) return lines;
  return wasTaken ? taken(lost) : taken(lost, NO_LONGER_AVAILABLE);
}

const taken = (conflicts: Conflict[], message?: string) =>
  refuse('SLOT_TAKEN', { ...(message === undefined ? {} : { message }), details: { conflicts } });

/** Without `service`, which is then retired, only the browser's cart has its name. */
function conflictWith(item: CheckoutItem, service?: OfferedService): Conflict {
  return {
    service_id: item.service_id,
    schedule_id: item.schedule_id,
    selectedDate: item.selectedDate,
    start_time: item.start_time,
    service_name: service?.name ?? '',
  };
}
