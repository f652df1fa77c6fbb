import { seedEvents } from '#content/seed/events.ts';
import { seedPosts } from '#content/seed/posts.ts';
import { addDays } from '#domain/time/calendar.ts';
import type { Delta } from '#domain/text/notes.ts';
import { savePost } from '../blog/save-post.ts';
import type { Db } from '../db/pool.ts';
import { momentOf } from './instants.ts';
import type { Seeding } from './seeding.ts';
import type { Catalogue } from './seed-catalogue.ts';

/** Seeds events and posts, dated around the seed day. */
export async function seedPublicPages(db: Db, seeding: Seeding, catalogue: Catalogue): Promise<void> {
  await db
    .insertInto('events')
    .values(
      seedEvents.map(({ title, description, date, start_time, end_time, location, url, service }) => ({
        title,
        description,
        start_time: momentOf(seeding, date, start_time),
        end_time: momentOf(seeding, date, end_time),
        location,
        url,
        service_id: service === null ? null : catalogue.services.get(service)!.id,
      })),
    )
    .execute();

  for (const { publish_date, content, ...post } of seedPosts) {
    await savePost(db, {
      ...post,
      // Noon UTC falls on the same calendar date in nearly all zones.
      publish_date: new Date(`${addDays(seeding.today, publish_date.day_offset)}T12:00:00Z`),
      content: content as Delta,
    });
  }
}
