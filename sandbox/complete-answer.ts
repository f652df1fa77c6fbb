import { UNUSED_ADDRESS, UNUSED_FIELDS } from './unused-fields.ts';

type Fields = { readonly [name: string]: unknown };

/** Completes an answer with every field that Stripe sends, so that software reading other fields finds them. */
export function completeAnswer(answer: object): object {
  return complete(answer) as object;
}

function complete(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(complete);
  if (!isFields(value)) return value;
  const own = Object.fromEntries(
    // Metadata comes from the caller and has no kind.
    Object.entries(value).map(([name, inner]) => [name, name === 'metadata' ? inner : complete(inner)]),
  );
  const kind = own['object'];
  const unused = typeof kind === 'string' && own['deleted'] !== true ? UNUSED_FIELDS[kind] : undefined;
  return unused ? { ...merge(unused as Fields, own), ...derived(kind as string, own) } : own;
}

/** Fields derived from others. */
function derived(kind: string, own: Fields): Fields {
  if (kind === 'product') return { updated: own['created'] };
  if (kind === 'price') return { unit_amount_decimal: String(own['unit_amount']) };
  if (kind === 'customer' && isFields(own['address']))
    return { address: { ...UNUSED_ADDRESS, ...own['address'] } };
  return {};
}

function merge(unused: Fields, own: Fields): Fields {
  const both = Object.entries(own).map(([name, value]) => {
    const under = unused[name];
    return [name, isFields(under) && isFields(value) ? merge(under, value) : value] as const;
  });
  return { ...unused, ...Object.fromEntries(both) };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
