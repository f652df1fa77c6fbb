import type { z } from 'zod';
import type { staffChangeClient } from '#contract/clients.schemas.ts';
import type { Address } from '#domain/people/address.ts';
import { Refusal } from '../http/refusal.ts';
import type { AddressCheck } from '../ports/address-check.ts';
import { checkAddress } from '../users/check-address.ts';

type Body = z.output<typeof staffChangeClient.body>;
type OfAction = 'action_id' | 'accept_duplicate' | 'base_updated_at';
/** Contact fields as they are stored; one that was not sent is undefined. */
export type ContactChanges = Omit<Body, OfAction | 'address'> & { address?: Address | null };

/** Returns the contact fields of a body. ADDRESS_INCOMPLETE names what is missing or wrong in the address. */
export async function validateContact(
  {
    action_id: _id,
    accept_duplicate: _accept,
    base_updated_at: _base,
    address: typed,
    ...changes
  }: Omit<Body, OfAction> & Partial<Pick<Body, OfAction>>,
  addresses: AddressCheck,
): Promise<ContactChanges | Refusal> {
  if (typed === undefined) return changes;
  const address = await checkAddress(typed, addresses);
  return address instanceof Refusal ? address : { ...changes, address };
}
