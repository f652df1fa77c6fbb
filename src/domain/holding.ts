/**
 * Who may hold times before paying (rules.md §5, "may hold"). Nobody is refused: a client over a limit pays first, and
 * the payment takes the seats if they are still free.
 */
import type { LocalDate } from '#domain/calendar.ts';
import { HOLD_MINUTES } from '#domain/checkout-states.ts';

type ClientLimits = {
  /** Units of one client: a one-to-one session is 1, a class seat is 1 / capacity. */
  units: number;
  /** Minutes of unpaid holding in 24 hours since the last payment that was kept. */
  minutes: number;
};
/** Limits on unpaid holds. `networks`, `day_share` and `class_share` bind new clients only, all of them together. */
export type HoldLimits = {
  new_client: ClientLimits;
  known_client: ClientLimits;
  /** Units held from one network: an IPv4 address or a /64; a /48 may hold `wide`. */
  networks: { network: number; wide: number };
  /** Share of a day's one-to-one minutes that nobody has paid for. */
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

/** A session of a cart, as far as holding it is concerned. */
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
/** What other new clients hold unpaid at this moment. The client's own open checkout is left out: it is ended first. */
export type SharedFacts = {
  network_units: number;
  wide_units: number;
  /** `open`: one-to-one minutes of the day that nobody has paid for; `held`: those of them that new clients hold. */
  days: ReadonlyMap<LocalDate, { open: number; held: number }>;
  /** Unpaid seats of new clients, by occurrence. */
  class_seats: ReadonlyMap<string, number>;
};

/** A checkout counts at most this long, so that an outage of the payment provider does not use up the day. */
export const LONGEST_COUNTED_MINUTES = HOLD_MINUTES;
/** Sums of 1 / capacity are not exact. */
const EPSILON = 1e-6;

/** The same policy for larger or smaller numbers (RATE_LIMIT_SCALE). */
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

export const unitsOf = (lines: readonly Pick<HeldLine, 'capacity'>[]): number =>
  lines.reduce((units, { capacity }) => units + 1 / capacity, 0);

/** Whether the cart may be held: first by what the client holds, then by what all new clients hold together. */
export function holdDecision(
  facts: ClientFacts & SharedFacts,
  lines: readonly HeldLine[],
  limits: HoldLimits,
): HoldDecision {
  const own = ownDecision(facts, lines, limits);
  return own !== 'HOLD' || facts.is_known ? own : sharedDecision(facts, lines, limits);
}

/** By the client's own holding alone; for a known client this is the whole decision. */
export function ownDecision(
  { is_known, client_minutes }: ClientFacts,
  lines: readonly HeldLine[],
  limits: HoldLimits,
): HoldDecision {
  const own = is_known ? limits.known_client : limits.new_client;
  if (unitsOf(lines) > own.units + EPSILON) return { pay_first: 'client-units' };
  return client_minutes >= own.minutes ? { pay_first: 'client-minutes' } : 'HOLD';
}

/** By what new clients hold together, for one of them. */
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

/** Seats of one class that new clients may hold unpaid together. */
export function seatsToHold(capacity: number, limits: HoldLimits): number {
  return Math.max(1, Math.floor(capacity * limits.class_share + EPSILON));
}
