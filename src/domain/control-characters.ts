/**
 * Whether there is a sign in a text that PostgreSQL or XML does not take, that a terminal would act on, or that nothing
 * shows: control characters but the tab and the ends of lines (U+009B begins a terminal's commands as ESC does), halves
 * of a letter, and what is no letter in any writing.
 */
export function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the very signs that are refused
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/u.test(text);
}

/** As hasControlCharacter, and also what would let one line of text reorder the words around it (UAX #9 §2). */
export function hasControlCharacterInLine(text: string): boolean {
  return hasControlCharacter(text) || /[\u202A-\u202E\u2066-\u2069]/u.test(text);
}

/** A text for a terminal: whatever it would act on stands there as U+FFFD. Tabs and ends of lines stay. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the very signs that are replaced
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
