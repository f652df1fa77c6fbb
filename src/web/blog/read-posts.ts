import { data } from 'react-router';
import type { OutputOf } from '#contract/call.ts';
import { getBlogs } from '#contract/client.calls.ts';
import { formatPublishDate, newestPostsFirst, publishTime } from '#domain/time/blog-dates.ts';
import { articleBlocksOf } from '#domain/text/rich-text.ts';
import { FAILED, type Post, type PostHead } from '#web/blog/posts.ts';
import type { PagesContext } from '#web/api/pages-context.ts';

// For loaders only: none of this is in the browser's code.

type Blog = OutputOf<typeof getBlogs>[number];
type CallApi = PagesContext['callApi'];

/** Every post, newest first. */
export async function listPosts(callApi: CallApi): Promise<PostHead[]> {
  return newestPostsFirst(await blogsFrom(callApi)).map(headOf);
}

/** The post at a urlPath (product.md §2.1.2); null if there is none. */
export async function findPost(callApi: CallApi, urlPath: string): Promise<Post | null> {
  const blog = (await blogsFrom(callApi)).find(({ url_path }) => url_path === urlPath);
  return blog
    ? {
        ...headOf(blog),
        categories: blog.categories,
        share_image: blog.og_image_url,
        blocks: articleBlocksOf(blog.content),
      }
    : null;
}

/** 'Failed to fetch blogs' (product.md §8.9) is thrown for the screen's error boundary. */
async function blogsFrom(callApi: CallApi): Promise<Blog[]> {
  const answer = await callApi(getBlogs.path).catch(() => null);
  if (answer?.status !== 200 || !Array.isArray(answer.body)) throw data(FAILED, { status: 503 });
  return answer.body as Blog[];
}

function headOf(blog: Blog): PostHead {
  const published = publishTime(blog.publish_date);
  return {
    title: blog.title,
    path: `/blog/${blog.url_path}`,
    description: blog.description,
    author: blog.author,
    date: formatPublishDate(blog.publish_date),
    published: Number.isFinite(published) ? new Date(published).toISOString() : null,
    ...(blog.updated_at ? { updated: blog.updated_at } : {}),
    picture: blog.hero_image_url,
    picture_alt: blog.hero_alt,
  };
}
