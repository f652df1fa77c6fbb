/**
 * Names on the screen (product.md §2.11.4, §9.5). Lengths count visible characters, so that no emoji is cut in half.
 */

type Named = { first_name?: string | null; last_name?: string | null };

export const USER_NOT_FOUND = 'User Not Found';
const ELLIPSIS = '…';

const clean = (name: string | null | undefined) => (name ?? '').trim();

let graphemes: Intl.Segmenter | undefined;
/** Splits into visible characters: a family emoji is one. Without Intl.Segmenter it splits into code points. */
function charactersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), (part) => part.segment);
}
const cut = (text: string, length: number) =>
  charactersOf(text).slice(0, length).join('').trimEnd() + ELLIPSIS;

/** Returns first and last name; '' if both are missing. */
export function fullName(user: Named | null | undefined): string {
  return [clean(user?.first_name), clean(user?.last_name)].filter(Boolean).join(' ');
}

/**
 * Returns the name in the dashboard's greeting: the full name up to 40 characters, else the first name up to 20, else
 * its first 12 and an ellipsis. 'User Not Found' if there is no first name.
 */
export function dashboardName(user: Named | null | undefined): string {
  const first = clean(user?.first_name);
  if (!first) return USER_NOT_FOUND;
  const full = fullName(user);
  if (charactersOf(full).length <= 40) return full;
  return charactersOf(first).length <= 20 ? first : cut(first, 12);
}

/**
 * Returns the name in the sidebar's menu: first and last name up to 20 characters, else the first name up to 15, else
 * its first 12 and an ellipsis. 'User Not Found' if there is none.
 */
export function sidebarName(user: Named | null | undefined): string {
  const full = fullName(user);
  if (!full) return USER_NOT_FOUND;
  if (charactersOf(full).length <= 20) return full;
  const first = clean(user?.first_name) || full;
  return charactersOf(first).length > 15 ? cut(first, 12) : first;
}

/** Returns the first name and the last initial: 'Maren O.'; '' if both names are missing (rules.md §9). */
export function shortName(user: Named): string {
  const [first, last] = [clean(user.first_name), clean(user.last_name)];
  if (!first || !last) return first || last;
  return `${first} ${charactersOf(last)[0]!.toUpperCase()}.`;
}

/** Returns the initials: 'M. K.' of 'Maren K.' or 'Maren Keller' (rules.md §9). */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${charactersOf(word)[0]!.toUpperCase()}.`)
    .join(' ');
