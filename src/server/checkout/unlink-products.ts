import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { productGoneMail } from '../mail/templates/payment-notices.ts';
import { notifyPractice } from '../mail/outbox.ts';

/**
 * Removes products from services that the provider no longer sells. Checkout lines then use the name of the service, as
 * before the first `stripe:sync`. Notifies the practice of each service.
 */
export async function unlinkProducts(
  db: Db,
  product_ids: readonly string[],
  site_url: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const services = await trx
      .selectFrom('services')
      .select(['id', 'name', 'stripe_product_id'])
      .where('stripe_product_id', 'in', product_ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const { id, name: service_name, stripe_product_id } of services) {
      const unlinked = { stripe_product_id: null, stripe_price_id: null };
      await trx.updateTable('services').set(unlinked).where('id', '=', id).execute();
      const mail = productGoneMail({ service_name, product_id: stripe_product_id!, site_url });
      // The time in the cause allows a second mail if the product is archived again later.
      const cause = `${id}:${now.getTime()}`;
      const payment = { checkout_id: null, amount_cents: null };
      await notifyPractice(trx, { kind: 'product-gone', cause, mail, payment, clients: [] }, now);
    }
  });
}
