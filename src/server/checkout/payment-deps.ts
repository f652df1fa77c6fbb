import type { Deps } from '../deps.ts';

/** What everything about money works with; routes and jobs pass their own Deps. */
export type PaymentDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'config'>;
