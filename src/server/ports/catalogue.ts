import type { PaymentAnswer } from './payments.ts';

/** A product at the payment provider that stands for one of our services. */
export type CatalogueProduct = {
  id: string;
  /** Of its metadata; products without it are not ours and are left alone. */
  service_id: string;
  name: string;
  description: string | null;
  is_active: boolean;
};
/** A price for a single payment that can still be used. */
type CataloguePrice = {
  id: string;
  /** Of its metadata; null: somebody else made it. */
  service_id: string | null;
  currency: string;
  amount_cents: number;
};

/** The provider's own list of what is sold. Ids are the provider's; amounts are cents. */
export type PaymentCatalogue = {
  /** All products that stand for a service, archived ones too. */
  products(): Promise<PaymentAnswer<CatalogueProduct[]>>;
  activePrices(product_id: string): Promise<PaymentAnswer<CataloguePrice[]>>;
  createProduct(product: {
    service_id: string;
    name: string;
    description: string | null;
    idempotency_key: string;
  }): Promise<PaymentAnswer<{ id: string }>>;
  /** Also takes up an archived product again. */
  updateProduct(
    product_id: string,
    to: { name: string; description: string | null },
  ): Promise<PaymentAnswer<{ id: string }>>;
  createPrice(price: {
    service_id: string;
    product_id: string;
    currency: string;
    amount_cents: number;
    idempotency_key: string;
  }): Promise<PaymentAnswer<{ id: string }>>;
  /**
   * `default_price_id`: what the product's page shows from now on, if it showed this price; null: there is none, and the
   * provider refuses to archive a price that the product's page shows.
   */
  archivePrice(
    price_id: string,
    of: { product_id: string; default_price_id: string | null },
  ): Promise<PaymentAnswer<{ id: string }>>;
};
