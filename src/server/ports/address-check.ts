import type { Address } from '#domain/people/address.ts';

/**
 * The result of checking an address (product.md §3.15, rules.md §3). FIX: `missing_components` maps a field to a short
 * detail, and there is no suggestion; `unverified_address` is what may be kept all the same, null if a part is missing. CONFIRM: the suggestion differs from the input. ACCEPT: it is the same.
 */
export type AddressCheckResult =
  | {
      status: 'FIX';
      missing_components: Record<string, string>;
      validated_address: null;
      unverified_address: Address | null;
    }
  | { status: 'CONFIRM' | 'ACCEPT'; missing_components: Record<string, never>; validated_address: Address };

/** An address as typed, with one street line (product.md §7.1.3). `street_number`: what this line begins with, if known. */
export type TypedAddress = {
  street_number?: string | undefined;
  street: string;
  unit: string;
  city: string;
  state: string;
  zip_code: string;
};

/** Checks US addresses. It never throws: an unavailable checker returns CONFIRM with a tidied copy. */
export type AddressCheck = { check(address: TypedAddress): Promise<AddressCheckResult> };
