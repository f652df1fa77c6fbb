import { isLocalDate } from '#domain/time/calendar.ts';
import { type Delta, isEmptyNote } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import { articleFromMarkdown } from './article-from-markdown.ts';
import { type FileError, fileWithHead } from '../input-file.ts';
import { imageProblem } from './post-image.ts';

/** A post as parsed from its file. Null means that the file does not set the field. */
export type ParsedPost = {
  title: string;
  description: string;
  author: string | null;
  /** 'yyyy-MM-dd' */
  date: string | null;
  categories: string[];
  image: string;
  alt: string;
  /** The post to replace when its title changes. */
  slug: string | null;
  content: Delta;
};

const HEAD = {
  // Cards and search results cut longer ones.
  most: {
    title: 150,
    description: 400,
    author: 100,
    date: 10,
    categories: 200,
    image: 1000,
    alt: 500,
    slug: 200,
  },
  needed: ['title', 'description', 'image'],
  lists: ['categories'],
  most_bytes: 500_000,
  example: [
    '---',
    'title: Keeping tulsi alive',
    'description: One sentence for the list of posts.',
    'date: 2026-12-24 (today if left out)',
    'author: (the practitioner if left out)',
    'categories: Herbalism, Growing',
    'image: /art/blog-tulsi.svg',
    'alt: What the picture shows.',
    '---',
    'The words of the post.',
  ].join('\n'),
};
const MAX_CATEGORIES = 8;

/** Parses a whole file before anything is changed, and reports all errors at once. */
export function postFromFile(
  text: string,
  drawings: readonly string[],
): { ok: true; post: ParsedPost } | { ok: false; errors: FileError[] } {
  const errors: FileError[] = [];
  const file = fileWithHead(text, HEAD, errors);
  if (!file) return { ok: false, errors };
  const { value, lineOf, body, firstLine } = file;
  const article = articleFromMarkdown(body, firstLine, drawings);
  errors.push(...article.errors);
  if (article.errors.length === 0 && isEmptyNote(article.document))
    errors.push({ line: firstLine - 1, message: 'There is no text after the head.' });

  const report = (name: string, message: string) => void errors.push({ line: lineOf(name), message });
  if (value('title') && slugOf(value('title')) === '')
    report('title', 'The title needs a letter from a to z or a digit: the address is made of it.');
  if (value('date') && !isLocalDate(value('date'))) report('date', 'Write the date as 2026-12-24.');
  const image = value('image') ? imageProblem(value('image'), drawings) : null;
  if (image) report('image', image);
  const categories = value('categories')
    .split(',')
    .map((category) => category.trim())
    .filter(Boolean);
  if (categories.length > MAX_CATEGORIES) report('categories', `${MAX_CATEGORIES} categories at most.`);
  if (new Set(categories).size < categories.length) report('categories', 'A category appears twice.');
  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    post: {
      title: value('title'),
      description: value('description'),
      author: value('author') || null,
      date: value('date') || null,
      categories,
      image: value('image'),
      alt: value('alt'),
      slug: value('slug') || null,
      content: article.document,
    },
  };
}
