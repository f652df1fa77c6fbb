import { keyedHash } from '../runtime/keyed-hash.ts';
import type { SignInSource } from '../ports/identity.ts';
import { type SignInSources, sourcesOfKnown, sourcesOfUnknown } from './sign-in-failures-store.ts';

// Failed sign-ins are counted by where they come from (docs/decisions/0017).

const FREE_FAILURES = 5;
const FREE_FAILURES_OF_ALL = 100;

/** Failures before a source is locked, and before all unknown browsers are paused. RATE_LIMIT_SCALE allows more. */
export function failuresAllowed(rate_limit_scale: number): { free: number; all_free: number } {
  const scaled = (times: number) => Math.max(1, Math.ceil(times * rate_limit_scale));
  return { free: scaled(FREE_FAILURES), all_free: scaled(FREE_FAILURES_OF_ALL) };
}

/** A network is stored only as a keyed hash. */
export const networkHash = (app_secret: string, network: string): string =>
  keyedHash(app_secret, 'network', network).toString('base64url').slice(0, 16);

/** The sources that a sign-in from there is counted under. */
export const sourcesOf = (app_secret: string, source: SignInSource): SignInSources =>
  source.known ? sourcesOfKnown(source.id) : sourcesOfUnknown(networkHash(app_secret, source.network));
