import type { Db } from '../db/pool.ts';
import { productGoneMail } from '../mail/templates/payment-notices.ts';
import { notifyPractice } from '../mail/notify-practice.ts';

/**
 * Services stop naming products that the provider does not sell any more: their lines name the service themselves then,
 * as before the first `stripe:sync`. The practice is told of each.
 */
export async function unlinkProducts(
  db: Db,
  product_ids: readonly string[],
  site_url: string,
  now: Date,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      const services = await trx
        .selectFrom('services')
        .select(['id', 'name', 'stripe_product_id'])
        .where('stripe_product_id', 'in', product_ids)
        .orderBy('id')
        .forUpdate()
        .execute();
      for (const { id, name: service_name, stripe_product_id } of services) {
        const forgotten = { stripe_product_id: null, stripe_price_id: null };
        await trx.updateTable('services').set(forgotten).where('id', '=', id).execute();
        const mail = productGoneMail({ service_name, product_id: stripe_product_id!, site_url });
        // Archived, taken up again and archived once more is worth a second mail.
        const cause = `${id}:${now.getTime()}`;
        await notifyPractice(trx, { kind: 'product-gone', cause, mail }, now);
      }
    });
}
