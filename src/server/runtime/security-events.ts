/** The security events that an operator has to see (docs/operations/monitoring.md). */
export const SECURITY_EVENTS = [
  'sign-in.failed',
  'code.failed',
  'step-up.refused',
  'access.refused',
  'sign-in.locked',
  'sign-in.paused',
  'code.used-up',
  'code-mails.refused',
  'session.token-reused',
  'request.cross-site',
  'limit.reached',
  'checkout.pay-first',
  'payment.unmatched',
  'mailbox.open',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
