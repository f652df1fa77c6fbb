import { z } from 'zod';
import { POST_LIMITS } from '#domain/text/post-fields.ts';
import { delta, noteInput } from './bookings.schemas.ts';
import {
  action_id,
  clockTime,
  id,
  instant,
  localDate,
  opaque,
  text,
  type CallSchemas,
  version,
} from './schemas.ts';

// Posts as staff write them (rules.md §9). The public call is in blog.schemas.ts.

const params = z.object({ id });

const post = z.object({
  id,
  title: z.string(),
  description: z.string(),
  hero_image_url: z.string(),
  hero_alt: z.string(),
  categories: z.array(z.string()),
  content: delta,
  version,
  updated_at: instant,
  author: z.string(),
  state: z.enum(['DRAFT', 'SCHEDULED', 'PUBLISHED']),
  /** It is published, and what was written since is not. */
  has_changes: z.boolean(),
  publish_at: instant.nullable(),
  /** The date on the blog, 'yyyy-MM-dd'. */
  published_on: z.string().nullable(),
  /** The last part of its address; null: it follows the title. */
  slug: z.string().nullable(),
});
export type StaffPost = z.infer<typeof post>;
const postHead = post.omit({ content: true });
export type PostHead = z.infer<typeof postHead>;

/** Posts to come first, then drafts, then what is published, the newest first. */
export const staffPosts = {
  answer: z.object({ posts: z.array(postHead) }),
  also: [304],
} satisfies CallSchemas;
export const staffPost = { params, answer: post, also: [304] } satisfies CallSchemas;
export const staffCreatePost = {
  body: z.object({ action_id }),
  answer: post,
  status: 201,
} satisfies CallSchemas;
/** A draft may lack anything; one that is to be published by itself stays complete. */
export const staffSavePost = {
  params,
  body: z.object({
    version,
    title: text(POST_LIMITS.title),
    description: text(POST_LIMITS.description),
    hero_image_url: text(POST_LIMITS.picture),
    hero_alt: text(POST_LIMITS.alt),
    categories: z
      .array(text(POST_LIMITS.topic).min(1))
      .max(POST_LIMITS.topics, `Please give it ${POST_LIMITS.topics} topics at most.`),
    content: noteInput,
  }),
  answer: z.object({ version, updated_at: instant }),
} satisfies CallSchemas;
/** `at`: when, on the practice's clock; null: now. */
export const staffPublishPost = {
  params,
  body: z.object({ action_id, version, at: z.object({ date: localDate, time: clockTime }).nullable() }),
  answer: post,
} satisfies CallSchemas;
/** Makes it a draft again: what is published, or was to be. */
export const staffUnpublishPost = {
  params,
  body: z.object({ action_id }),
  answer: post,
} satisfies CallSchemas;
export const staffRemovePost = {
  params,
  body: z.object({ action_id, version }),
  status: 204,
} satisfies CallSchemas;
/** `jpeg`: the file in base64. */
export const staffUploadPicture = {
  body: z.object({ jpeg: opaque(2_000_000) }),
  answer: z.object({ url: z.string() }),
  status: 201,
} satisfies CallSchemas;
