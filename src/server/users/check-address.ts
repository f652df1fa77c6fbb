import {
  isBlankAddress,
  type LooseAddress,
  normaliseAddress,
  type StoredAddress,
} from '#domain/people/address.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { AddressCheck } from '../ports/address-check.ts';

/**
 * Checks an address before it is stored. A blank one is none. ADDRESS_INCOMPLETE and ADDRESS_UNVERIFIED name what is missing
 * or wrong; what is only unknown is kept if the writer insists.
 */
export async function checkAddress(
  written: LooseAddress | null,
  addresses: AddressCheck,
): Promise<StoredAddress | null | Refusal> {
  if (written === null || isBlankAddress(written)) return null;
  const { street_number, route, subpremise, unverified, ...place } = normaliseAddress(written);
  const street = `${street_number} ${route}`.trim();
  const result = await addresses.check({ street_number, street, unit: subpremise, ...place });
  if (result.status !== 'FIX') return result.validated_address;
  const kept = result.unverified_address;
  if (kept && unverified) return { ...kept, unverified };
  return refuse(kept ? 'ADDRESS_UNVERIFIED' : 'ADDRESS_INCOMPLETE', { details: result.missing_components });
}
