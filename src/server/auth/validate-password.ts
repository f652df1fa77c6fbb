import { isCommonPassword } from '#domain/people/common-passwords.ts';
import { COMMON, validatePassword as validateByPolicy } from '#domain/people/password.ts';
import { LEAKED_WORDS } from './leaked-words.ts';

/** Checks the policy that browsers check too, then a longer list of common words that stays on the server. */
export function validatePassword(password: string, min?: number): ReturnType<typeof validateByPolicy> {
  const answer = validateByPolicy(password, min);
  return answer.ok && isCommonPassword(password, LEAKED_WORDS) ? COMMON : answer;
}
