import type { z } from 'zod';
import type * as schemas from '#contract/users.schemas.ts';
import { practice } from '#content/public/practice.ts';
import {
  type Address,
  isBlankAddress,
  type LooseAddress,
  normaliseAddress,
  type StoredAddress,
} from '#domain/people/address.ts';
import { validateBirthdate } from '#domain/people/birthdate.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { AddressCheck } from '../ports/address-check.ts';
import { Refusal, refuse } from '../http/refusal.ts';

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

/** What the contract has parsed. A field that was not sent is undefined. */
type Written = z.output<typeof schemas.updateUser.body>;
type ProfileChanges = Omit<Written, 'address'> & { address?: Address | null };

/**
 * Validates what clients enter about themselves (product.md §5.7, rules.md §3): pronouns, birthdate and phone are
 * required, and the checker must accept an address that is not blank. INVALID_INPUT names each field.
 */
export async function validateProfile(
  { address: written, ...fields }: Written,
  addresses: AddressCheck,
  now: Date,
): Promise<ProfileChanges | Refusal> {
  const problems: Record<string, string> = {};
  const changes: ProfileChanges = fields;
  if (fields.pronouns === '') problems.pronouns = 'Please enter your pronouns';
  if (fields.birthdate !== undefined) {
    const birthdate = validateBirthdate(fields.birthdate, localDateOf(now, practice.zone));
    if (birthdate.ok) changes.birthdate = birthdate.date;
    else problems.birthdate = birthdate.message;
  }
  if (Object.keys(problems).length > 0) return refuse('INVALID_INPUT', { details: problems });
  if (written === undefined) return changes;
  const address = await checkAddress(written, addresses);
  return address instanceof Refusal ? address : { ...changes, address };
}
