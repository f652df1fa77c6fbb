import type { z } from 'zod';
import type * as schemas from '#contract/users.schemas.ts';
import { practice } from '#content/public/practice.ts';
import type { Address } from '#domain/people/address.ts';
import { validateBirthdate } from '#domain/people/birthdate.ts';
import { localDateOf } from '#domain/time/zone.ts';
import type { AddressCheck } from '../ports/address-check.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { checkAddress } from './check-address.ts';

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
