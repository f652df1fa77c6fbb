import { processEvents } from '../checkout/process-event.ts';
import type { Job } from './loop.ts';

/** Processes events of the payment provider that could not be processed on arrival. */
export const processWebhooks: Job = {
  name: 'process-webhooks',
  every_ms: 5000,
  run: (deps, now) => processEvents(deps, now),
};
