import { type Address, normaliseAddress } from '#domain/address.ts';
import type { TypedAddress } from './address-check.ts';

const NUMBER = /^(\d+[a-z]?(?:-\d+[a-z]?)?(?:\s+\d\/\d)?|[nsew]\d+[nsew]\d+)\s+(?=\S)/i;

/** Splits a typed address into the parts of product.md §3.1, taking house number and unit off the street line. */
export function partsOf(typed: TypedAddress): Address {
  const street = typed.street.replace(/\s+/g, ' ').trim();
  const found = NUMBER.exec(street);
  const street_number = found ? found[1]! : /^\d+$/.test(street) ? street : '';
  const rest = street.slice(found ? found[0].length : street_number.length);
  const [route, unit] = splitUnit(rest);
  return normaliseAddress({
    street_number: street_number.toUpperCase(),
    route,
    subpremise: typed.unit.trim() || unit,
    city: typed.city,
    state: typed.state,
    zip_code: typed.zip_code,
  });
}

/**
 * A unit at the end of a street line. Many of these words also occur in street names, so they need a number or a single
 * letter: 'Old Stop Road' has no unit. Libraries that parse whole addresses take minutes for some lines.
 */
const UNIT = new RegExp(
  `[\\s,](?:${[
    '(?:apt|apartment|unit|suite|ste)(?:[.\\s]+#?\\s?[a-z]{1,2}|[.\\s]*#?\\s?[\\w-]*\\d[\\w-]*)',
    '(?:dept|room|rm|floor|fl|building|bldg|hangar|lot|pier|slip|space|spc|stop|trailer|trlr)\\.?\\s#?(?:[a-z]|[\\w-]*\\d[\\w-]*)',
    '#\\s?[\\w-]+',
  ].join('|')})$`,
  'i',
);

/** Splits 'Taylor Street Apt 3B' into 'Taylor Street' and 'Apt 3B'. */
function splitUnit(rest: string): [route: string, unit: string] {
  const at = UNIT.exec(rest)?.index ?? -1;
  if (at <= 0) return [rest, ''];
  return [rest.slice(0, at).replace(/[\s,]+$/, ''), rest.slice(at + 1).trim()];
}

/** The answer when the checker is unavailable: a tidied copy to be confirmed (rules.md §3). */
export const unchecked = (typed: TypedAddress) =>
  ({ status: 'CONFIRM', missing_components: {}, validated_address: partsOf(typed) }) as const;

/** Whether suggestion and input are equal apart from spaces and capitals. */
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
