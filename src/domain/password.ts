/** The password policy (product.md §5.2), its live checklist, and the two pairs of fields that set a password. */
import { isCommonPassword } from '#domain/common-passwords.ts';

type PasswordRuleId = 'LENGTH' | 'UPPERCASE' | 'LOWERCASE' | 'NUMBER' | 'SPECIAL';
/** label: the checklist's line. message: what is shown when it is the first to fail. */
type PasswordRule = { id: PasswordRuleId; label: string; message: string };
type PasswordAnswer =
  { ok: true } | { ok: false; reason: PasswordRuleId | 'TOO_LONG' | 'COMMON'; message: string };
type PairAnswer = { ok: true } | { ok: false; message: string };

/** Characters. */
const MIN_PASSWORD = 8;
/** Long passphrases are welcome (rules.md §2); beyond this only the hash would pay. */
const MAX_PASSWORD = 256;
export const PASSWORDS_DIFFER = 'Passwords do not match';

const lengthOf = (password: string) => [...password].length;

const RULES: readonly (PasswordRule & { isMet(password: string): boolean })[] = [
  {
    id: 'LENGTH',
    label: 'At least 8 characters',
    message: 'Password must be at least 8 characters long',
    isMet: (password) => lengthOf(password) >= MIN_PASSWORD,
  },
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

/** The live checklist (product.md §2.8.1). */
export function passwordChecklist(password: string): { id: PasswordRuleId; label: string; met: boolean }[] {
  return RULES.map(({ id, label, isMet }) => ({ id, label, met: isMet(password) }));
}

export const COMMON: PasswordAnswer = {
  ok: false,
  reason: 'COMMON',
  message: 'This password is too common. Please choose another one',
};

/** The whole policy: the first failing rule is named (product.md §5.2.1), then too long, then very common (rules.md §2). */
export function validatePassword(password: string): PasswordAnswer {
  const failing = RULES.find((rule) => !rule.isMet(password));
  if (failing) return { ok: false, reason: failing.id, message: failing.message };
  if (lengthOf(password) > MAX_PASSWORD)
    return {
      ok: false,
      reason: 'TOO_LONG',
      message: `Password must be at most ${MAX_PASSWORD} characters long`,
    };
  return isCommonPassword(password) ? COMMON : { ok: true };
}

/** Sign-up: the policy first, then the confirmation (product.md §5.2). */
export function validateNewPassword(password: string, confirm: string): PairAnswer {
  const answer = validatePassword(password);
  if (!answer.ok) return { ok: false, message: answer.message };
  return password === confirm ? { ok: true } : { ok: false, message: PASSWORDS_DIFFER };
}

/** Reset: the confirmation first, then the length and the rest of the policy (product.md §5.3; rules.md §2). */
export function validateResetPassword(password: string, confirm: string): PairAnswer {
  if (password !== confirm) return { ok: false, message: PASSWORDS_DIFFER };
  const answer = validatePassword(password);
  return answer.ok ? answer : { ok: false, message: answer.message };
}
