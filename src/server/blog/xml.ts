const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for an element or attribute. Drops characters that XML 1.0 does not allow. */
export function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 does not allow these characters
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '')
      .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
  );
}
