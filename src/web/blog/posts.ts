import type { Block } from '#domain/rich-text.ts';

/** product.md §8.9. Repeated here because messages.ts comes with the query cache, which the blog never loads. */
export const FAILED = 'Failed to fetch blogs';

/** A post as the list shows it: without its content, which only the post's own page needs. */
export type PostHead = {
  title: string;
  path: string;
  description: string;
  author: string;
  /** 'Nov 12, 2026'; '' if it has none. */
  date: string;
  /** The same for machines: ISO 8601, or null. */
  published: string | null;
  /** Absent if the post was never changed. */
  updated?: string;
  picture: string;
  picture_alt: string;
};

export type Post = PostHead & { categories: string[]; share_image: string | null; blocks: Block[] };
