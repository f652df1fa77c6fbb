import type { Call } from '#contract/call.ts';
import { ApiError } from '#web/client/api.ts';
import { fallbackMessage, errorMessage } from '#web/client/error-messages.ts';

/** The server's own message; where there is none, the text of product.md §8 for this step rather than for the call. */
export function stepMessage(
  error: unknown,
  endpoint: Pick<Call<unknown, unknown>, 'method' | 'path'>,
  words: string,
): string {
  if (error instanceof ApiError && error.message === fallbackMessage(endpoint)) return words;
  return errorMessage(error, words);
}

/** The code was wrong or too old: its field is cleared (product.md §5.4.1). */
export function isInvalidCode(words: string): boolean {
  return /invalid verification code/i.test(words);
}

/** No answer arrived: what was asked for may have been done all the same. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Said beside an invalid code after an answer was lost: a code that was taken is good for nothing any more. */
export const PERHAPS_DONE = 'Perhaps an earlier try went through without an answer: then you can sign in.';
