import { isCommonPassword } from '#domain/common-passwords.ts';
import { COMMON, validatePassword as validateByPolicy } from '#domain/password.ts';
import { LEAKED_WORDS } from './leaked-words.ts';

/** The policy that browsers check too, then the longer list of common words, which stays at the server. */
export function validatePassword(password: string): ReturnType<typeof validateByPolicy> {
  const answer = validateByPolicy(password);
  return answer.ok && isCommonPassword(password, LEAKED_WORDS) ? COMMON : answer;
}
