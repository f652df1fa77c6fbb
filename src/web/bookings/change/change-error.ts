import type { ApiError } from '#web/api/api.ts';
import { errorMessage } from '#web/api/error-messages.ts';

/** The message at a button that cancels or reschedules. Without a response the change may have been made. */
export function changeErrorMessage(error: ApiError): string {
  if (error.status === 0)
    return 'We couldn’t reach our server. Please check your connection and try again: it counts once.';
  return errorMessage(error);
}
