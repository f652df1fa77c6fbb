import { sql } from 'kysely';
import type { Db, Trx } from '../db/pool.ts';

export type PaymentLinkRow = { user_id: string; booking_ids: string[] };

/** Inserts a link. It ends the earlier ones of its bookings: each is paid by the newest link alone. */
export async function insertPaymentLink(
  trx: Trx,
  link: PaymentLinkRow & { token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await sql`delete from payment_links where user_id = ${link.user_id}::uuid
    and booking_ids && ${link.booking_ids}::uuid[]`.execute(trx);
  await trx.insertInto('payment_links').values(link).execute();
}

/** Ends every link of a client, for instance because the mails went to an address that is no longer theirs. */
export async function endPaymentLinks(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('payment_links').where('user_id', '=', user_id).execute();
}

export async function selectPaymentLink(
  db: Db,
  token_hash: Buffer,
  now: Date,
): Promise<PaymentLinkRow | undefined> {
  return await db
    .selectFrom('payment_links')
    .select(['user_id', 'booking_ids'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Deletes links that expired before a moment. Returns their number. */
export async function deletePaymentLinks(db: Db, expired_before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payment_links')
    .where('expires_at', '<', expired_before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
