import type { UserRow } from '../sessions/session-store.ts';
import type { Deps } from '../deps.ts';
import { recordCustomer } from './store.ts';

/**
 * Returns the client's payment customer and creates it if there is none, because the provider may have been down when
 * the record was created. The user's id is the idempotency key, so that two requests create one customer. Null if the
 * provider is down.
 */
export async function ensureCustomer(
  { db, payments, log }: Pick<Deps, 'db' | 'payments' | 'log'>,
  user: Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name' | 'stripe_id'>,
): Promise<string | null> {
  if (user.stripe_id !== null) return user.stripe_id;
  const made = await payments.createCustomer({
    user_id: user.id,
    email: user.email,
    name: `${user.first_name} ${user.last_name}`.trim(),
  });
  if (!made.ok) {
    log.warn(
      { user_id: user.id, outcome: made.outcome, code: made.code },
      'The payment customer was not created; the next checkout tries again',
    );
    return null;
  }
  return await recordCustomer(db, user.id, made.value.customer_id);
}
