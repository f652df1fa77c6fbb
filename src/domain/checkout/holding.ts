/**
 * Limits on holding times before paying (rules.md §5, "may hold"). No client is refused: a client over a limit pays
 * first, and the payment takes the seats if they are still free.
 */
import type { LocalDate } from '#domain/time/calendar.ts';
import { HOLD_MINUTES } from '#domain/checkout/checkout-states.ts';

type ClientLimits = {
  /** Units of one client: a one-to-one session is 1, a class seat is 1 / capacity. */
  units: number;
  /** Minutes of unpaid holds in 24 hours, counted from the last payment that was not refunded. */
  minutes: number;
};
/** Limits on unpaid holds. `networks`, `day_share` and `class_share` bind new clients only, all of them together. */
export type HoldLimits = {
  new_client: ClientLimits;
  known_client: ClientLimits;
  /** Units held from one network: an IPv4 address or a /64; a /48 may hold `wide`. */
  networks: { network: number; wide: number };
  /** Share of a day's one-to-one minutes that are not paid for. */
  day_share: number;
  /** Share of the seats of one class. */
  class_share: number;
};

export const PAY_FIRST_REASONS = [
  'client-units',
  'client-minutes',
  'network',
  'network-wide',
  'day',
  'class',
] as const;
type PayFirstReason = (typeof PAY_FIRST_REASONS)[number];
export type HoldDecision = 'HOLD' | { pay_first: PayFirstReason };

/** The facts about a cart item that decide whether it may be held. */
type HeldLine = {
  /** Equal for seats of the same class occurrence. */
  occurrence: string;
  is_class: boolean;
  capacity: number;
  date: LocalDate;
  /** From its start to the end of its buffer. */
  minutes: number;
};
export type ClientFacts = { is_known: boolean; client_minutes: number };
/**
 * The unpaid holds of other new clients at this moment. The client's own open checkout is not counted: it ends first.
 */
export type SharedFacts = {
  network_units: number;
  wide_units: number;
  /** `open`: the day's one-to-one minutes that are not paid for. `held`: those of them that new clients hold. */
  days: ReadonlyMap<LocalDate, { open: number; held: number }>;
  /** Unpaid seats of new clients, by occurrence. */
  class_seats: ReadonlyMap<string, number>;
};

/** A checkout counts for at most this long, so that an outage of the payment provider does not use up the day. */
export const LONGEST_COUNTED_MINUTES = HOLD_MINUTES;
/** Sums of 1 / capacity are not exact. */
const EPSILON = 1e-6;

/** Multiplies every limit by `scale` (RATE_LIMIT_SCALE). */
export function scaleLimits(limits: HoldLimits, scale: number): HoldLimits {
  const scaled = ({ units, minutes }: ClientLimits) => ({ units: units * scale, minutes: minutes * scale });
  return {
    new_client: scaled(limits.new_client),
    known_client: scaled(limits.known_client),
    networks: { network: limits.networks.network * scale, wide: limits.networks.wide * scale },
    day_share: limits.day_share * scale,
    class_share: limits.class_share * scale,
  };
}

/** Returns the units of a cart: a one-to-one session is 1, a class seat is 1 / capacity. */
export const unitsOf = (lines: readonly Pick<HeldLine, 'capacity'>[]): number =>
  lines.reduce((units, { capacity }) => units + 1 / capacity, 0);

/** Decides whether the cart may be held: by the client's own holds, and for a new client by all new clients' holds. */
export function holdDecision(
  facts: ClientFacts & SharedFacts,
  lines: readonly HeldLine[],
  limits: HoldLimits,
): HoldDecision {
  const own = ownDecision(facts, lines, limits);
  return own !== 'HOLD' || facts.is_known ? own : sharedDecision(facts, lines, limits);
}

/** Decides by the client's own holds. For a known client this is the whole decision. */
export function ownDecision(
  { is_known, client_minutes }: ClientFacts,
  lines: readonly HeldLine[],
  limits: HoldLimits,
): HoldDecision {
  const own = is_known ? limits.known_client : limits.new_client;
  if (unitsOf(lines) > own.units + EPSILON) return { pay_first: 'client-units' };
  return client_minutes >= own.minutes ? { pay_first: 'client-minutes' } : 'HOLD';
}

/** Decides for a new client by the holds of all new clients together. */
export function sharedDecision(
  facts: SharedFacts,
  lines: readonly HeldLine[],
  limits: HoldLimits,
): HoldDecision {
  const units = unitsOf(lines);
  if (facts.network_units + units > limits.networks.network + EPSILON) return { pay_first: 'network' };
  if (facts.wide_units + units > limits.networks.wide + EPSILON) return { pay_first: 'network-wide' };
  for (const line of lines) {
    if (!line.is_class) continue;
    const seats = facts.class_seats.get(line.occurrence) ?? 0;
    if (seats + 1 > seatsToHold(line.capacity, limits)) return { pay_first: 'class' };
  }
  const onDays = Map.groupBy(
    lines.filter(({ is_class }) => !is_class),
    ({ date }) => date,
  );
  for (const [date, sessions] of onDays) {
    const { open, held } = facts.days.get(date) ?? { open: 0, held: 0 };
    // On a short day one session may be more than the share: the first hold of a day always passes.
    if (held === 0 && sessions.length === 1) continue;
    const minutes = sessions.reduce((sum, session) => sum + session.minutes, 0);
    if (held + minutes > open * limits.day_share + EPSILON) return { pay_first: 'day' };
  }
  return 'HOLD';
}

/** Returns how many seats of one class all new clients together may hold unpaid; at least 1. */
export function seatsToHold(capacity: number, limits: HoldLimits): number {
  return Math.max(1, Math.floor(capacity * limits.class_share + EPSILON));
}
