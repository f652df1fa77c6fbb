import { createHmac, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import type { PaymentEvent } from './payments.ts';

/** Seconds that a signature stays valid; later replays are refused. */
const SIGNATURE_TOLERANCE = 300;

/** Returns the event of a webhook call, or null if it is not signed with one of the secrets. */
export function verifyEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: Buffer,
  signature: string | undefined,
  now: Date,
): PaymentEvent | null {
  if (signature === undefined) return null;
  for (const secret of secrets) {
    if (!isSignedWith(secret, body, signature)) continue;
    try {
      const event = stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        SIGNATURE_TOLERANCE,
        undefined,
        now.getTime(),
      );
      return toEvent(event);
    } catch {
      // Not signed with this secret: try the next one.
    }
  }
  return null;
}

/**
 * Checks the signature before the library decodes a body that anyone may have sent. The library checks the time too.
 */
function isSignedWith(secret: string, body: Buffer, signature: string): boolean {
  const time = /(?:^|,)t=(\d+)(?:,|$)/.exec(signature)?.[1];
  if (time === undefined) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return [...signature.matchAll(/(?:^|,)v1=([0-9a-f]{64})(?=,|$)/g)].some(([, hex]) =>
    timingSafeEqual(Buffer.from(hex!, 'hex'), expected),
  );
}

function toEvent(event: Stripe.Event): PaymentEvent | null {
  const object = event.data?.object as { id?: unknown; client_reference_id?: unknown } | undefined;
  if (typeof event.id !== 'string' || typeof event.type !== 'string') return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: event.id,
    type: event.type,
    object_id: text(object?.id),
    checkout_id: text(object?.client_reference_id),
  };
}
