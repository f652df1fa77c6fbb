/**
 * Whether there is a sign in it that PostgreSQL or XML does not take, or that nothing shows: control signs but the tab and
 * the ends of lines, halves of a letter, and what is no letter in any writing.
 */
export function hasOddSign(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the very signs that are refused
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Surrogate}/u.test(text);
}
