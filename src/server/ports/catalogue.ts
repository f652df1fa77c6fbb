import type { PaymentAnswer } from './payments.ts';

/** A product at the payment provider that represents one of our services. */
export type CatalogueProduct = {
  id: string;
  /** From its metadata. Products without it are not ours and stay untouched. */
  service_id: string;
  name: string;
  description: string | null;
  is_active: boolean;
};
/** An active price for a one-time payment. */
type CataloguePrice = {
  id: string;
  /** From its metadata; null if it was made by hand. */
  service_id: string | null;
  currency: string;
  amount_cents: number;
};

/** The provider's catalogue of products and prices. Ids are the provider's; amounts are cents. */
export type PaymentCatalogue = {
  /** All products that represent a service, including archived ones. */
  products(): Promise<PaymentAnswer<CatalogueProduct[]>>;
  activePrices(product_id: string): Promise<PaymentAnswer<CataloguePrice[]>>;
  createProduct(product: {
    service_id: string;
    name: string;
    description: string | null;
    idempotency_key: string;
  }): Promise<PaymentAnswer<{ id: string }>>;
  /** Also reactivates an archived product. */
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
   * `default_price_id` replaces the archived price as the product's default. With null there is no replacement, and the
   * provider refuses to archive a default price.
   */
  archivePrice(
    price_id: string,
    of: { product_id: string; default_price_id: string | null },
  ): Promise<PaymentAnswer<{ id: string }>>;
};
