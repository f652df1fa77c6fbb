import { z } from 'zod';
import type { Address } from '#domain/people/address.ts';
import { readsAlike, toFix, unchecked } from './address-check-parts.ts';
import type { AddressCheck, AddressCheckResult, TypedAddress } from './address-check.ts';

type GoogleAddressOptions = {
  key: string;
  /** Base address of the service; Google's own by default. */
  url?: string | undefined;
  timeout_ms?: number;
  /** Called with the reason when the service could not be used. */
  onFailure?: (reason: string) => void;
};

const GOOGLE = 'https://addressvalidation.googleapis.com';
const TIMEOUT_MS = 3000;

/** Maps Google's component types to our fields. */
const FIELDS = {
  street_number: 'street_number',
  route: 'route',
  subpremise: 'subpremise',
  locality: 'city',
  administrative_area_level_1: 'state',
  postal_code: 'zip_code',
} as const satisfies Record<string, keyof Address>;
const WORDS: Readonly<Record<keyof Address, string>> = {
  street_number: 'the house number is missing',
  route: 'the street name is missing',
  subpremise: 'the apartment or suite is missing',
  city: 'the city is missing',
  state: 'the state is missing',
  zip_code: 'the ZIP code is missing',
};
const NEEDED = ['street_number', 'route', 'city', 'state', 'zip_code'] as const satisfies (keyof Address)[];

const answerSchema = z.object({
  result: z.object({
    address: z.object({
      postalAddress: z.object({ administrativeArea: z.string(), locality: z.string() }).partial().optional(),
      addressComponents: z
        .array(
          z.object({
            componentName: z.object({ text: z.string() }),
            componentType: z.string(),
            confirmationLevel: z.string().optional(),
          }),
        )
        .default([]),
      missingComponentTypes: z.array(z.string()).default([]),
    }),
  }),
});
type Answer = z.output<typeof answerSchema>;

/**
 * Checks addresses with Google's Address Validation. Missing or wrong parts are FIX. If the service is slow,
 * unavailable or returns nonsense, the answer is a tidied copy to confirm, so that sign-up is never blocked (rules.md
 * §3).
 */
export function createGoogleAddressCheck(options: GoogleAddressOptions): AddressCheck {
  const { key, url = GOOGLE, timeout_ms = TIMEOUT_MS, onFailure = () => undefined } = options;
  return {
    check: async (typed) => {
      try {
        const response = await fetch(`${url.replace(/\/$/, '')}/v1:validateAddress`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
          body: JSON.stringify({
            address: {
              regionCode: 'US',
              addressLines: [typed.street, typed.unit].filter(Boolean),
              locality: typed.city,
              administrativeArea: typed.state,
              postalCode: typed.zip_code,
            },
          }),
          signal: AbortSignal.timeout(timeout_ms),
        });
        if (!response.ok) {
          onFailure(`the address service answered ${response.status}`);
          return unchecked(typed);
        }
        return resultFrom(answerSchema.parse(await response.json()), typed);
      } catch (error) {
        onFailure(error instanceof Error ? error.name : 'unknown');
        return unchecked(typed);
      }
    },
  };
}

function resultFrom({ result: { address } }: Answer, typed: TypedAddress): AddressCheckResult {
  const fix: Record<string, string> = {};
  const found: Address = { street_number: '', route: '', subpremise: '', city: '', state: '', zip_code: '' };
  for (const { componentType, componentName, confirmationLevel } of address.addressComponents) {
    if (!Object.hasOwn(FIELDS, componentType)) continue;
    const field = FIELDS[componentType as keyof typeof FIELDS];
    found[field] = componentName.text;
    if (confirmationLevel === 'UNCONFIRMED_AND_SUSPICIOUS')
      fix[field] = `${componentName.text} could not be found`;
  }
  found.state = address.postalAddress?.administrativeArea ?? found.state;
  // A part of a city, such as Brooklyn, is not a locality, but mail can be addressed to it.
  found.city ||= address.postalAddress?.locality ?? '';
  for (const type of address.missingComponentTypes) {
    if (!Object.hasOwn(FIELDS, type)) continue;
    const field = FIELDS[type as keyof typeof FIELDS];
    fix[field] = WORDS[field];
  }
  // A post office box is complete without house and street, but cannot be visited.
  for (const field of NEEDED) if (!found[field]) fix[field] ??= WORDS[field];
  if (Object.keys(fix).length > 0) return toFix(typed, fix);
  const status = readsAlike(typed, found) ? 'ACCEPT' : 'CONFIRM';
  return { status, missing_components: {}, validated_address: found };
}
