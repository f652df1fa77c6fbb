/** The password policy (product.md §5.2), its live checklist, and the validation of the sign-up and reset forms. */
import { isCommonPassword } from '#domain/people/common-passwords.ts';

type PasswordRuleId = 'LENGTH' | 'UPPERCASE' | 'LOWERCASE' | 'NUMBER' | 'SPECIAL';
/** label: the line of the checklist. message: the error if this is the first rule that fails. */
type PasswordRule = { id: PasswordRuleId; label: string; message: string };
/** `min`: characters. */
type RuleOf = (min: number) => PasswordRule & { isMet(password: string): boolean };
type PasswordAnswer =
  | { ok: true }
  | { ok: false; reason: PasswordRuleId | 'TOO_LONG' | 'COMMON'; message: string };
type PairAnswer = { ok: true } | { ok: false; message: string };

/** Characters. */
const MIN_PASSWORD = 8;
/** Of staff, who can read about every client (rules.md §9). */
export const MIN_STAFF_PASSWORD = 12;
/** Long passphrases are allowed (rules.md §2); the limit bounds the cost of hashing. */
const MAX_PASSWORD = 256;
export const PASSWORDS_DIFFER = 'Passwords do not match';

const lengthOf = (password: string) => [...password].length;

const lengthRule: RuleOf = (min) => ({
  id: 'LENGTH',
  label: `At least ${min} characters`,
  message: `Password must be at least ${min} characters long`,
  isMet: (password) => lengthOf(password) >= min,
});
const LETTERS: readonly ReturnType<RuleOf>[] = [
  {
    id: 'UPPERCASE',
    label: 'One uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /\p{Lu}/u.test(password),
  },
  {
    id: 'LOWERCASE',
    label: 'One lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /\p{Ll}/u.test(password),
  },
  {
    id: 'NUMBER',
    label: 'One number',
    message: 'Password must contain at least one number',
    isMet: (password) => /\p{Nd}/u.test(password),
  },
  {
    id: 'SPECIAL',
    label: 'One special character',
    message: 'Password must contain at least one special character',
    isMet: (password) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  },
];

const rulesOf = (min: number) => [lengthRule(min), ...LETTERS];

/** Returns the live checklist (product.md §2.8.1). */
export function passwordChecklist(
  password: string,
  min = MIN_PASSWORD,
): { id: PasswordRuleId; label: string; met: boolean }[] {
  return rulesOf(min).map(({ id, label, isMet }) => ({ id, label, met: isMet(password) }));
}

export const COMMON: PasswordAnswer = {
  ok: false,
  reason: 'COMMON',
  message: 'This password is too common. Please choose another one',
};

/**
 * Validates the whole policy. Returns the first rule that fails (product.md §5.2.1), then TOO_LONG, then COMMON
 * (rules.md §2).
 */
export function validatePassword(password: string, min = MIN_PASSWORD): PasswordAnswer {
  const failing = rulesOf(min).find((rule) => !rule.isMet(password));
  if (failing) return { ok: false, reason: failing.id, message: failing.message };
  if (lengthOf(password) > MAX_PASSWORD)
    return {
      ok: false,
      reason: 'TOO_LONG',
      message: `Password must be at most ${MAX_PASSWORD} characters long`,
    };
  return isCommonPassword(password) ? COMMON : { ok: true };
}

/** Validates the sign-up form: the policy first, then the confirmation (product.md §5.2). */
export function validateNewPassword(password: string, confirm: string): PairAnswer {
  const answer = validatePassword(password);
  if (!answer.ok) return { ok: false, message: answer.message };
  return password === confirm ? { ok: true } : { ok: false, message: PASSWORDS_DIFFER };
}

/** Validates the reset form: the confirmation first, then the policy (product.md §5.3; rules.md §2). */
export function validateResetPassword(password: string, confirm: string): PairAnswer {
  if (password !== confirm) return { ok: false, message: PASSWORDS_DIFFER };
  const answer = validatePassword(password);
  return answer.ok ? answer : { ok: false, message: answer.message };
}
