import { describe, expect, it } from 'vitest';
import { findPost, listPosts } from '#web/blog/read-posts.ts';

const post = (title: string, publish_date: string, content: unknown = { ops: [] }) => ({
  id: title,
  title,
  description: `About ${title}`,
  author: 'Nalini Brandt',
  publish_date,
  hero_image_url: '/art/blog-ginger.svg',
  hero_alt: 'A cup',
  og_image_url: null,
  categories: ['Yoga'],
  url_path: title.toLowerCase(),
  content,
});

const answering =
  (body: unknown, status = 200) =>
  async () => ({ status, body });

describe('the list of posts', () => {
  it('is newest first, with posts without a date last, and without content', async () => {
    const posts = await listPosts(
      answering([
        post('Undated', '0000-00-00 00:00:00'),
        post('Old', '2026-01-05T00:00:00.000Z'),
        post('New', '2026-11-12T00:00:00.000Z'),
      ]),
    );
    expect(posts.map(({ path, date }) => [path, date])).toEqual([
      ['/blog/new', 'Nov 12, 2026'],
      ['/blog/old', 'Jan 5, 2026'],
      ['/blog/undated', ''],
    ]);
    expect(posts[2]!.published).toBeNull();
    expect(JSON.stringify(posts)).not.toContain('ops');
  });

  it.each([
    ['an error of the server', answering({ message: 'no' }, 500)],
    ['no answer', () => Promise.reject(new Error('away'))],
    ['no list', answering('')],
  ])('says "Failed to fetch blogs" for %s', async (_, callApi) => {
    await expect(listPosts(callApi)).rejects.toMatchObject({
      data: 'Failed to fetch blogs',
      init: { status: 503 },
    });
  });
});

describe('one post', () => {
  const ops = [
    { insert: 'First' },
    { insert: '\n', attributes: { header: 2 } },
    { insert: 'Deeper' },
    { insert: '\n', attributes: { header: 3 } },
  ];

  it('is found by its address, its largest heading one level below the title', async () => {
    const found = await findPost(answering([post('Ginger', '2026-01-05T00:00:00.000Z', { ops })]), 'ginger');
    expect(found!.blocks.map((block) => block.kind === 'heading' && block.level)).toEqual([1, 2]);
  });

  it('is null for an unknown address', async () => {
    expect(await findPost(answering([post('Ginger', '2026-01-05')]), 'fennel')).toBeNull();
  });
});
