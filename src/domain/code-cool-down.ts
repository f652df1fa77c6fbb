/** The cool-down between two codes (product.md §4.3, §9.1). */

const CODE_COOL_DOWN_SECONDS = 30;

/** Whole seconds until the next code may be asked for; 0 if now. Times in epoch ms. */
export function secondsLeft(sent_at: number | null, now: number): number {
  if (sent_at === null) return 0;
  const left = Math.ceil((sent_at + CODE_COOL_DOWN_SECONDS * 1000 - now) / 1000);
  return Math.min(CODE_COOL_DOWN_SECONDS, Math.max(0, left));
}

/** A 'too many attempts' answer starts the cool-down too (product.md §4.3.2). */
export function startsCoolDown(message: string): boolean {
  return /too many attempts/i.test(message);
}

/** The resend button: 'Resend code in {n}s' during the cool-down, else `idle` (product.md §2.7). */
export function resendLabel(seconds: number, idle = 'Resend confirmation code'): string {
  return seconds > 0 ? `Resend code in ${seconds}s` : idle;
}
