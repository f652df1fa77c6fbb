import type { Call } from '#contract/call.ts';

/** Shown when there is no better message (product.md §8.1). */
const UNKNOWN_ERROR = 'An unknown error occurred';

/** The texts of product.md §8 for calls that fail without a message from the server. */
const FALLBACKS: Record<string, string> = {
  'POST /sign-in': 'Failed to sign in',
  'POST /sign-up': 'Failed to sign up',
  'POST /confirm-sign-up': 'Failed to confirm sign up',
  'POST /resend-confirm-code': 'Failed to resend verification code',
  'GET /sign-out': 'Failed to sign out',
  'GET /auth/get-user': 'Failed to fetch user data',
  'POST /auth/create-user': 'Failed to create user',
  'DELETE /auth/delete-user': 'Failed to delete user',
  'PUT /auth/update-user': 'Failed to update user',
  'GET /auth/get-user-bookings': 'Failed to fetch bookings',
  'GET /auth/get-forms': 'Failed to fetch forms',
  'POST /auth/upload-form': 'Failed to submit form',
  'GET /get-all-wellness-services': 'Failed to fetch services',
  'POST /auth/get-slots': 'Failed to fetch slots',
  'POST /auth/get-presigned-url': 'Failed to get upload URL',
  'POST /auth/update-profile-photo': 'Failed to update profile',
  'POST /auth/validate-address': 'Address validation failed',
  'POST /auth/create-checkout': 'Failed to create checkout session',
  'GET /get-blogs': 'Failed to fetch blogs',
  'POST /forgot-password': 'Failed to send reset code',
  'POST /confirm-new-password': 'Failed to reset password',
};

/** The fallback message of a call; 'An unknown error occurred' if product.md §8 has none. */
export function fallbackMessage(endpoint: Pick<Call<unknown, unknown>, 'method' | 'path'>): string {
  return FALLBACKS[`${endpoint.method} ${endpoint.path}`] ?? UNKNOWN_ERROR;
}

/** Texts of product.md §8 that belong to a step of a screen, not to one call. */
export const MESSAGES = {
  sign_in: {
    verify_email: 'Please verify your email to continue',
    code_not_sent: 'Failed to send verification code. Please try again.',
    failed: 'Failed to sign in',
    authentication_failed: 'Authentication failed',
    verification_failed: 'Failed to verify email',
    code_sent: 'A new verification code has been sent to your email',
    resend_failed: 'Failed to resend code',
  },
  sign_up: {
    failed: 'An unexpected error occurred',
  },
  reset: {
    send_failed: 'Failed to send reset code',
    reset_failed: 'Failed to reset password',
    resend_failed: 'Failed to resend code',
    sent: 'If your email exists in our system, a verification code has been sent to it',
    sent_again: 'If your email exists in our system, a new verification code has been sent to it',
    done: 'Password has been reset successfully! You can now sign in with your new password.',
  },
  profile: {
    updated: 'Profile updated successfully',
    failed: 'An unexpected error occurred. Please try again.',
  },
  photo: {
    upload_failed: 'Failed to upload photo. Please try again.',
    update_failed: 'Failed to update profile',
    put_failed: (statusText: string) => `Failed to upload image: ${statusText}`,
  },
  notes: {
    failed: (status: number) => `Server responded with status: ${status}`,
  },
  checkout: {
    no_url: 'No checkout URL received from server',
    failed: 'An error occurred during checkout',
    unexpected: 'An unexpected error occurred',
    conflict:
      "We're sorry, but this time slot has just been booked by someone else. We'll remove it from your cart so you can select another time.",
  },
  forms: {
    submitted: 'Form submitted successfully!',
    missing: 'Missing user data or form information',
    load_failed: (error: string) => `Error loading forms: ${error}`,
  },
} as const;

/** Errors that this site throws itself. The messages of all others, such as a SyntaxError, are for developers. */
const OWN_ERRORS: readonly string[] = ['ApiError', 'Error'];

/** The message to show for any thrown value: the server's or our own, else the fallback. */
export function errorMessage(error: unknown, fallback: string = UNKNOWN_ERROR): string {
  const own = error instanceof Error && OWN_ERRORS.includes(error.name);
  return own && error.message ? error.message : fallback;
}

/** The same where a second try does no harm. */
export const retryMessage = (error: unknown): string =>
  (error as { status?: number } | null)?.status === 0
    ? 'We couldn’t reach our server. Please check your connection and try again.'
    : errorMessage(error);
