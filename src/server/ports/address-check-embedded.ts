import type { Address } from '#domain/people/address.ts';
import { partsOf, readsAlike, toFix } from './address-check-parts.ts';
import type { AddressCheck, AddressCheckResult } from './address-check.ts';
import { cleanLine } from '#domain/text/typed-text.ts';
import { findZipCode, US_STATES } from './us-zip-codes.ts';

/** Common abbreviations of street suffixes and directions. */
// oxfmt-ignore
const SUFFIXES: Readonly<Record<string, string>> = {
  aly: 'Alley', ave: 'Avenue', av: 'Avenue', blvd: 'Boulevard', bnd: 'Bend', br: 'Branch', brg: 'Bridge',
  cir: 'Circle', cres: 'Crescent', ct: 'Court', cv: 'Cove', dr: 'Drive', expy: 'Expressway',
  fwy: 'Freeway', gln: 'Glen', grn: 'Green', grv: 'Grove', hts: 'Heights', hwy: 'Highway',
  jct: 'Junction', ln: 'Lane', lndg: 'Landing', loop: 'Loop', mdw: 'Meadow', mdws: 'Meadows',
  mnr: 'Manor', pkwy: 'Parkway', pl: 'Place', plz: 'Plaza', pt: 'Point', rd: 'Road', rdg: 'Ridge',
  rte: 'Route', sq: 'Square', st: 'Street', str: 'Street', ter: 'Terrace', trl: 'Trail', tpke: 'Turnpike',
  vly: 'Valley', vw: 'View', way: 'Way', xing: 'Crossing',
};
// oxfmt-ignore
const DIRECTIONS: Readonly<Record<string, string>> = {
  north: 'N', south: 'S', east: 'E', west: 'W', northeast: 'NE', northwest: 'NW', southeast: 'SE',
  southwest: 'SW', n: 'N', s: 'S', e: 'E', w: 'W', ne: 'NE', nw: 'NW', se: 'SE', sw: 'SW',
};

/** Checks against US states, ZIP codes with their city, and street suffixes (rules.md §3). */
export function createEmbeddedAddressCheck(): AddressCheck {
  return {
    check: async (typed) => {
      const parts = partsOf(typed);
      const fix: Record<string, string> = {};
      if (!parts.street_number) fix.street_number = 'the house number is missing';
      if (!parts.route) fix.route = 'the street name is missing';
      if (!parts.city) fix.city = 'the city is missing';

      const state = codeOfState(parts.state);
      if (!parts.state) fix.state = 'the state is missing';
      else if (!state) fix.state = `${parts.state} is not a US state`;

      const zip = /^(\d{5})(?:-\d{4})?$/.exec(parts.zip_code)?.[1];
      const place = zip === undefined ? undefined : await findZipCode(zip);
      if (!parts.zip_code) fix.zip_code = 'the ZIP code is missing';
      else if (!zip) fix.zip_code = 'a ZIP code has five digits';
      else if (!place) fix.zip_code = `there is no ZIP code ${zip}`;
      else if (state && place.state !== state) fix.zip_code = `${zip} is in ${place.state}, not in ${state}`;

      if (Object.keys(fix).length > 0 || !place || !state) return toFix(typed, fix);
      const validated_address: Address = {
        ...parts,
        route: tidyRoute(parts.route),
        subpremise: parts.subpremise,
        city: place.city,
        state,
      };
      const status = readsAlike(typed, validated_address) ? 'ACCEPT' : 'CONFIRM';
      return { status, missing_components: {}, validated_address } satisfies AddressCheckResult;
    },
  };
}

/** Abbreviations that are no beginning of the name, or of two names. */
const SHORT_STATES: Readonly<Record<string, string>> = {
  ALA: 'AL',
  FLA: 'FL',
  MISS: 'MS',
  PENNA: 'PA',
  'W VA': 'WV',
  'WASHINGTON DC': 'DC',
  'WASHINGTON D C': 'DC',
};

/** The code of 'OR', 'Oregon', 'Ore.' or 'N. Mex.'. */
function codeOfState(state: string): string | null {
  const name = cleanLine(state.toUpperCase().replaceAll('.', ' '));
  for (const code of [name.replaceAll(' ', ''), SHORT_STATES[name]])
    if (code !== undefined && Object.hasOwn(US_STATES, code)) return code;
  const words = name.split(' ');
  const isMeant = (full: string) => {
    const parts = full.split(' ');
    return parts.length === words.length && words.every((word, at) => parts[at]!.startsWith(word));
  };
  const meant = Object.keys(US_STATES).filter((code) => isMeant(US_STATES[code]!));
  const exact = meant.find((code) => US_STATES[code] === name);
  return exact ?? (words.at(-1)!.length >= 3 && meant.length === 1 ? meant[0]! : null);
}

/** Formats 'southeast taylor st.' as 'SE Taylor Street'. */
function tidyRoute(route: string): string {
  const words = route.replace(/[.,]+(?=\s|$)/g, '').split(' ');
  const oneCase = route === route.toLowerCase() || route === route.toUpperCase();
  return words
    .map((word, index) => {
      const lower = word.toLowerCase();
      const edge = index === 0 || index === words.length - 1;
      if (edge && words.length > 1 && Object.hasOwn(DIRECTIONS, lower)) return DIRECTIONS[lower];
      if (index > 0 && isSuffixPlace(words, index) && Object.hasOwn(SUFFIXES, lower)) return SUFFIXES[lower];
      return oneCase ? capitalised(lower) : word;
    })
    .join(' ');
}

/** Index of the suffix: the last word, or the one before a trailing direction as in '5th Ave NW'. */
function isSuffixPlace(words: readonly string[], index: number): boolean {
  const after = words.slice(index + 1);
  return after.length === 0 || (after.length === 1 && Object.hasOwn(DIRECTIONS, after[0]!.toLowerCase()));
}

const capitalised = (word: string) => word.replace(/(^|[-'])(\p{L})/gu, (found) => found.toUpperCase());
