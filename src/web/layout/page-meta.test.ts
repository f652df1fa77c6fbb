import { describe, expect, it } from 'vitest';
import { pageMeta } from '#web/layout/page-meta.ts';

const matches = [{ id: 'root', loaderData: { siteUrl: 'https://sattva.example' } }];

describe('meta of a page', () => {
  it('names the screen and the practice', () => {
    expect(pageMeta(matches, { title: 'Blog' })).toContainEqual({ title: 'Blog · Sattva & Sage' });
  });

  it('has absolute addresses: canonical and a PNG for sharing', () => {
    const meta = pageMeta(matches, { title: 'Blog', path: '/blog' });
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://sattva.example/blog' });
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://sattva.example/og/default.png' });
  });

  it('keeps private pages out of search results', () => {
    expect(pageMeta(matches, { title: 'Cart', noIndex: true })).toContainEqual({
      name: 'robots',
      content: 'noindex',
    });
  });

  it('has one or several structured data objects', () => {
    const meta = pageMeta(matches, {
      title: 'About',
      jsonLd: [{ '@type': 'FAQPage' }, { '@type': 'Person' }],
    });
    expect(meta.filter((each) => 'script:ld+json' in each)).toHaveLength(2);
  });
});
