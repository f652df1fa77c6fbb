/** US addresses (product.md §3.1.2): normalisation before the address check, comparison, display. */
import { cleanLine } from '#domain/text/typed-text.ts';

export type Address = {
  street_number: string;
  route: string;
  subpremise: string;
  city: string;
  state: string;
  zip_code: string;
};
/** `unverified`: the client or staff kept it though the check does not know it. */
export type StoredAddress = Address & { unverified?: true };
export type LooseAddress = { [K in keyof Address]?: string | null | undefined } & {
  unverified?: boolean | undefined;
};

export const ADDRESS_FIELDS = [
  'street_number',
  'route',
  'subpremise',
  'city',
  'state',
  'zip_code',
] as const satisfies readonly (keyof Address)[];

const clean = (text: string | null | undefined) => cleanLine(text ?? '');

/** Cleans every part, puts the state in upper case and one hyphen into a ZIP code. A missing part becomes ''. */
export function normaliseAddress(address: LooseAddress): StoredAddress {
  return {
    street_number: clean(address.street_number),
    route: clean(address.route),
    subpremise: clean(address.subpremise),
    city: clean(address.city),
    state: clean(address.state).toUpperCase(),
    zip_code: clean(address.zip_code).replace(/^(\d{5})[\s\p{Pd}\u2212]*(\d{4})$/u, '$1-$2'),
    ...(address.unverified ? { unverified: true } : {}),
  };
}

/** True if every part is blank. A blank address is allowed and is not checked (rules.md §3). */
export function isBlankAddress(address: LooseAddress | null | undefined): boolean {
  return ADDRESS_FIELDS.every((field) => clean(address?.[field]) === '');
}

/** True if every part except the unit is given, as a house call requires (rules.md §5). */
export function isCompleteAddress(address: LooseAddress | null | undefined): boolean {
  return ADDRESS_FIELDS.every((field) => field === 'subpremise' || clean(address?.[field]) !== '');
}

/**
 * Strips a leading 'unit', 'apt' or '#' from a suggested unit (product.md §5.7.3): 'Apt. #4B' becomes '4B', 'United'
 * stays.
 */
export function stripUnit(unit: string): string {
  return unit.trim().replace(/^(?:(?:unit|apt)(?![a-z])\.?\s*|#\s*)+/i, '');
}

/**
 * Formats the address for display: ['12 Oak Street, Apt 4B', 'Portland, OR 97201']. Blank parts leave no comma behind.
 */
export function addressLines(address: LooseAddress | null | undefined): string[] {
  if (!address) return [];
  const { street_number, route, subpremise, city, state, zip_code } = normaliseAddress(address);
  const street = [street_number, route].filter(Boolean).join(' ');
  const unit = stripUnit(subpremise);
  const region = [state, zip_code].filter(Boolean).join(' ');
  return [
    [street, unit && `Apt ${unit}`].filter(Boolean).join(', '),
    [city, region].filter(Boolean).join(', '),
  ].filter(Boolean);
}

/** Returns what stands behind an address that is not verified. */
export const verificationMark = (address: LooseAddress | null | undefined): string =>
  address?.unverified ? ' (not verified)' : '';

/** True if both name the same place. Case, blanks and the word before a unit do not count. */
export function isSameAddress(a: LooseAddress, b: LooseAddress): boolean {
  const plain = (address: LooseAddress) => {
    const tidy = normaliseAddress(address);
    return ADDRESS_FIELDS.map((field) =>
      (field === 'subpremise' ? stripUnit(tidy[field]) : tidy[field]).toLowerCase(),
    ).join('\n');
  };
  return plain(a) === plain(b);
}
