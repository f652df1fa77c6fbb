/**
 * Phone numbers: US numbers typed in any usual form, others with + and the country code. Stored as E.164; US numbers are
 * shown as (xxx) xxx-xxxx (rules.md §3; product.md §2.17.3).
 */
import { cleanLine } from '#domain/text/typed-text.ts';

/** What a field says before anything is typed, and what it says about a number that it cannot use. */
export const PHONE_HINT = 'A US number, or + and the country code.';
export const PHONE_PROBLEM =
  'Please enter a US phone number, like (503) 555-0142, or one that begins with + and the country code';

/**
 * A typed number, or a part of one, in plain digits and signs: address books wrap a copied number in invisible characters,
 * web pages use other dashes, dots and blanks, some keyboards wide digits.
 */
const plainPhone = (typed: string): string =>
  cleanLine(typed.normalize('NFKC'))
    .replace(/^tel:/i, '')
    .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
    .replace(/[\u00B7\u2022\u2219\u22C5]/g, '.')
    // Not dialled after a country code: +44 (0)20 7946 0958.
    .replace(/^(\+[\d\s]+)\(0\)/, '$1');

/**
 * Parses a typed number to E.164: '+1xxxxxxxxxx' for a US one, whose area and exchange codes start with 2-9. Null if it is
 * neither a US number nor one with + and a country code.
 */
export function toE164(typed: string): string | null {
  const text = plainPhone(typed);
  if (!/^[+\d\s().\-/]*$/.test(text) || /.\+/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+') && !digits.startsWith('1'))
    return /^[2-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

/** Returns the digits of what looks like a phone number or a part of one, however it is written; else null. */
export function phoneDigits(typed: string): string | null {
  const text = plainPhone(typed);
  if (!/^[\d\s().+/-]+$/.test(text)) return null;
  return text.replace(/\D/g, '') || null;
}

/** Formats '+14155550123' as '(415) 555-0123'. Returns any other number unchanged. */
export function formatPhone(phone: string | null | undefined): string {
  const match = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec((phone ?? '').replace(/[\s().-]/g, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : (phone ?? '');
}
