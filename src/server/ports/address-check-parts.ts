import { type Address, isCompleteAddress, normaliseAddress } from '#domain/people/address.ts';
import { cleanLine } from '#domain/text/typed-text.ts';
import type { AddressCheckResult, TypedAddress } from './address-check.ts';

/** The house number of a line that has it in front: 12-A, 12-34, 1420/1422, 123½, 123 1/2, N6W23001, One. */
const NUMBER =
  /^(\d+[a-z]?(?:[-/](?:\d+[a-z]?|[a-z]))?(?:\s?[¼½¾]|\s+\d\/\d)?|[nsew]\d+[nsew]\d+|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?=\S)/i;

/** Splits a typed address into the parts of product.md §3.1. Takes number and unit off the street line if they are not known. */
export function partsOf(typed: TypedAddress): Address {
  const street = cleanLine(typed.street);
  const known = cleanLine(typed.street_number ?? '');
  const street_number =
    known && street.startsWith(`${known} `)
      ? known
      : (NUMBER.exec(street)?.[1] ?? (/^\d+$/.test(street) ? street : ''));
  const [route, unit] = splitUnit(street.slice(street_number.length).trim());
  return normaliseAddress({
    street_number: /^[nsew]?\d/i.test(street_number) ? street_number.toUpperCase() : street_number,
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

/** Returns the answer when the checker is unavailable: a tidied copy to be confirmed (rules.md §3). */
export const unchecked = (typed: TypedAddress) =>
  ({ status: 'CONFIRM', missing_components: {}, validated_address: partsOf(typed) }) as const;

/** Returns the answer to what is missing or wrong. What is only unknown may be kept. */
export function toFix(typed: TypedAddress, missing_components: Record<string, string>): AddressCheckResult {
  const parts = partsOf(typed);
  const unverified_address = isCompleteAddress(parts) ? parts : null;
  return { status: 'FIX', missing_components, validated_address: null, unverified_address };
}

/** True if suggestion and input are equal apart from spaces and capitals. */
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
