import { privatePractice } from '#content/private/practice.ts';
import type { HoldTerms } from '#server/seats/hold-facts.ts';

/** A client who may hold ten sessions, wherever they come from. */
export const KNOWN_CLIENT: HoldTerms = {
  is_known: true,
  other_audience: 'NEW',
  client_minutes: 0,
  limits: privatePractice.hold_limits,
  network: '',
  network_wide: '',
  spanOf: () => ({ start: 0, end: 0 }),
  openMinutes: () => 0,
};
