/** Names on the screen (product.md §2.11.4, §9.5). Lengths count characters as a reader does, never half an emoji. */

type Named = { first_name?: string | null; last_name?: string | null };

export const USER_NOT_FOUND = 'User Not Found';
const ELLIPSIS = '…';

const clean = (name: string | null | undefined) => (name ?? '').trim();

let graphemes: Intl.Segmenter | undefined;
/** What a reader takes for one character: a family emoji is one. Code points where Intl cannot tell. */
function charactersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), (part) => part.segment);
}
const cut = (text: string, length: number) =>
  charactersOf(text).slice(0, length).join('').trimEnd() + ELLIPSIS;

/** First and last name; '' if both are missing. */
export function fullName(user: Named | null | undefined): string {
  return [clean(user?.first_name), clean(user?.last_name)].filter(Boolean).join(' ');
}

/**
 * The dashboard's greeting: the full name up to 40 characters, else the first name up to 20, else its
 * first 12 and an ellipsis; 'User Not Found' if there is no first name.
 */
export function dashboardName(user: Named | null | undefined): string {
  const first = clean(user?.first_name);
  if (!first) return USER_NOT_FOUND;
  const full = fullName(user);
  if (charactersOf(full).length <= 40) return full;
  return charactersOf(first).length <= 20 ? first : cut(first, 12);
}

/**
 * The sidebar's menu: first and last name; over 20 characters the first name, cut to 12 and an ellipsis
 * when over 15; 'User Not Found' if none.
 */
export function sidebarName(user: Named | null | undefined): string {
  const full = fullName(user);
  if (!full) return USER_NOT_FOUND;
  if (charactersOf(full).length <= 20) return full;
  const first = clean(user?.first_name) || full;
  return charactersOf(first).length > 15 ? cut(first, 12) : first;
}
