import { processEvents } from '../checkout/process-event.ts';
import type { Job } from './loop.ts';

/** Events of the payment provider that could not be acted upon at once. */
export const processWebhooks: Job = {
  name: 'process-webhooks',
  every_ms: 5000,
  run: (deps, now) => processEvents(deps, now),
};
