import type { Deps } from '../deps.ts';

/** The dependencies of everything that handles payments; routes and jobs pass their own Deps. */
export type PaymentDeps = Pick<Deps, 'db' | 'payments' | 'log' | 'config'>;
