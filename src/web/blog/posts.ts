import type { Block } from '#domain/text/rich-text.ts';

/** product.md §8.9. Repeated here, because error-messages.ts is in the chunk of the query cache, which the blog does not load. */
export const FAILED = 'Failed to fetch blogs';

/** A post in the list, without its content. */
export type PostHead = {
  title: string;
  path: string;
  description: string;
  author: string;
  /** 'Nov 12, 2026'; '' without a date. */
  date: string;
  /** The same in ISO 8601, or null. */
  published: string | null;
  /** Missing if the post was never changed. */
  updated?: string;
  picture: string;
  picture_alt: string;
};

export type Post = PostHead & { categories: string[]; share_image: string | null; blocks: Block[] };
