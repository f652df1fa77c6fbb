import type { OutputOf } from '#contract/call.ts';
import type { getBlogs, getEvents } from '#contract/client.calls.ts';
import { formatPublishDate, newestPostsFirst } from '#domain/time/blog-dates.ts';
import type { PagesContext } from '#web/api/pages-context.ts';

const EVENTS_SHOWN = 3;
const POSTS_SHOWN = 3;

export type NextEvent = { id: string; title: string; start: string; location: string; type: string };
export type LatestPost = { title: string; path: string; description: string; picture: string; date: string };

/** The events and posts for the landing page, with only the fields that it shows; empty if a call failed. */
export async function loadPreviews(
  callApi: PagesContext['callApi'],
  now: Date,
): Promise<{ events: NextEvent[]; posts: LatestPost[] }> {
  const [events, posts] = await Promise.all([
    listFrom<OutputOf<typeof getEvents>[number]>(callApi('/get-events')),
    listFrom<OutputOf<typeof getBlogs>[number]>(callApi('/get-blogs')),
  ]);
  return {
    events: events
      .filter((event) => new Date(event.start) > now)
      .toSorted((one, other) => one.start.localeCompare(other.start))
      .slice(0, EVENTS_SHOWN)
      .map(({ id, title, start, location, service_type }) => ({
        id,
        title,
        start,
        location,
        type: service_type ?? 'START',
      })),
    posts: newestPostsFirst(posts)
      .slice(0, POSTS_SHOWN)
      .map((post) => ({
        title: post.title,
        path: `/blog/${post.url_path}`,
        description: post.description,
        picture: post.hero_image_url,
        date: formatPublishDate(post.publish_date),
      })),
  };
}

async function listFrom<T>(answer: ReturnType<PagesContext['callApi']>): Promise<T[]> {
  try {
    const { status, body } = await answer;
    return status === 200 && Array.isArray(body) ? (body as T[]) : [];
  } catch {
    return [];
  }
}
