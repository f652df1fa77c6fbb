import { paymentLink } from '#contract/payment-links.calls.ts';
import type { PaymentLink } from '#contract/payment-links.schemas.ts';
import { send } from '#web/client/send.ts';

/**
 * Whether nothing is left to pay by a link; a failure counts as no. It does not use `call`, whose code would bring the page
 * above P11.
 */
export async function isPaid(token: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await send(paymentLink, { params: { token } }, signal);
    return answer.ok && ((await answer.json()) as PaymentLink).total_cents === 0;
  } catch {
    return false;
  }
}
