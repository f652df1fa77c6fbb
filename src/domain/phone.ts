/**
 * US phone numbers: typed in any usual form, stored as E.164, shown as (xxx) xxx-xxxx (rules.md §3;
 * product.md §2.17.3).
 */

/**
 * Parses a typed US number to '+1xxxxxxxxxx'; null if it is not one. Blanks, dots, dashes, brackets and a leading 1 or
 * +1 are accepted. Area and exchange codes start with 2-9.
 */
export function toE164(typed: string): string | null {
  // Address books wrap a copied number in invisible characters; web pages use longer dashes, some keyboards wide
  // digits.
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-');
  if (!/^\s*(?:\+\s*1|1)?[\s().\-/]*\d[\d\s().\-/]*$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

/** Formats '+14155550123' as '(415) 555-0123'. Returns any other number unchanged. */
export function formatPhone(phone: string | null | undefined): string {
  const match = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec((phone ?? '').replace(/[\s().-]/g, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : (phone ?? '');
}
