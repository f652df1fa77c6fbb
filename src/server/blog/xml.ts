const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or attribute; characters that XML 1.0 does not know are left out. */
export function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- the signs that XML 1.0 does not know
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  );
}
