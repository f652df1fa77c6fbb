import type { Address } from '#domain/address.ts';

/**
 * What a checker says of an address (product.md §3.15, rules.md §3).
 * FIX: `missing_components` maps a field to a short detail, and nothing is suggested. CONFIRM: the suggestion
 * differs from what was typed. ACCEPT: it is the same.
 */
export type AddressCheckResult =
  | { status: 'FIX'; missing_components: Record<string, string>; validated_address: null }
  | { status: 'CONFIRM' | 'ACCEPT'; missing_components: Record<string, never>; validated_address: Address };

/** An address as typed, with one street line (product.md §7.1.3). */
export type TypedAddress = { street: string; unit: string; city: string; state: string; zip_code: string };

/** Checks US addresses. A checker that is away answers CONFIRM with a tidied copy; it never throws. */
export type AddressCheck = { check(address: TypedAddress): Promise<AddressCheckResult> };
