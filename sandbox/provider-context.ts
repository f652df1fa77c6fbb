import type { Journal } from './journal.ts';

/** What each part of the provider works with. */
export type ProviderContext = {
  journal: Journal;
  /** Now, as the provider writes it: seconds since 1970. */
  seconds: () => number;
  /** Tells the site of an event, after what it tells is written. */
  emit: (type: string, object: object) => void;
};

export function fail(error: Error): never {
  throw error;
}
