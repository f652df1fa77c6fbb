/** The policies that the practitioner sets (rules.md §3): their limits, and the sentences that clients read. */
import { type BookingPolicy, policyOf, type RefundPolicy } from '#domain/money/refunds.ts';

export type Policies = {
  /** Everything goes back until this many hours before the start. */
  full_refund_hours: number;
  /** The percentage that goes back after that. */
  late_percent: number;
  reschedule_hours: number;
  max_reschedules: number;
  /** Everything goes back within these minutes of paying. */
  grace_minutes: number;
  /** Free visits that staff may give in a month. */
  supported_visits: number;
};

/** The largest value of each policy; the smallest is 0. */
export const POLICY_LIMITS: Readonly<Record<keyof Policies, number>> = {
  full_refund_hours: 336,
  late_percent: 100,
  reschedule_hours: 336,
  max_reschedules: 20,
  grace_minutes: 1440,
  supported_visits: 31,
};

/** Returns the policy that a sale keeps. runtime/settings-store.ts makes the same one in SQL. */
export function refundPolicyFrom(policies: Policies): RefundPolicy {
  const { full_refund_hours, late_percent, grace_minutes, reschedule_hours, max_reschedules } = policies;
  return {
    full_refund_hours,
    tiers: [
      { hours: full_refund_hours, percent: 100 },
      { hours: 0, percent: late_percent },
    ],
    grace_minutes,
    reschedule_hours,
    max_reschedules,
  };
}

const TIMES = ['', 'once', 'twice'];
const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

/** Says what a client who cancels may expect, in the words of the mails. */
export function cancellingSentence(json: RefundPolicy): string {
  const { tiers } = policyOf(json);
  const full = tiers.findLast(({ percent }) => percent === 100)?.hours ?? null;
  const late =
    tiers.find(({ hours, percent }) => percent < 100 && (full === null || hours < full))?.percent ?? 0;
  if (full === 0) return 'You can cancel until the start and get everything back.';
  const first =
    full === null ? '' : `You can cancel until ${hoursText(full)} before the start and get everything back. `;
  if (late > 0) return `${first}${full === null ? 'If you cancel,' : 'After that'} ${late} % goes back.`;
  return full === null
    ? 'The time is yours once it is booked, and the price stays.'
    : `${first}After that the time is yours and the price stays.`;
}

/** Says how often and until when a client may choose another time online. */
export function reschedulingSentence(json: RefundPolicy): string {
  const { reschedule_hours: hours, max_reschedules: times }: BookingPolicy = policyOf(json);
  if (times === 0) return 'To choose another time, please call us.';
  const often = TIMES[times] ?? `${times} times`;
  const until = hours === 0 ? 'until the start' : `until ${hoursText(hours)} before the start`;
  return `You can choose another time ${often}, ${until}.`;
}

/** Says everything that clients read about the policies. */
export const policySentence = (policies: Policies): string => {
  const policy = refundPolicyFrom(policies);
  return `${cancellingSentence(policy)} ${reschedulingSentence(policy)}`;
};
