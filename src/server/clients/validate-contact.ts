import { z } from 'zod';
import { type Address, isBlankAddress, type LooseAddress, normaliseAddress } from '#domain/address.ts';
import { toE164 } from '#domain/phone.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { AddressCheck } from '../ports/address-check.ts';

/** Contact fields as staff type them; one that was not sent is undefined. */
type Typed = {
  first_name?: string | undefined;
  last_name?: string | undefined;
  pronouns?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  address?: LooseAddress | null | undefined;
};
/** The same as they are stored. */
export type ContactChanges = {
  first_name?: string;
  last_name?: string;
  pronouns?: string | null;
  phone?: string | null;
  email?: string;
  address?: Address | null;
};

/** As of accounts: lower case, so that one mailbox is one address. */
const emailSchema = z.string().toLowerCase().pipe(z.email());

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Validates contact fields. A blank field means that there is none. INVALID_INPUT names each field. */
export async function validateContact(
  typed: Typed,
  addresses: AddressCheck,
): Promise<ContactChanges | Refusal> {
  const problems: Record<string, string> = {};
  const changes: ContactChanges = {};
  if (typed.first_name !== undefined) changes.first_name = oneLine(typed.first_name);
  if (changes.first_name === '') problems.first_name = 'Please enter a first name.';
  if (typed.last_name !== undefined) changes.last_name = oneLine(typed.last_name);
  if (typed.pronouns !== undefined) changes.pronouns = oneLine(typed.pronouns) || null;
  if (typed.phone !== undefined) {
    const phone = typed.phone === '' ? null : toE164(typed.phone);
    if (phone === null && typed.phone !== '')
      problems.phone = 'Please enter a US phone number, like (503) 555-0142';
    changes.phone = phone;
  }
  if (typed.email !== undefined) {
    const email =
      typed.email === '' ? { success: true as const, data: '' } : emailSchema.safeParse(typed.email);
    if (email.success) changes.email = email.data;
    else problems.email = 'Please enter an e-mail address, like maren@example.com';
  }
  if (Object.keys(problems).length > 0) return refuse('INVALID_INPUT', { details: problems });
  if (typed.address === undefined) return changes;
  if (typed.address === null || isBlankAddress(typed.address)) return { ...changes, address: null };
  const { street_number, route, subpremise, ...place } = normaliseAddress(typed.address);
  const street = `${street_number} ${route}`.trim();
  const result = await addresses.check({ street, unit: subpremise, ...place });
  if (result.status === 'FIX') return refuse('ADDRESS_INCOMPLETE', { details: result.missing_components });
  return { ...changes, address: result.validated_address };
}
