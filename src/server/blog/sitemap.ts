import type { PostRow } from './store.ts';
import { xml } from './xml.ts';

/** Pages for search engines, without those that only say 'Coming Soon.'. */
const PAGES = ['/', '/wellness-services', '/about', '/events', '/blog'];
/** Paths that search engines must not crawl: personal pages, and addresses that are not pages. */
const PRIVATE = ['/auth/', '/profile', '/cart', '/checkout/', '/create-account', '/calendar/', '/dev/'];

export function sitemap(posts: readonly PostRow[], site_url: string): string {
  const urls = [
    ...PAGES.map((path) => `  <url><loc>${xml(site_url + path)}</loc></url>`),
    ...posts.map(({ slug, publish_date, updated_at }) => {
      const changed = updated_at ?? publish_date;
      const date = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : '';
      return `  <url><loc>${xml(`${site_url}/blog/${slug}`)}</loc>${date}</url>`;
    }),
  ];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

export function robots(site_url: string): string {
  const lines = ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), ''];
  return [...lines, `Sitemap: ${site_url}/sitemap.xml`, ''].join('\n');
}
