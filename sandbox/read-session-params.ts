import { type FormBody, type FormValue, listAt, textAt } from './form-body.ts';
import type { OrderLine } from './objects.ts';
import { invalid, ProviderError, required } from './provider-context.ts';

/** The parameters of a payment page, validated by all of Stripe's rules. */
type SessionParams = {
  customer: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_metadata: Record<string, string>;
  payment_description: string | null;
  /** Shown next to the button. */
  submit_message: string | null;
  currency: string;
  lines: OrderLine[];
  automatic_tax: boolean;
  success_url: string;
  cancel_url: string;
  expires_at: number;
};

/** Percent added where automatic tax is on. Not a real rate of any place. */
const TAX_PERCENT = 8.5;

const MIN_SECONDS = 30 * 60;
const MAX_SECONDS = 24 * 60 * 60;
/** Tolerance for a clock slightly behind the caller's. */
const SLACK_SECONDS = 2;
const MAX_AMOUNT = 99_999_999;
/** Stripe's minimum amount in cents; zero is allowed. */
const MIN_AMOUNT = 50;
const METADATA = { keys: 50, key: 40, text: 500 };
const KNOWN = new Set([
  'mode',
  'customer',
  'customer_update',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'custom_text',
  'payment_method_types',
  'allowed_payment_method_types',
  'automatic_tax',
  'line_items',
  'success_url',
  'cancel_url',
  'expires_at',
  'expand',
]);
const PLACEHOLDER = '{CHECKOUT_SESSION_ID}';

/**
 * Validates the parameters of POST /v1/checkout/sessions and refuses what Stripe refuses: missing ones, an expiry
 * outside 30 minutes to 24 hours, tax for an existing customer without customer_update, payment methods other than
 * cards, totals under 50 cents, empty texts, and long metadata. It also refuses encoded placeholders, which Stripe
 * would leave as they are. It only knows the parameters that the site uses.
 */
export function readSessionParams(
  body: FormBody,
  now: number,
  productName: (id: string, param: string) => { name: string; description: string | null },
): SessionParams {
  for (const name of Object.keys(body))
    if (!KNOWN.has(name)) throw invalid(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  if (textAt(body, 'mode') !== 'payment') throw required('mode');
  const customer = textAt(body, 'customer') ?? raise(required('customer'));
  if (body['payment_method_types'] !== undefined) {
    throw invalid(
      'payment_method_types',
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types.',
      'payment_method_types_no_longer_supported',
    );
  }
  const methods = listAt(body, 'allowed_payment_method_types');
  if (methods.length !== 1 || methods[0] !== 'card') {
    throw invalid('allowed_payment_method_types', 'This sandbox takes cards only: pass exactly ["card"].');
  }
  const automatic_tax = textAt(body, 'automatic_tax', 'enabled') === 'true';
  if (automatic_tax && textAt(body, 'customer_update', 'address') !== 'auto') {
    throw new ProviderError(
      400,
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
        "Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto'.",
      { code: 'customer_tax_location_invalid' },
    );
  }
  const items = listAt(body, 'line_items');
  if (items.length === 0) throw required('line_items');
  const lines = items.map((item, index) => readLine(item, index, automatic_tax, productName));
  const currencies = new Set(lines.map(({ currency }) => currency));
  if (currencies.size > 1)
    throw invalid('line_items', 'All prices on a Checkout Session must use the same currency.');
  const total = lines.reduce((sum, { line }) => sum + line.amount + line.tax, 0);
  if (total > 0 && total < MIN_AMOUNT)
    throw new ProviderError(
      400,
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
      {
        code: 'amount_too_small',
      },
    );
  if (total > MAX_AMOUNT) throw invalid('line_items', 'The total amount is too large.', 'amount_too_large');

  return {
    customer,
    client_reference_id: textAt(body, 'client_reference_id') ?? null,
    metadata: readMetadata(body['metadata']),
    payment_metadata: readMetadata((body['payment_intent_data'] as FormBody | undefined)?.['metadata']),
    payment_description: readText(
      body,
      ['payment_intent_data', 'description'],
      'payment_intent_data[description]',
      1000,
    ),
    submit_message: readText(
      body,
      ['custom_text', 'submit', 'message'],
      'custom_text[submit][message]',
      1200,
    ),
    currency: lines[0]!.currency,
    lines: lines.map(({ line }) => line),
    automatic_tax,
    success_url: readReturnUrl(body, 'success_url'),
    cancel_url: readReturnUrl(body, 'cancel_url'),
    expires_at: readExpiry(textAt(body, 'expires_at'), now),
  };
}

function readLine(
  item: FormValue,
  index: number,
  taxed: boolean,
  productName: (id: string, param: string) => { name: string; description: string | null },
): { line: OrderLine; currency: string } {
  const at = (...path: string[]) => textAt(item, 'price_data', ...path);
  const name = `line_items[${index}][price_data]`;
  const currency = at('currency') ?? raise(required(`${name}[currency]`));
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`${name}[currency]`, `Invalid currency: ${currency}.`);
  const cents = wholeNumber(
    at('unit_amount') ?? raise(required(`${name}[unit_amount]`)),
    `${name}[unit_amount]`,
  );
  const quantity = wholeNumber(textAt(item, 'quantity') ?? '1', `line_items[${index}][quantity]`);
  const amount = cents * quantity;
  if (amount > MAX_AMOUNT)
    throw invalid(`${name}[unit_amount]`, 'The amount is too large.', 'amount_too_large');
  if (taxed && at('tax_behavior') !== 'exclusive' && at('tax_behavior') !== 'inclusive') {
    throw invalid(`${name}[tax_behavior]`, 'Automatic tax needs the tax behavior of each price.');
  }
  const product = at('product');
  const text = product
    ? productName(product, `${name}[product]`)
    : {
        name:
          filled(at('product_data', 'name'), `${name}[product_data][name]`) ??
          raise(required(`${name}[product_data][name]`)),
        description: filled(at('product_data', 'description'), `${name}[product_data][description]`) ?? null,
      };
  const tax = taxed && at('tax_behavior') === 'exclusive' ? Math.round((amount * TAX_PERCENT) / 100) : 0;
  return { line: { ...text, amount, tax }, currency };
}

