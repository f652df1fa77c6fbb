import { createHash } from 'node:crypto';
import { isSlidingScale } from '#domain/money/money.ts';
import type { Db } from '../db/pool.ts';
import type { CatalogueProduct, PaymentCatalogue } from '../ports/catalogue.ts';
import type { PaymentAnswer, PaymentFailure } from '../ports/payments.ts';
import { recordProductIds, selectSoldServices } from './service-store.ts';

type SyncOptions = {
  db: Db;
  catalogue: PaymentCatalogue;
  /** The practice's currency in the provider's spelling: 'usd'. */
  currency: string;
  /** With false it only reports what it would do and changes nothing. */
  apply: boolean;
};
/** One line per change made or to be made. After a failure, earlier changes stay: run it again. */
type SyncOutcome = { ok: true; changes: string[] } | { ok: false; changes: string[]; message: string };

type Service = Awaited<ReturnType<typeof selectSoldServices>>[number];

/** Carries the provider's failure out of the nested steps. */
class SyncFailure extends Error {
  readonly failure: PaymentFailure;
  constructor(failure: PaymentFailure) {
    super(failure.reason);
    this.failure = failure;
  }
}

/**
 * Makes the provider's products and prices match the active services, and stores their ids. It finds a product by its
 * metadata service_id. A service on a sliding scale has no price, since the client chooses one (product.md §5.8). A
 * second run changes nothing.
 */
export async function syncCatalogue(options: SyncOptions): Promise<SyncOutcome> {
  return await syncServices(options, await selectSoldServices(options.db));
}

/** The same for some of the services. */
export async function syncServices(options: SyncOptions, services: readonly Service[]): Promise<SyncOutcome> {
  const changes: string[] = [];
  try {
    const products = valueOf(await options.catalogue.products());
    for (const service of services) {
      const product = findProduct(products, service);
      await syncService(options, service, product, (words) => changes.push(`${service.name}: ${words}`));
    }
    return { ok: true, changes };
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    return { ok: false, changes, message: failureMessage(error.failure) };
  }
}

async function syncService(
  options: SyncOptions,
  service: Service,
  product: CatalogueProduct | undefined,
  report: (words: string) => void,
): Promise<void> {
  const { db, apply } = options;
  const product_id = await syncProduct(options, service, product, report);
  const price_id = await syncPrice(options, service, { product_id, isNew: !product }, report);
  if (!apply) {
    // A new product or price is reported already; this reports an id that was only missing in our database.
    const known = product_id !== null && (price_id !== null || isSliding(service));
    if (known && !isKept(service, product_id, price_id)) report('keep the ids');
    return;
  }
  if (isKept(service, product_id, price_id)) return;
  await recordProductIds(db, service.id, product_id, price_id);
  report(`keep the ids ${product_id}${price_id ? `, ${price_id}` : ''}`);
}

/** The id of the service's product; null in a dry run that would create it. */
async function syncProduct(
  { catalogue, apply }: SyncOptions,
  service: Service,
  product: CatalogueProduct | undefined,
  report: (words: string) => void,
): Promise<string | null> {
  const wanted = { name: service.name, description: service.description || null };
  if (!product) {
    report(
      service.stripe_product_id === null
        ? 'make a product'
        : `make a product, as ${service.stripe_product_id} is gone`,
    );
    if (!apply) return null;
    const idempotency_key = keyOf('product', service, wanted, service.stripe_product_id);
    const request = { service_id: service.id, ...wanted, idempotency_key };
    return valueOf(await catalogue.createProduct(request)).id;
  }
  const isSame = product.name === wanted.name && product.description === wanted.description;
  if (isSame && product.is_active) return product.id;
  report(product.is_active ? 'write name and description anew' : 'take the archived product up again');
  if (apply) valueOf(await catalogue.updateProduct(product.id, wanted));
  return product.id;
}

/** The id of the service's price; null if it has none, or in a dry run that would create it. */
async function syncPrice(
  { catalogue, currency, apply }: SyncOptions,
  service: Service,
  { product_id, isNew }: { product_id: string | null; isNew: boolean },
  report: (words: string) => void,
): Promise<string | null> {
  const amount_cents = isSliding(service) ? null : service.base_price_cents;
  const there = product_id && !isNew ? valueOf(await catalogue.activePrices(product_id)) : [];
  const fitting = there.filter((price) => price.currency === currency && price.amount_cents === amount_cents);
  let price_id = (fitting.find(({ id }) => id === service.stripe_price_id) ?? fitting[0])?.id ?? null;
  if (price_id === null && amount_cents !== null) {
    report(`make a price of ${(amount_cents / 100).toFixed(2)} ${currency}`);
    if (apply && product_id) {
      const request = { product_id, currency, amount_cents };
      const idempotency_key = keyOf('price', service, request, service.stripe_price_id);
      price_id = valueOf(
        await catalogue.createPrice({ service_id: service.id, ...request, idempotency_key }),
      ).id;
    }
  }
  // Archives our outdated prices; prices made by hand stay.
  const retired = there.filter(
    (price) =>
      !fitting.includes(price) && (price.service_id === service.id || price.id === service.stripe_price_id),
  );
  for (const price of retired) {
    report(`archive the price of ${(price.amount_cents / 100).toFixed(2)} ${price.currency}`);
    if (!apply || !product_id) continue;
    const archived = await catalogue.archivePrice(price.id, { product_id, default_price_id: price_id });
    // The provider refuses to archive this price. Nothing is sold at it any more, so the operator archives it by hand.
    if (!archived.ok && archived.conclusive)
      report(`the provider keeps ${price.id} (${archived.reason}); archive it at the dashboard`);
    else valueOf(archived);
  }
  return price_id;
}

/** Prefers the product whose id is stored, then an active one, then an archived one. */
function findProduct(products: readonly CatalogueProduct[], service: Service): CatalogueProduct | undefined {
  const own = products.filter(({ service_id }) => service_id === service.id);
  return (
    own.find(({ id }) => id === service.stripe_product_id) ?? own.find(({ is_active }) => is_active) ?? own[0]
  );
}

/** Both cents and dollars give the same answer here. */
const isSliding = (service: Service) =>
  isSlidingScale({
    base_price: service.base_price_cents,
    min_price: service.min_price_cents,
    max_price: service.max_price_cents,
  });

const isKept = (service: Service, product_id: string | null, price_id: string | null) =>
  service.stripe_product_id === product_id && service.stripe_price_id === price_id;

/**
 * Equal for two concurrent runs, but different after `replaced`, since the provider would otherwise return the old
 * object.
 */
function keyOf(kind: string, service: Service, wanted: object, replaced: string | null): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([wanted, replaced]))
    .digest('hex');
  return `${kind}-${service.id}-${hash.slice(0, 32)}`;
}

function valueOf<T>(answer: PaymentAnswer<T>): T {
  if (answer.ok) return answer.value;
  throw new SyncFailure(answer);
}

function failureMessage({ reason, outcome }: PaymentFailure): string {
  if (reason.startsWith('401'))
    return 'The payment provider does not know this key: check STRIPE_SECRET_KEY.';
  if (reason.startsWith('403')) {
    return 'The key may not do this: a restricted key needs to write products and prices.';
  }
  return outcome === 'REFUSED'
    ? `The payment provider refused: ${reason}`
    : `The payment provider did not answer: ${reason}. Run it again.`;
}
