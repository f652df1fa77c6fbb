import { describe, expect, it } from 'vitest';
import { atTheDashboard } from '#tests/support/provider-dashboard.ts';
import { sessionOf } from '#tests/support/shop.ts';
import { circle, massage, openConsistentShop } from '#tests/support/consistent-shop.ts';

const { shop, db } = await openConsistentShop();
const { sandbox, stock } = shop;

/** Creates a product for a service, like `stripe:sync`. */
async function withProduct(service: 'massage' | 'circle'): Promise<string> {
  const { id } = await atTheDashboard(sandbox, 'POST', 'products', `name=${service}`);
  await db
    .updateTable('services')
    .set({ stripe_product_id: id })
    .where('id', '=', stock[service].id)
    .execute();
  return id;
}

const namesOf = (session: string) =>
  sandbox.control
    .books()
    .sessions.find((each) => each.session.id === session)
    ?.lines.map(({ name }) => name);

describe('a product that is', () => {
  it.each([
    ['archived', (id: string) => atTheDashboard(sandbox, 'POST', `products/${id}`, 'active=false')],
    ['deleted', (id: string) => atTheDashboard(sandbox, 'DELETE', `products/${id}`)],
  ])('%s at the dashboard stops no sale, and the practice is notified of its service', async (_, remove) => {
    const client = await shop.client();
    const kept = await withProduct('massage');
    const gone = await withProduct('circle');
    await remove(gone);
    const { status, body } = await shop.checkout(client, [massage('9:00 AM'), circle()]);
    expect(status).toBe(200);
    expect(namesOf(sessionOf(body.url))).toEqual(['massage', 'Circle']);
    const mails = await db.selectFrom('outbox').selectAll().where('kind', '=', 'product-gone').execute();
    expect(mails).toMatchObject([
      { to_address: 'hello@sattvaandsage.example', subject: 'Circle is sold without its product' },
    ]);
    const services = await db.selectFrom('services').select(['key', 'stripe_product_id']).execute();
    expect(services.filter(({ stripe_product_id }) => stripe_product_id !== null)).toEqual([
      { key: 'massage', stripe_product_id: kept },
    ]);
    // The client's customer at the provider stays.
    const { stripe_id } = await db
      .selectFrom('users')
      .select('stripe_id')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    expect(stripe_id).not.toBeNull();
  });
});

it('a customer that was deleted at the dashboard is created again, also on the day of its creation', async () => {
  const client = await shop.client();
  for (let times = 0; times < 2; times++) {
    const { stripe_id } = await db
      .selectFrom('users')
      .select('stripe_id')
      .where('id', '=', client.id)
      .executeTakeFirstOrThrow();
    await atTheDashboard(sandbox, 'DELETE', `customers/${stripe_id}`);
    const { status, body } = await shop.checkout(client, [massage(times === 0 ? '9:00 AM' : '11:00 AM')]);
    expect(status).toBe(200);
    if (times === 1) await shop.pay(sessionOf(body.url));
  }
  const bookings = await db.selectFrom('bookings').select('status').execute();
  expect(bookings).toEqual([{ status: 'CONFIRMED' }]);
});