function readText(body: FormBody, path: string[], param: string, limit: number): string | null {
  const text = filled(textAt(body, ...path), param);
  if (text === undefined) return null;
  if (text.length > limit)
    throw invalid(param, `Invalid string: must be at most ${limit} characters`, 'parameter_invalid_string');
  return text;
}

/** Stripe refuses an empty text as an attempt to unset a value that was never set. */
function filled(text: string | undefined, param: string): string | undefined {
  if (text === '')
    throw invalid(param, `You passed an empty string for '${param}'.`, 'parameter_invalid_empty');
  return text;
}

function readReturnUrl(body: FormBody, param: 'success_url' | 'cancel_url'): string {
  const url = textAt(body, param) ?? raise(required(param));
  if (!/^https?:\/\//.test(url) || !URL.canParse(url.replaceAll(PLACEHOLDER, 'x'))) {
    throw invalid(param, 'Not a valid URL', 'url_invalid');
  }
  if (/%7BCHECKOUT_SESSION_ID%7D/i.test(url)) {
    throw invalid(param, `The braces of ${PLACEHOLDER} must not be encoded.`, 'url_invalid');
  }
  return url;
}

function readExpiry(text: string | undefined, now: number): number {
  if (text === undefined) return now + MAX_SECONDS;
  const at = wholeNumber(text, 'expires_at');
  if (at - now < MIN_SECONDS - SLACK_SECONDS) {
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  }
  if (at - now > MAX_SECONDS + SLACK_SECONDS) {
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  }
  return at;
}

/** Reads a metadata map; only texts are allowed. */
export function readMetadata(value: FormValue | undefined): Record<string, string> {
  if (value === undefined || typeof value === 'string') return {};
  const metadata: Record<string, string> = {};
  const entries = Object.entries(value);
  if (entries.length > METADATA.keys) throw invalid('metadata', 'You can have up to 50 metadata keys.');
  for (const [key, text] of entries) {
    if (typeof text !== 'string') throw invalid('metadata', 'Metadata values must be texts.');
    if (key.length > METADATA.key || text.length > METADATA.text)
      throw invalid('metadata', 'Metadata keys can have up to 40 characters, and values up to 500.');
    metadata[key] = text;
  }
  return metadata;
}

function wholeNumber(text: string, param: string): number {
  if (!/^\d{1,15}$/.test(text)) throw invalid(param, `Invalid integer: ${text}`, 'parameter_invalid_integer');
  return Number(text);
}

function raise(error: Error): never {
  throw error;
}
