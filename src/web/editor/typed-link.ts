import { safeLink } from '#domain/text/safe-sources.ts';

const HOST = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:]|$)/;
const EMAIL = /^[^\s@/:?#]+@[\w-]+(?:\.[\w-]+)+$/;

/**
 * The target of a link as typed, completed as browsers and mail programs do. Null for a target that is not allowed
 * (product.md §5.12.1) or leads to a page that this site does not have.
 */
export function typedLink(typed: string): string | null {
  const text = typed.trim();
  if (HOST.test(text)) return `https://${text}`;
  if (EMAIL.test(text)) return `mailto:${text}`;
  if (!/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(text)) return null;
  const link = safeLink(text);
  return link === 'about:blank' ? null : link;
}
