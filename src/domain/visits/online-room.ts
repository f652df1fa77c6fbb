import { cleanLine } from '#domain/text/typed-text.ts';

/** Longest address of a room, and longest line of what to know. */
export const ROOM_LIMIT = 500;
export const KNOW_LIMIT = 300;

/** As browsers copy it: they write other letters as %C3%A9. */
const ROOM = /^https:\/\/[a-z\d.-]+(?::\d+)?(?:[/?#][\x21-\x7E]*)?$/i;

/** Says what is wrong with the typed address of a room; null for a good one and for none. */
export function roomProblem(typed: string): string | null {
  const text = cleanLine(typed);
  if (text === '') return null;
  if (/^https:\/\/[^/?#]*@/i.test(text)) return 'Please leave out the user name and the password.';
  return ROOM.test(text) ? null : 'Please enter an address that begins with https://';
}
