import { type Address, isBlankAddress, type LooseAddress, normaliseAddress } from '#domain/address.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { AddressCheck } from '../ports/address-check.ts';

/** Checks an address before it is stored. A blank one is none. ADDRESS_INCOMPLETE names what is missing or wrong. */
export async function checkAddress(
  written: LooseAddress | null,
  addresses: AddressCheck,
): Promise<Address | null | Refusal> {
  if (written === null || isBlankAddress(written)) return null;
  const { street_number, route, subpremise, ...place } = normaliseAddress(written);
  const street = `${street_number} ${route}`.trim();
  const result = await addresses.check({ street, unit: subpremise, ...place });
  if (result.status === 'FIX') return refuse('ADDRESS_INCOMPLETE', { details: result.missing_components });
  return result.validated_address;
}
