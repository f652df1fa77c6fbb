import type { MetaDescriptor } from 'react-router';
import { practice } from '#content/public/practice.ts';

type PageMeta = {
  /** Name of the screen; "· Sattva & Sage" is added. */
  title: string;
  description?: string;
  /** Path of the canonical address; without it the page has none. */
  path?: string;
  /** Path or address of a 1200 × 630 PNG. */
  image?: string | null;
  type?: 'website' | 'article';
  /** Structured data: one object of schema.org, or several. */
  jsonLd?: object | readonly object[];
  /** For pages that must not be in search results: profile, cart, checkout. */
  noIndex?: boolean;
};

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Origin of absolute addresses, from the root loader; empty when the root failed. */
export function siteUrlOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { siteUrl?: string } | undefined;
  return root?.siteUrl ?? '';
}

/** Title, description, canonical, Open Graph and structured data of a page, for its `meta` export. */
export function pageMeta(
  matches: Matches,
  { title, description, path, image, type = 'website', jsonLd, noIndex = false }: PageMeta,
): MetaDescriptor[] {
  const siteUrl = siteUrlOf(matches);
  const full = `${title} · ${practice.name}`;
  const text = description ?? practice.description;
  const picture = absolute(siteUrl, image ?? '/og/default.png');
  return [
    { title: full },
    { name: 'description', content: text },
    { property: 'og:site_name', content: practice.name },
    { property: 'og:title', content: full },
    { property: 'og:description', content: text },
    { property: 'og:type', content: type },
    { property: 'og:image', content: picture },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(path != null
      ? [
          { tagName: 'link', rel: 'canonical', href: siteUrl + path },
          { property: 'og:url', content: siteUrl + path },
        ]
      : []),
    ...(jsonLd == null ? [] : [jsonLd].flat()).map((data) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...data },
    })),
  ];
}

function absolute(siteUrl: string, address: string): string {
  return address.startsWith('/') ? siteUrl + address : address;
}
