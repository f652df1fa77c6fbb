import type { Journal } from './journal.ts';

/** The shared context of the provider's parts. */
export type ProviderContext = {
  journal: Journal;
  /** Now, in seconds since 1970 as in Stripe's API. */
  seconds: () => number;
  /** Sends an event to the site. Call it after the change is written. */
  emit: (type: string, object: object) => void;
};

export function fail(error: Error): never {
  throw error;
}
