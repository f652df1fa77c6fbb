import { queryOptions } from '@tanstack/react-query';
import { practice } from '#content/public/practice.ts';
import { staffPost, staffPosts, staffSavePost } from '#contract/staff.calls.ts';
import type { PostHead, StaffPost } from '#contract/posts.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import { formatCalendarDate, formatDayTime } from '#domain/time/date-formats.ts';
import { callStaff } from '#staff/api/call-staff.ts';
import type { SaveResult, Stored } from '#staff/parts/draft-saver.ts';
import { ApiError } from '#web/api/request.ts';
import { isSameNote } from '#web/editor/same-note.ts';

export const postsQuery = queryOptions({
  queryKey: ['staff', 'posts'],
  queryFn: ({ signal }) => callStaff(staffPosts, {}, { signal }),
});

export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['staff', 'post', id],
    queryFn: ({ signal }) => callStaff(staffPost, { params: { id } }, { signal }),
  });

/** The fields of a post as they are typed: the topics are one line. */
export type PostDraft = Pick<StaffPost, 'title' | 'description' | 'hero_image_url' | 'hero_alt'> & {
  categories: string;
  content: Delta;
};

/** 'Herbs, Kitchen' as a list, each topic once. */
export const topicsOf = (typed: string): string[] => [
  ...new Set(typed.split(/\s*,\s*/).filter((topic) => topic.trim() !== '')),
];

/** Whether nothing has to be saved between these two. */
export const isSamePost = ({ content, ...a }: PostDraft, { content: other, ...b }: PostDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b) && isSameNote(content, other, 'ARTICLE');

/** A post as its draft saver sees it. */
export const storedPost = (post: StaffPost): Stored<PostDraft> => ({
  body: {
    title: post.title,
    description: post.description,
    hero_image_url: post.hero_image_url,
    hero_alt: post.hero_alt,
    categories: post.categories.join(', '),
    content: post.content as Delta,
  },
  version: post.version,
  // Of another day, perhaps.
  updated_at: null,
  is_final: false,
});

/** Long enough to send a text or a picture over a slow connection. */
export const TIMEOUT = { timeoutMs: 60_000 };

export const savePost =
  (id: string) =>
  async ({ content, categories, ...fields }: PostDraft, version: number): Promise<SaveResult<PostDraft>> => {
    const body = { ...fields, version, categories: topicsOf(categories), content: JSON.stringify(content) };
    try {
      return { kind: 'SAVED', ...(await callStaff(staffSavePost, { params: { id }, body }, TIMEOUT)) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, status, details, message } = error;
      if (code === 'POST_CHANGED') return { kind: 'CONFLICT', theirs: storedPost(details as StaffPost) };
      if (status === 413) return { kind: 'REFUSED', message: 'This is too long for one post.' };
      // It would be refused again.
      if (status === 422 || status === 404)
        return { kind: 'REFUSED', message: Object.values(details ?? { message }).join(' ') };
      return { kind: 'FAILED', message };
    }
  };

/** 'Thu 10 Dec, 8:00 AM', 'Nov 15, 2026', '–' for a draft. */
export function dateOf({ publish_at, published_on }: PostHead): string {
  if (publish_at !== null) return formatDayTime(publish_at, practice.zone);
  return published_on === null ? '–' : formatCalendarDate(published_on);
}

/** What is said about a post, and its mark. */
export function stateOf({ state, has_changes }: PostHead): { text: string; look: string } {
  if (state === 'DRAFT') return { text: 'Draft', look: 'missing' };
  if (state === 'SCHEDULED') return { text: 'Scheduled', look: 'waiting' };
  return has_changes
    ? { text: 'Changes not published', look: 'first' }
    : { text: 'Published', look: 'quiet' };
}
