import type { UserRow } from '../sessions/find-session.ts';
import type { Deps } from '../deps.ts';
import { keepCustomer } from './store.ts';

/**
 * The client's payment customer, made now if there is none yet (payments may have been down when the record was
 * made). The user's id is the idempotency key, so that asking twice makes one. Null if payments are down.
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
      'The payment customer could not be made yet',
    );
    return null;
  }
  return await keepCustomer(db, user.id, made.value.customer_id);
}
