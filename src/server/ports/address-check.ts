import type { Address } from '#domain/address.ts';

/**
 * The result of checking an address (product.md §3.15, rules.md §3). FIX: `missing_components` maps a field to a short
 * detail, and there is no suggestion. CONFIRM: the suggestion differs from the input. ACCEPT: it is the same.
 */
export type AddressCheckResult =
  | { status: 'FIX'; missing_components: Record<string, string>; validated_address: null }
  | { status: 'CONFIRM' | 'ACCEPT'; missing_components: Record<string, never>; validated_address: Address };

/** An address as typed, with one street line (product.md §7.1.3). */
export type TypedAddress = { street: string; unit: string; city: string; state: string; zip_code: string };

/** Checks US addresses. It never throws: an unavailable checker returns CONFIRM with a tidied copy. */
export type AddressCheck = { check(address: TypedAddress): Promise<AddressCheckResult> };
