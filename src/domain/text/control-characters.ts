/** Replaces every character that a terminal acts on by U+FFFD. Tabs and line feeds stay. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are replaced
  return text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
}
