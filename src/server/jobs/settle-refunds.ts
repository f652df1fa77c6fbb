import { settleRefunds } from '../checkout/settle-refund.ts';
import type { Job } from './loop.ts';

/** Money owed is given back, however long the provider is away. */
export const settleOwedRefunds: Job = {
  name: 'settle-refunds',
  every_ms: 5000,
  run: (deps, now) => settleRefunds(deps, now),
};
