/** Refunds of cancelled bookings (rules.md §3). The policy is content; each checkout has a copy of it. */

/** From `hours` before the start on, this percentage goes back. */
type RefundTier = { hours: number; percent: number };

/**
 * The policy as a checkout keeps it. `full_refund_hours` alone is a policy from before migration 0019; a process of that
 * version reads nothing else, so that the key stays.
 */
export type RefundPolicy = { full_refund_hours: number } & Partial<Omit<BookingPolicy, 'full_refund_hours'>>;

/** When a client may cancel or reschedule, and what goes back. */
export type BookingPolicy = {
  full_refund_hours: number;
  /** By hours, the most first. Below the last tier nothing goes back. */
  tiers: readonly RefundTier[];
  /** Everything goes back within these minutes of paying, if the start is at least GRACE_HOURS away. */
  grace_minutes: number;
  /** A client may reschedule until this many hours before the start, so often. */
  reschedule_hours: number;
  max_reschedules: number;
};

/** The facts about a booking that decide its refund. */
export type RefundableBooking = {
  start_time: Date;
  /** Null: nothing was paid. */
  paid_at?: Date | null;
  /** When the practice last moved the booking to another time, and when the client was notified of the time it has. */
  rescheduled_by_staff_at?: Date | null;
  told_at?: Date | null;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const GRACE_HOURS = 2;
/** After the practice has moved a booking, the client has this long to cancel with a full refund. */
const HOURS_AFTER_MOVE = 24;
/** For policies from before migration 0019. */
const MAX_RESCHEDULES = 2;

/** Completes a policy. One with `full_refund_hours` alone refunds everything until then, and nothing later. */
export function policyOf(json: RefundPolicy): BookingPolicy {
  const { full_refund_hours } = json;
  const tiers = json.tiers ?? [
    { hours: full_refund_hours, percent: 100 },
    { hours: 0, percent: 0 },
  ];
  return {
    full_refund_hours,
    tiers: tiers.toSorted((a, b) => b.hours - a.hours),
    grace_minutes: json.grace_minutes ?? 0,
    reschedule_hours: json.reschedule_hours ?? full_refund_hours,
    max_reschedules: json.max_reschedules ?? MAX_RESCHEDULES,
  };
}

/** Returns the hours before the start after which nothing goes back; null if something always does, or never. */
export function lastRefundHours({ tiers }: BookingPolicy): number | null {
  return tiers.findLast(({ percent }) => percent > 0)?.hours ?? null;
}

/** Returns the percentage that a client gets back. Hours are elapsed hours, also across a clock change. */
function refundPercent(policy: BookingPolicy, booking: RefundableBooking, now: Date): number {
  const away = booking.start_time.getTime() - now.getTime();
  const [grace, move] = [graceEnd(policy, booking), moveEnd(booking)];
  if (grace !== null && now.getTime() <= grace) return 100;
  if (move !== null && now.getTime() <= move) return 100;
  return policy.tiers.find(({ hours }) => away >= hours * HOUR_MS)?.percent ?? 0;
}

/** Returns the last moment at which a payment of a moment ago goes back in full. */
function graceEnd({ grace_minutes }: BookingPolicy, { start_time, paid_at }: RefundableBooking) {
  if (!paid_at || grace_minutes === 0) return null;
  return Math.min(
    paid_at.getTime() + grace_minutes * MINUTE_MS,
    start_time.getTime() - GRACE_HOURS * HOUR_MS,
  );
}

/** Returns the last moment at which a booking goes back in full because the practice has moved it. */
function moveEnd({ rescheduled_by_staff_at, told_at }: RefundableBooking): number | null {
  if (!rescheduled_by_staff_at) return null;
  return (told_at ?? rescheduled_by_staff_at).getTime() + HOURS_AFTER_MOVE * HOUR_MS;
}

/** Returns the last moment at which everything goes back to a client whose booking the practice has moved. */
export function fullRefundUntil(policy: BookingPolicy, booking: RefundableBooking): Date | null {
  const full = policy.tiers.filter(({ percent }) => percent === 100).at(-1);
  const ends = [full ? booking.start_time.getTime() - full.hours * HOUR_MS : null, moveEnd(booking)];
  const known = ends.filter((end) => end !== null);
  return known.length === 0 ? null : new Date(Math.min(booking.start_time.getTime(), Math.max(...known)));
}

/** Returns the cents that a client gets back of `left_cents`, half a cent rounded up. */
export function refundCents(
  policy: BookingPolicy,
  left_cents: number,
  booking: RefundableBooking,
  now: Date,
): number {
  return Math.floor((left_cents * refundPercent(policy, booking, now) + 50) / 100);
}

/** Returns the last moment of the present percentage; null if it stays. */
export function refundChangesAt(policy: BookingPolicy, booking: RefundableBooking, now: Date): Date | null {
  const present = refundPercent(policy, booking, now);
  const start = booking.start_time.getTime();
  const ends = [
    ...policy.tiers.map(({ hours }) => start - hours * HOUR_MS),
    graceEnd(policy, booking),
    moveEnd(booking),
  ];
  const [first] = ends
    .filter((end) => end !== null && end >= now.getTime())
    .map((end) => new Date(end!))
    .filter((end) => refundPercent(policy, booking, new Date(end.getTime() + 1)) !== present)
    .sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

/**
 * Splits a payment over its prices, each with its share of the tax. The shares are whole cents and add up to
 * `total_cents`, so that refunding every part refunds the whole payment.
 */
export function paymentShares(prices_cents: readonly number[], total_cents: number): number[] {
  const subtotal = prices_cents.reduce((sum, price) => sum + price, 0);
  if (subtotal === 0) return prices_cents.map(() => 0);
  let before = 0;
  return prices_cents.map((price) => {
    const upTo = (cents: number) => Math.floor((cents * total_cents) / subtotal);
    const share = upTo(before + price) - upTo(before);
    before += price;
    return share;
  });
}
