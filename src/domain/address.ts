/** The parts of a US address (product.md §3.1.2), and how they are tidied before the checker is asked. */

export type Address = {
  street_number: string;
  route: string;
  subpremise: string;
  city: string;
  state: string;
  zip_code: string;
};
export type LooseAddress = { [K in keyof Address]?: string | null };

export const ADDRESS_FIELDS = [
  'street_number',
  'route',
  'subpremise',
  'city',
  'state',
  'zip_code',
] as const satisfies readonly (keyof Address)[];

const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

/** Every part trimmed, inner runs of blanks made one, the state upper case. */
export function tidyAddress(address: LooseAddress): Address {
  return {
    street_number: clean(address.street_number),
    route: clean(address.route),
    subpremise: clean(address.subpremise),
    city: clean(address.city),
    state: clean(address.state).toUpperCase(),
    zip_code: clean(address.zip_code),
  };
}

/** All parts blank: allowed, and not checked (rules.md §3). */
export function isBlankAddress(address: LooseAddress | null | undefined): boolean {
  return ADDRESS_FIELDS.every((field) => clean(address?.[field]) === '');
}

/** All parts but the unit are there: enough for a house call (rules.md §5). */
export function isCompleteAddress(address: LooseAddress | null | undefined): boolean {
  return ADDRESS_FIELDS.every((field) => field === 'subpremise' || clean(address?.[field]) !== '');
}

/** Strips a leading 'unit', 'apt' or '#' of a suggested unit (product.md §5.7.3): 'Apt. #4B' is '4B', 'United' stays. */
export function stripUnit(unit: string): string {
  return unit.trim().replace(/^(?:(?:unit|apt)(?![a-z])\.?\s*|#\s*)+/i, '');
}

/** For reading: '12 Oak Street, Apt 4B' and 'Portland, OR 97201'; blank parts leave no comma behind. */
export function addressLines(address: LooseAddress | null | undefined): string[] {
  if (!address) return [];
  const { street_number, route, subpremise, city, state, zip_code } = tidyAddress(address);
  const street = [street_number, route].filter(Boolean).join(' ');
  const unit = stripUnit(subpremise);
  const region = [state, zip_code].filter(Boolean).join(' ');
  return [
    [street, unit && `Apt ${unit}`].filter(Boolean).join(', '),
    [city, region].filter(Boolean).join(', '),
  ].filter(Boolean);
}

/** Do both say the same place? Case, blanks and the word before a unit do not count. */
export function sameAddress(a: LooseAddress, b: LooseAddress): boolean {
  const plain = (address: LooseAddress) => {
    const tidy = tidyAddress(address);
    return ADDRESS_FIELDS.map((field) =>
      (field === 'subpremise' ? stripUnit(tidy[field]) : tidy[field]).toLowerCase(),
    ).join('\n');
  };
  return plain(a) === plain(b);
}
