import type { PaymentCatalogue } from './catalogue.ts';
import { answer, clientOf, type StripeAccount } from './stripe-client.ts';

const idOf = (thing: string | { id: string } | null | undefined): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing;

/** Opens the catalogue through Stripe's SDK, at Stripe or at the sandbox provider. */
export function stripeCatalogue(options: StripeAccount): PaymentCatalogue {
  const stripe = clientOf(options, 'LIST');
  return {
    products: async () =>
      answer(async () => {
        const found = [];
        // Lists instead of searching: the search index lags by up to a minute, and a second run would create
        // duplicates.
        for await (const { id, name, description, active, metadata } of stripe.products.list({
          limit: 100,
        })) {
          const service_id = metadata['service_id'];
          if (service_id) found.push({ id, service_id, name, description, is_active: active });
        }
        return found;
      }),

    activePrices: async (product_id) =>
      answer(async () => {
        const found = [];
        const list = stripe.prices.list({ product: product_id, active: true, type: 'one_time', limit: 100 });
        for await (const { id, currency, unit_amount, metadata } of list) {
          if (unit_amount === null) continue;
          found.push({ id, service_id: metadata['service_id'] ?? null, currency, amount_cents: unit_amount });
        }
        return found;
      }),

    createProduct: async ({ service_id, name, description, idempotency_key }) =>
      answer(() =>
        stripe.products.create(
          { name, ...(description ? { description } : {}), metadata: { service_id } },
          { idempotencyKey: idempotency_key },
        ),
      ),

    updateProduct: async (product_id, { name, description }) =>
      answer(() =>
        stripe.products.update(product_id, { name, description: description ?? '', active: true }),
      ),

    createPrice: async ({ service_id, product_id, currency, amount_cents, idempotency_key }) =>
      answer(() =>
        stripe.prices.create(
          {
            product: product_id,
            currency,
            unit_amount: amount_cents,
            tax_behavior: 'exclusive',
            metadata: { service_id },
          },
          { idempotencyKey: idempotency_key },
        ),
      ),

    archivePrice: async (price_id, { product_id, default_price_id }) =>
      answer(async () => {
        // Stripe refuses to archive a product's default price, and a product without another price keeps it.
        const { default_price } = await stripe.products.retrieve(product_id);
        if (default_price_id !== null && idOf(default_price) === price_id)
          await stripe.products.update(product_id, { default_price: default_price_id });
        return stripe.prices.update(price_id, { active: false });
      }),
  };
}
