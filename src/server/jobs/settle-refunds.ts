import { settleRefunds } from '../checkout/settle-refund.ts';
import type { Job } from './loop.ts';

/** Makes the refunds that are due, however long the provider is down. */
export const settleOwedRefunds: Job = {
  name: 'settle-refunds',
  every_ms: 5000,
  run: (deps, now) => settleRefunds(deps, now),
};
