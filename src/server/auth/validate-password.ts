import { isCommonPassword } from '#domain/common-passwords.ts';
import { COMMON, judgePassword as judgeByPolicy } from '#domain/password.ts';
import { LEAKED_WORDS } from './leaked-words.ts';

/** The policy that browsers check too, then the longer list of common words, which stays at the server. */
export function judgePassword(password: string): ReturnType<typeof judgeByPolicy> {
  const answer = judgeByPolicy(password);
  return answer.ok && isCommonPassword(password, LEAKED_WORDS) ? COMMON : answer;
}
