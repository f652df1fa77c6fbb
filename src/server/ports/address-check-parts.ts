import { createRequire } from 'node:module';
import { type Address, tidyAddress } from '#domain/address.ts';
import type { TypedAddress } from './address-check.ts';

/** What is used of parse-address: CommonJS without types (node_modules/parse-address/address.js). */
type ParseAddress = {
  parseLocation(text: string): { sec_unit_type?: string; sec_unit_num?: string } | null;
};
const { parseLocation } = createRequire(import.meta.url)('parse-address') as ParseAddress;

const NUMBER = /^(\d+[a-z]?(?:-\d+[a-z]?)?(?:\s+\d\/\d)?|[nsew]\d+[nsew]\d+)\s+(?=\S)/i;

/** A typed address in the parts of spec §3: house number and unit are taken off the street line. */
export function partsOf(typed: TypedAddress): Address {
  const street = typed.street.replace(/\s+/g, ' ').trim();
  const found = NUMBER.exec(street);
  const street_number = found ? found[1]! : /^\d+$/.test(street) ? street : '';
  const rest = street.slice(found ? found[0].length : street_number.length);
  const [route, unit] = splitUnit(rest, street);
  return tidyAddress({
    street_number: street_number.toUpperCase(),
    route,
    subpremise: typed.unit.trim() || unit,
    city: typed.city,
    state: typed.state,
    zip_code: typed.zip_code,
  });
}

/** 'Taylor Street Apt 3B' as 'Taylor Street' and 'Apt 3B'. */
function splitUnit(rest: string, street: string): [route: string, unit: string] {
  const { sec_unit_type: type, sec_unit_num: number } = parseLocation(street) ?? {};
  if (!type || !number || /box/i.test(type)) return [rest, ''];
  const at = rest.toLowerCase().lastIndexOf(type.toLowerCase());
  if (at <= 0) return [rest, ''];
  return [rest.slice(0, at).replace(/[\s,]+$/, ''), rest.slice(at)];
}

/** The checker cannot be asked: a tidied copy to be confirmed (rules.md §3). */
export const unchecked = (typed: TypedAddress) =>
  ({ status: 'CONFIRM', missing_components: {}, validated_address: partsOf(typed) }) as const;

/** Do a suggestion and what was typed read alike? Blanks and capitals do not count. */
export function readsAlike(typed: TypedAddress, suggestion: Address): boolean {
  const plain = (parts: readonly string[]) =>
    parts
      .map((part) =>
        part
          .replace(/[\s,]+/g, ' ')
          .trim()
          .toLowerCase(),
      )
      .filter(Boolean)
      .join(' ');
  const { street_number, route, subpremise, city, state, zip_code } = suggestion;
  return (
    plain([typed.street, typed.unit]) === plain([street_number, route, subpremise]) &&
    plain([typed.city, typed.state, typed.zip_code]) === plain([city, state, zip_code])
  );
}
