import { createHash } from 'node:crypto';

/** The inline scripts and styles of a page, which only its policy allows. */
type Inline = { readonly scripts: readonly string[]; readonly styles: readonly string[] };

/** Scripts that a browser may run, also those that the page itself inserts later; and style sheets. */
export function inlineOf(html: string): Inline {
  const texts = (element: string, isMeant: (attributes: string) => boolean) =>
    [...html.matchAll(new RegExp(`<${element}\\b([^>]*)>([^]*?)</${element}`, 'g'))]
      .filter(([, attributes]) => isMeant(attributes!))
      .map(([, , text]) => text!);
  return {
    // What search engines read is data, which no policy stops.
    scripts: texts('script', (attributes) => !/ src=|application\/ld\+json/.test(attributes)),
    styles: texts('style', () => true),
  };
}

/** The hashes that a policy allows, by the directive. */
export function hashesIn(policy: string): Record<keyof Inline, string[]> {
  const of = (directive: string) =>
    new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.match(/(?<=')sha256-[^']+/g) ?? [];
  return { scripts: [...of('script-src')], styles: [...of('style-src')] };
}

export const hashOf = (text: string): string =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Inline scripts and style sheets that the policy of the page stops. */
export function stoppedBy(policy: string, html: string): string[] {
  const allowed = hashesIn(policy);
  const inline = inlineOf(html);
  return (['scripts', 'styles'] as const).flatMap((kind) =>
    inline[kind].filter((text) => !allowed[kind].includes(hashOf(text))),
  );
}
