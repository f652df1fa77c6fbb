/** The cool-down between two codes (product.md §4.3, §9.1). */

const CODE_COOL_DOWN_SECONDS = 30;

/** Returns the whole seconds until the next code may be requested; 0 if it may be now. Times are epoch ms. */
export function secondsLeft(sent_at: number | null, now: number): number {
  if (sent_at === null) return 0;
  const left = Math.ceil((sent_at + CODE_COOL_DOWN_SECONDS * 1000 - now) / 1000);
  return Math.min(CODE_COOL_DOWN_SECONDS, Math.max(0, left));
}

/** True for a 'too many attempts' answer, which also starts the cool-down (product.md §4.3.2). */
export function startsCoolDown(message: string): boolean {
  return /too many attempts/i.test(message);
}

/**
 * Returns the label of the resend button: 'Resend code in {n}s' during the cool-down, else `idle` (product.md §2.7).
 */
export function resendLabel(seconds: number, idle = 'Resend confirmation code'): string {
  return seconds > 0 ? `Resend code in ${seconds}s` : idle;
}
