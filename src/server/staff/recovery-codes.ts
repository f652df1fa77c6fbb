import { hash, randomBytes } from 'node:crypto';

const CODES = 10;
const BITS_OF_DIGIT = 5;
const DIGITS = 24;
/** Of codes that were made before they had 120 bits. They work until they are replaced. */
const EARLIER_DIGITS = 16;
/** Base32 by Crockford: without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Ten codes of 120 random bits, as 'XXXX-XXXX-XXXX-XXXX-XXXX-XXXX': too many to be guessed from a stolen SHA-256, so they need
 * no slow hash (ASVS 5.0, 6.5.2).
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode);

function newRecoveryCode(): string {
  const bytes = randomBytes((DIGITS * BITS_OF_DIGIT) / 8);
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let digits = '';
  for (let at = 0; at < DIGITS; at += 1) {
    digits += ALPHABET[Number(bits & 31n)];
    bits >>= BigInt(BITS_OF_DIGIT);
  }
  return digits.match(/.{4}/g)!.join('-');
}

/** The hash that is stored; null if the text cannot be a recovery code. Blanks, case and O for 0 do not matter. */
export function hashRecoveryCode(text: string): Buffer | null {
  const digits = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  const isCode =
    [DIGITS, EARLIER_DIGITS].includes(digits.length) &&
    [...digits].every((digit) => ALPHABET.includes(digit));
  return isCode ? hash('sha256', digits, 'buffer') : null;
}
