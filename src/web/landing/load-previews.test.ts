import { describe, expect, it } from 'vitest';
import { loadPreviews } from '#web/landing/load-previews.ts';

const NOW = new Date('2026-11-22T12:00:00Z');

const event = (id: string, start: string) => ({
  id,
  title: `Event ${id}`,
  description: '',
  start,
  end: start,
  location: 'Secret Studio',
  url: null,
  service_id: null,
  service_type: 'YOGA',
  available_spots: null,
});

const post = (title: string, publish_date: string) => ({
  title,
  publish_date,
  url_path: title.toLowerCase(),
  description: 'Words',
  hero_image_url: '/art/blog-ginger.svg',
});

const apiOf =
  (answers: Record<string, unknown>) =>
  async (path: string): Promise<{ status: number; body: unknown }> =>
    path in answers ? { status: 200, body: answers[path] } : { status: 500, body: { message: 'no' } };

describe('the previews on the landing page', () => {
  it('are the next three events, soonest first', async () => {
    const { events } = await loadPreviews(
      apiOf({
        '/get-events': [
          event('past', '2026-11-01T12:00:00.000Z'),
          event('late', '2026-12-24T12:00:00.000Z'),
          event('b', '2026-12-02T12:00:00.000Z'),
          event('a', '2026-12-01T12:00:00.000Z'),
          event('c', '2026-12-03T12:00:00.000Z'),
        ],
      }),
      NOW,
    );
    expect(events.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('are the latest three posts, newest first, with their addresses', async () => {
    const { posts } = await loadPreviews(
      apiOf({
        '/get-blogs': [
          post('Oldest', '0000-00-00 00:00:00'),
          post('Second', '2026-10-01T12:00:00.000Z'),
          post('First', '2026-11-01T12:00:00.000Z'),
          post('Third', '2026-09-01T12:00:00.000Z'),
        ],
      }),
      NOW,
    );
    expect(posts.map(({ path }) => path)).toEqual(['/blog/first', '/blog/second', '/blog/third']);
  });

  it('are empty if a call fails', async () => {
    expect(await loadPreviews(apiOf({}), NOW)).toEqual({ events: [], posts: [] });
    expect(await loadPreviews(() => Promise.reject(new Error('away')), NOW)).toEqual({
      events: [],
      posts: [],
    });
  });
});
