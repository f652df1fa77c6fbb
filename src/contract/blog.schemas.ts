import { z } from 'zod';
import { delta } from './bookings.schemas.ts';
import type { CallSchemas } from './schemas.ts';

/** A post (product.md §3.12). publish_date is ISO 8601 in UTC, or '0000-00-00 00:00:00' (counts as oldest). */
const blog = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  publish_date: z.string(),
  /** ISO 8601 in UTC; absent if the post was never changed. */
  updated_at: z.string().optional(),
  hero_image_url: z.string(),
  hero_alt: z.string(),
  og_image_url: z.string().nullable(),
  categories: z.array(z.string()),
  /** urlPath: the title as slug, unique. */
  url_path: z.string(),
  content: delta,
});
export type Blog = z.infer<typeof blog>;

export const getBlogs = { answer: z.array(blog) } satisfies CallSchemas;
