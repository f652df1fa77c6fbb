import type { z } from 'zod';
import type * as schemas from '#contract/users.schemas.ts';
import { practice } from '#content/public/practice.ts';
import { type Address, isBlankAddress, normaliseAddress } from '#domain/address.ts';
import { validateBirthdate } from '#domain/birthdate.ts';
import { localDateOf } from '#domain/zone.ts';
import { toE164 } from '#domain/phone.ts';
import type { AddressCheck } from '../ports/address-check.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

type Written = z.output<typeof schemas.updateUser.body>;

/** The validated fields; a field that was not sent stays undefined. */
type ProfileChanges = {
  first_name?: string;
  last_name?: string;
  pronouns?: string;
  birthdate?: string;
  phone?: string;
  address?: Address | null;
};

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Validates what clients enter about themselves (product.md §5.7, rules.md §3): pronouns, birthdate and phone are
 * required, and the checker must accept an address that is not blank. INVALID_INPUT names each field.
 */
export async function validateProfile(
  written: Written,
  addresses: AddressCheck,
  now: Date,
): Promise<ProfileChanges | Refusal> {
  const problems: Record<string, string> = {};
  const changes: ProfileChanges = {};
  if (written.first_name !== undefined) changes.first_name = oneLine(written.first_name);
  if (written.last_name !== undefined) changes.last_name = oneLine(written.last_name);
  if (written.pronouns !== undefined) {
    changes.pronouns = oneLine(written.pronouns);
    if (!changes.pronouns) problems.pronouns = 'Please enter your pronouns';
  }
  if (written.birthdate !== undefined) {
    const birthdate = validateBirthdate(written.birthdate, localDateOf(now, practice.zone));
    if (birthdate.ok) changes.birthdate = birthdate.date;
    else problems.birthdate = birthdate.message;
  }
  if (written.phone !== undefined) {
    const phone = toE164(written.phone);
    if (phone === null) problems.phone = 'Please enter a US phone number, like (503) 555-0142';
    else changes.phone = phone;
  }
  if (Object.keys(problems).length > 0) return refuse('INVALID_INPUT', { details: problems });
  if (written.address === undefined) return changes;
  if (written.address === null || isBlankAddress(written.address)) return { ...changes, address: null };

  const { street_number, route, subpremise, ...place } = normaliseAddress(written.address);
  const result = await addresses.check({
    street: `${street_number} ${route}`.trim(),
    unit: subpremise,
    ...place,
  });
  if (result.status === 'FIX') return refuse('ADDRESS_INCOMPLETE', { details: result.missing_components });
  return { ...changes, address: result.validated_address };
}
