import { safeLink } from '#domain/safe-sources.ts';

const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/;
const EMAIL = /^[^\s@/:?#]+@[\w-]+(?:\.[\w-]+)+$/;

/**
 * Where an address leads that somebody typed for a link: what browsers and mail programs complete is completed. Null for
 * what no link can be (spec §5), or would lead to a page of this site that is not there.
 */
export function typedLink(typed: string): string | null {
  const text = typed.trim();
  if (HOST.test(text)) return `https://${text}`;
  if (EMAIL.test(text)) return `mailto:${text}`;
  if (!/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(text)) return null;
  const link = safeLink(text);
  return link === 'about:blank' ? null : link;
}
