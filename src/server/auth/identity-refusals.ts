import { NEWEST_MAIL_WORKS } from '../http/code-mail-limits.ts';
import type { CodeMailResult, IdentityError, IdentityRefusal } from '../ports/identity.ts';
import type { SecurityEvent } from '../runtime/security-events.ts';

/** A refusal with its code; its message if it is not that of the code, and what the security log records. */
export const no = (
  code: IdentityError,
  { message, event }: { message?: string; event?: SecurityEvent } = {},
): IdentityRefusal => ({
  ok: false,
  code,
  ...(message ? { message } : {}),
  ...(event ? { event } : {}),
});
export const codeUsedUp = () =>
  no('LimitExceededException', {
    message: 'There were too many attempts with this code. Use the link in the mail, or request a new code.',
    event: 'code.used-up',
  });
export const linkIsOver = () =>
  no('ExpiredCodeException', {
    message: 'This link has been used or is older than a day. Please request a new code.',
  });
export const LOCKS = {
  LOCKED: () => no('LimitExceededException', { event: 'sign-in.locked' }),
  PAUSED: () =>
    no('LimitExceededException', {
      message:
        'There were too many attempts to sign in to this address from new browsers. Use a browser where you have signed in before, or reset your password.',
      event: 'sign-in.paused',
    }),
} as const;

/** The refusal for a result of the mail limits; null if the mail may be sent. */
export function mailRefusal(result: CodeMailResult): IdentityRefusal | null {
  if (result === 'OK') return null;
  const message = result === 'USED_UP' ? NEWEST_MAIL_WORKS : undefined;
  return no('LimitExceededException', { event: 'code-mails.refused', ...(message ? { message } : {}) });
}
