import { formatCalendarDate } from '#domain/time/date-formats.ts';
import { type Notes, parseNotes } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { practice as content } from '#content/public/practice.ts';
import { replacePost, savePost } from '../../blog/save-post.ts';
import { deletePost, type PostRow, selectPost, selectPosts } from '../../blog/store.ts';
import type { Db } from '../../db/pool.ts';
import { inTransaction } from '../../db/transactions.ts';
import { markdownOf } from '../../export/markdown.ts';
import { type AdminDeps, type Command, done, listing, type Outcome, usageError } from '../command.ts';
import { formatFileErrors, headOf, readInputFile } from '../input-file.ts';
import { shareImageOf } from './post-image.ts';
import { type ParsedPost, postFromFile } from './post-from-file.ts';

const VISIBLE_SOON = 'It is on the site within 15 seconds.';

export const posts = listing({
  name: 'posts',
  summary: 'the posts of the blog, newest first: address, date, title',
  empty: 'There are no posts.',
  async lines({ db }) {
    const found = await selectPosts(db);
    return found.map((each) => `${each.slug}  ${dateOf(each)}  ${each.title}`);
  },
});

export const post: Command = {
  name: 'post',
  usage: 'FILE.md | show SLUG | remove SLUG',
  summary:
    'put a post from a Markdown file on the blog, in place of the one of that title if there is one; print one as such a file; take one away (see: posts)',
  async run(deps, [first, slug, ...more]) {
    if (!first || more.length > 0) return usageError('Say post FILE.md, post show SLUG or post remove SLUG.');
    if (first === 'show') return await showPost(deps.db, slug);
    if (first === 'remove') return await removePost(deps.db, slug);
    if (slug !== undefined) return usageError('Name one file. A name with blanks stands in quotes.');
    return await publishPost(deps, first);
  },
};

async function publishPost(deps: AdminDeps, path: string): Promise<Outcome> {
  const { db, zone, now, site_url, drawings } = deps;
  const file = await readInputFile(deps, path);
  if (!file.ok) return usageError(file.message);
  const read = postFromFile(file.text, drawings);
  if (!read.ok) return usageError(formatFileErrors(path, read.errors));
  const { post: parsed } = read;
  const today = localDateOf(now, zone);
  return await inTransaction(db, async (trx) => {
    const there = await selectPost(trx, parsed.slug ?? slugOf(parsed.title));
    const refused = refusalOf(parsed, there);
    if (refused) return usageError(refused);
    const date = parsed.date ?? (there ? there.publish_date?.toISOString().slice(0, 10) : today) ?? null;
    const row = rowOf(parsed, date, there);
    const slug = there ? await replacePost(trx, there.slug, row, now) : await savePost(trx, row);
    const lines = [
      `${there ? 'Changed' : 'Published'}: ${parsed.title}`,
      `${site_url}/blog/${slug}`,
      VISIBLE_SOON,
    ];
    if (date !== null && date > today)
      lines.push(`Its date, ${formatCalendarDate(date)}, is still to come; it is seen all the same.`);
    return done(...lines);
  });
}

/** Refuses to overwrite a different post whose title yields the same address. */
function refusalOf({ title, slug }: ParsedPost, there: PostRow | undefined): string | null {
  if (slug !== null && !there)
    return `There is no post ${slug} to replace. See: posts. For a new post leave slug out; its address comes from its title.`;
  if (slug === null && there && there.title !== title)
    return (
      `The address /blog/${there.slug} belongs to “${there.title}”. To replace that post put slug: ${there.slug} into the ` +
      'head; to keep both give this one another title.'
    );
  return null;
}

function rowOf(parsed: ParsedPost, date: string | null, there: PostRow | undefined) {
  const { title, description, categories, image, alt } = parsed;
  // The share picture has the post's title drawn into it.
  const isSame = there?.title === title && there.hero_image_url === image;
  return {
    title,
    description,
    author: parsed.author ?? content.practitioner.name,
    // Noon UTC falls on the same calendar date in nearly all zones.
    publish_date: date === null ? null : new Date(`${date}T12:00:00Z`),
    hero_image_url: image,
    hero_alt: alt,
    og_image_url: isSame ? there.og_image_url : shareImageOf(image),
    categories,
    content: parsed.content,
  };
}

async function showPost(db: Db, slug: string | undefined): Promise<Outcome> {
  const found = slug ? await selectPost(db, slug) : undefined;
  return found ? done(fileOf(found).trimEnd()) : usageError(`There is no post ${slug ?? ''}. See: posts`);
}

async function removePost(db: Db, slug: string | undefined): Promise<Outcome> {
  const gone = slug ? await deletePost(db, slug) : undefined;
  if (!gone) return usageError(`There is no post ${slug ?? ''}. See: posts`);
  return done(
    `Removed: ${gone.title}. The site forgets it within 15 seconds. It was:`,
    '',
    fileOf(gone).trimEnd(),
  );
}

/** Formats a post so that `post` reads it back. The slug keeps its address when the title changes. */
function fileOf(row: PostRow): string {
  const head = headOf([
    ['title', row.title],
    ['description', row.description],
    ['date', row.publish_date?.toISOString().slice(0, 10) ?? ''],
    ['author', row.author],
    ['categories', row.categories.join(', ')],
    ['image', row.hero_image_url],
    ['alt', row.hero_alt],
    ['slug', row.slug],
  ]);
  return `${head}\n${markdownOf(parseNotes(row.content as Notes), null, 'ARTICLE')}`;
}

const dateOf = ({ publish_date }: PostRow) =>
  publish_date ? formatCalendarDate(publish_date.toISOString().slice(0, 10)) : 'no date';
