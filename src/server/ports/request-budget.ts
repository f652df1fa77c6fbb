/** The purpose of a request to the payment provider. Earlier lanes go first. */
const LANES = ['MONEY', 'PERSON', 'LIST'] as const;
export type Lane = (typeof LANES)[number];

/** Maximum wait per lane in milliseconds; a request that would wait longer is refused at once. */
const LONGEST_WAIT_MS: Readonly<Record<Lane, number>> = {
  // Payments, refunds, expiry. Shorter than the lease of an event (provider-events.ts).
  MONEY: 8000,
  // A payment page: a client is waiting.
  PERSON: 3000,
  // Comparisons.
  LIST: 60_000,
};
/** The burst after a pause, as a share of the rate per second: the provider's limit covers both together. */
const BURST_SHARE = 1 / 4;

type Waiting = { deadline: number; go: (isSent: boolean) => void };

/** A token bucket that limits this process's requests to the payment provider. */
export type RequestBudget = {
  /** Resolves with true when the request may be sent, with false if it is refused. */
  take(lane: Lane): Promise<boolean>;
};

export function createRequestBudget({
  per_second,
  clock,
  schedule,
}: {
  per_second: number;
  /** A monotonic clock in milliseconds. */
  clock: () => number;
  schedule: (work: () => void, ms: number) => void;
}): RequestBudget {
  const capacity = Math.max(1, Math.floor(per_second * BURST_SHARE));
  const queues = new Map<Lane, Waiting[]>(LANES.map((lane) => [lane, []]));
  let tokens = capacity;
  let filled_at = clock();
  let isPlanned = false;

  const refill = () => {
    const now = clock();
    tokens = Math.min(capacity, tokens + ((now - filled_at) * per_second) / 1000);
    filled_at = now;
  };
  const plan = () => {
    if (isPlanned || LANES.every((lane) => queues.get(lane)!.length === 0)) return;
    isPlanned = true;
    schedule(serve, Math.max(1, Math.ceil(((1 - tokens) * 1000) / per_second)));
  };
  const serve = () => {
    isPlanned = false;
    refill();
    for (const queue of queues.values()) {
      // Requests of an earlier lane took so long that this one's time is over.
      while (queue[0] && queue[0].deadline < filled_at) queue.shift()!.go(false);
      while (queue[0] && tokens >= 1) {
        tokens -= 1;
        queue.shift()!.go(true);
      }
    }
    plan();
  };

  return {
    take(lane) {
      refill();
      const before = LANES.slice(0, LANES.indexOf(lane) + 1);
      const ahead = before.reduce((count, each) => count + queues.get(each)!.length, 0);
      if (ahead === 0 && tokens >= 1) {
        tokens -= 1;
        return Promise.resolve(true);
      }
      const longest = LONGEST_WAIT_MS[lane];
      if (((ahead + 1 - tokens) * 1000) / per_second > longest) return Promise.resolve(false);
      return new Promise((go) => {
        queues.get(lane)!.push({ deadline: filled_at + longest, go });
        plan();
      });
    },
  };
}

/** The provider's documented requests per second for an account, less the burst. */
const PER_SECOND = { live: 80, test: 20 };

/** Returns the budget of this process; null if the provider runs on this machine and has no limit. */
export function budgetFor(settings: {
  secret_key: string;
  api_url: string | undefined;
  per_second: number | undefined;
}): RequestBudget | null {
  const { secret_key, api_url } = settings;
  const usual = secret_key.includes('_live_') ? PER_SECOND.live : PER_SECOND.test;
  const per_second = settings.per_second ?? (api_url === undefined ? usual : undefined);
  if (per_second === undefined) return null;
  return createRequestBudget({
    per_second,
    clock: () => performance.now(),
    schedule: (work, ms) => void setTimeout(work, ms),
  });
}
