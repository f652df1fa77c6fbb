/**
 * True if a text has a character that PostgreSQL or XML refuses, that a terminal acts on, or that is never visible:
 * control characters other than tab and line ends (U+009B begins terminal commands as ESC does), lone surrogates and
 * noncharacters.
 */
export function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these characters are refused
  return /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFE\uFFFF]|\p{Surrogate}/u.test(text);
}

/** Replaces every character that a terminal acts on by U+FFFD. Tabs and line feeds stay. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are replaced
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
