import type { Call } from '#contract/call.ts';
import { ApiError } from '#web/api/api.ts';
import { fallbackMessage, errorMessage } from '#web/api/error-messages.ts';

/** The server's message; without one, the text of product.md §8 for this step instead of the one for the call. */
export function stepMessage(
  error: unknown,
  endpoint: Pick<Call<unknown, unknown>, 'method' | 'path'>,
  fallback: string,
): string {
  if (error instanceof ApiError && error.message === fallbackMessage(endpoint)) return fallback;
  return errorMessage(error, fallback);
}

/** The code was wrong or expired: its field is cleared (product.md §5.4.1). */
export function isInvalidCode(message: string): boolean {
  return /invalid verification code/i.test(message);
}

/** No response arrived; the server may still have done what was asked. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Shown with an invalid code after a lost response: a code that was accepted cannot be used again. */
export const PERHAPS_DONE = 'Perhaps an earlier try went through without an answer: then you can sign in.';
