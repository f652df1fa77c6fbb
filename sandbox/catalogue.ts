import { type FormBody, textAt } from './form-body.ts';
import { newId, type Price, type Product } from './objects.ts';
import {
  fail,
  invalid,
  limited,
  missing,
  type ProviderContext,
  ProviderError,
  required,
} from './provider-context.ts';
import { readMetadata } from './read-session-params.ts';

/** Products and prices. */
export function createCatalogue({ journal, seconds }: ProviderContext) {
  function createProduct(body: FormBody): Product {
    const product: Product = {
      id: textAt(body, 'id') ?? newId('prod', 14),
      object: 'product',
      name: limited(body, 'name') ?? fail(required('name')),
      description: limited(body, 'description'),
      active: true,
      default_price: null,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('product', product.id, product);
    return product;
  }

  const productOf = (id: string, param = 'id') =>
    journal.get<Product>('product', id) ?? fail(missing('product', id, param));

  function updateProduct(id: string, body: FormBody): Product {
    const product = { ...productOf(id) };
    product.name = limited(body, 'name') ?? product.name;
    if (body['description'] !== undefined) product.description = limited(body, 'description');
    product.active = activeOf(body, product.active);
    const default_price = textAt(body, 'default_price');
    if (default_price !== undefined) product.default_price = defaultOf(id, default_price);
    journal.put('product', id, product);
    return product;
  }

  /** Sets the default price to an active price of this product. As at Stripe, it cannot be removed again. */
  function defaultOf(product: string, id: string): string {
    if (id === '')
      throw invalid(
        'default_price',
        'You passed an empty string for default_price.',
        'parameter_invalid_empty',
      );
    const price = journal.get<Price>('price', id) ?? fail(missing('price', id, 'default_price'));
    if (price.product !== product || !price.active)
      throw invalid(
        'default_price',
        `The price ${id} cannot be the default price of the product ${product}.`,
      );
    return id;
  }

  /** As at Stripe, only a product without prices can be deleted. */
  function deleteProduct(id: string): { id: string; object: 'product'; deleted: true } {
    productOf(id);
    if (pricesOf(id).length > 0) {
      throw new ProviderError(
        400,
        'This product cannot be deleted because it has one or more user-created prices.',
      );
    }
    journal.remove('product', id);
    return { id, object: 'product', deleted: true };
  }

  function createPrice(body: FormBody): Price {
    const product = productOf(textAt(body, 'product') ?? fail(required('product')), 'product');
    const amount = textAt(body, 'unit_amount') ?? fail(required('unit_amount'));
    if (!/^\d{1,8}$/.test(amount)) throw invalid('unit_amount', `Invalid integer: ${amount}`);
    const price: Price = {
      id: newId('price'),
      object: 'price',
      product: product.id,
      currency: textAt(body, 'currency') ?? fail(required('currency')),
      unit_amount: Number(amount),
      type: 'one_time',
      active: true,
      metadata: readMetadata(body['metadata']),
      created: seconds(),
      livemode: false,
    };
    journal.put('price', price.id, price);
    return price;
  }

  const priceOf = (id: string) => journal.get<Price>('price', id) ?? fail(missing('price', id));

  const pricesOf = (product: string | undefined) =>
    journal.all<Price>('price').filter((price) => product === undefined || price.product === product);

  /** Amounts never change; a price can only be archived and reactivated. */
  function updatePrice(id: string, body: FormBody): Price {
    const price = { ...priceOf(id) };
    price.active = activeOf(body, price.active);
    if (!price.active && productOf(price.product).default_price === id) {
      throw new ProviderError(
        400,
        'This price cannot be archived because it is the default price of its product.',
      );
    }
    journal.put('price', id, price);
    return price;
  }

  const products = () => journal.all<Product>('product');

  return {
    createProduct,
    productOf,
    products,
    updateProduct,
    deleteProduct,
    createPrice,
    priceOf,
    pricesOf,
    updatePrice,
  };
}

function activeOf(body: FormBody, before: boolean): boolean {
  const text = textAt(body, 'active');
  return text === undefined ? before : text === 'true';
}
