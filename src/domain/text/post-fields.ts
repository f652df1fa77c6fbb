/** What a post may say (rules.md §9): the limits that the editor and the server share. */
import { isEmptyNote, type Notes } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';

export const POST_LIMITS = { title: 150, description: 400, picture: 1000, alt: 500, topic: 60, topics: 8 };

type PostFields = { title: string; description: string; hero_image_url: string; content: Notes };

/** Returns a sentence for each field without which a post is not published; none if it is complete. */
export function validatePost(post: PostFields): Partial<Record<keyof PostFields, string>> {
  return {
    ...(slugOf(post.title) === '' && {
      title: 'Please give it a title with a letter from a to z or a digit: its address is made of it.',
    }),
    ...(post.description.trim() === '' && { description: 'Please say in one sentence what it is about.' }),
    ...(post.hero_image_url === '' && { hero_image_url: 'Please choose a picture.' }),
    ...(isEmptyNote(post.content) && { content: 'There’s nothing in it yet.' }),
  };
}
