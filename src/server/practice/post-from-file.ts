import { isLocalDate } from '#domain/calendar.ts';
import { type Delta, isEmptyNote } from '#domain/notes.ts';
import { slugOf } from '#domain/slug.ts';
import { articleFromMarkdown } from './article-from-markdown.ts';
import { hasOddSign } from './odd-signs.ts';
import { imageProblem } from './post-image.ts';
import type { Problem } from './problems.ts';

/** A post as its file tells it; null: the file says nothing about it. */
export type FiledPost = {
  title: string;
  description: string;
  author: string | null;
  /** 'yyyy-MM-dd' */
  date: string | null;
  categories: string[];
  image: string;
  alt: string;
  /** The post to replace, if its title is to change. */
  slug: string | null;
  content: Delta;
};

/** Letters at most. Cards and results of a search cut longer ones. */
const MOST: Readonly<Record<string, number>> = {
  title: 150,
  description: 400,
  author: 100,
  date: 10,
  categories: 200,
  image: 1000,
  alt: 500,
  slug: 200,
};
const NEEDED = ['title', 'description', 'image'];
const MAX_BYTES = 500_000;
const MAX_CATEGORIES = 8;

/** Words that show how, for who has no such file yet. */
const HOW_A_POST_BEGINS = [
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
].join('\n');

/** Reads a whole file before anything is changed by it; every problem is told at once. */
export function postFromFile(
  text: string,
  drawings: readonly string[],
): { ok: true; post: FiledPost } | { ok: false; problems: Problem[] } {
  if (Buffer.byteLength(text) > MAX_BYTES)
    return { ok: false, problems: [{ line: 1, words: 'The file is too long: 500 kB at most.' }] };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const problems: Problem[] = lines.flatMap(problemOfSigns);
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
  if (lines[0]?.trim() !== '---' || end < 0) {
    problems.push({
      line: 1,
      words: `The file has to begin with a head between two lines of ---:\n${HOW_A_POST_BEGINS}`,
    });
    return { ok: false, problems };
  }
  const { values, lineOf } = readHead(lines.slice(1, end), problems);
  const article = articleFromMarkdown(lines.slice(end + 1), end + 2, drawings);
  problems.push(...article.problems);
  if (article.problems.length === 0 && isEmptyNote(article.document))
    problems.push({ line: end + 1, words: 'There are no words after the head.' });

  const value = (name: string) => values.get(name) ?? '';
  const wrong = (name: string, words: string) => void problems.push({ line: lineOf.get(name) ?? 1, words });
  if (value('title') && slugOf(value('title')) === '')
    wrong('title', 'The title needs a letter from a to z or a digit: the address is made of it.');
  if (value('date') && !isLocalDate(value('date'))) wrong('date', 'Write the date as 2026-12-24.');
  const image = value('image') ? imageProblem(value('image'), drawings) : null;
  if (image) wrong('image', image);
  const categories = value('categories')
    .split(',')
    .map((category) => category.trim())
    .filter(Boolean);
  if (categories.length > MAX_CATEGORIES) wrong('categories', `${MAX_CATEGORIES} categories at most.`);
  if (new Set(categories).size < categories.length) wrong('categories', 'A category stands there twice.');
  if (problems.length > 0) return { ok: false, problems };
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

/** What PostgreSQL and XML do not take, and what is left of a letter that was no UTF-8. */
function problemOfSigns(line: string, index: number): Problem[] {
  if (hasOddSign(line)) return [{ line: index + 1, words: 'There is a sign in it that cannot be shown.' }];
  if (line.includes('\uFFFD'))
    return [{ line: index + 1, words: 'There is a sign in it that is no UTF-8. Save the file as UTF-8.' }];
  return [];
}

function readHead(lines: readonly string[], problems: Problem[]) {
  const values = new Map<string, string>();
  const lineOf = new Map<string, number>();
  lines.forEach((raw, index) => {
    const line = index + 2;
    if (raw.trim() === '') return;
    const [, name, given] = /^([a-z]+)\s*:\s*(.*)$/i.exec(raw.trim()) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || !Object.hasOwn(MOST, key)) {
      const known = Object.keys(MOST).join(', ');
      problems.push({ line, words: `The head has lines such as title: words. It knows ${known}.` });
      return;
    }
    if (values.has(key)) problems.push({ line, words: `${key} stands there twice.` });
    const value = unquoted(given!.trim(), key);
    if (value.length > MOST[key]!)
      problems.push({ line, words: `${key} is too long: ${MOST[key]} letters at most.` });
    values.set(key, value);
    lineOf.set(key, line);
  });
  for (const name of NEEDED)
    if (!values.get(name))
      problems.push({ line: lineOf.get(name) ?? 1, words: `The head needs ${name}: words` });
  return { values, lineOf };
}

/** "words", as other programs write them, and [a, b] of a list. */
function unquoted(value: string, key: string): string {
  const list = key === 'categories' ? /^\[(.*)\]$/.exec(value)?.[1] : undefined;
  return (/^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1] ?? list ?? value).trim();
}
