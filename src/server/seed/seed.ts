import { sql } from 'kysely';
import { localDateOf } from '#domain/time/zone.ts';
import { practice } from '#content/public/practice.ts';
import { demo } from '#content/seed/demo-clients.ts';
import type { Config } from '../runtime/config.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import { type Catalogue, seedCatalogue } from './seed-catalogue.ts';
import { seedDemoOwner } from './seed-demo-owner.ts';
import { seedClients } from './seed-clients.ts';
import { seedFormsOf } from './seed-forms.ts';
import { momentOf, type Seeding, type SeedOptions } from './seeding.ts';
import { seedEvents } from '#content/seed/events.ts';
import { seedPosts } from '#content/seed/posts.ts';
import { addDays } from '#domain/time/calendar.ts';
import type { Delta } from '#domain/text/notes.ts';
import { slugOf } from '#domain/text/slug.ts';
import { insertPost } from '../blog/draft-store.ts';

/** Seeds events and posts, dated around the seed day. */
async function seedPublicPages(db: Db, seeding: Seeding, catalogue: Catalogue): Promise<void> {
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
    await insertPost(db, {
      ...post,
      slug: slugOf(post.title),
      // Noon UTC falls on the same calendar date in nearly all zones.
      publish_date: new Date(`${addDays(seeding.today, publish_date.day_offset)}T12:00:00Z`),
      content: content as Delta,
    });
  }
}

type SeedResult = {
  /** False if the practice existed already; then nothing was changed. */
  seeded: boolean;
  /** Sample bookings that found no room on this day, with the reason. */
  skipped: string[];
};

/** An advisory lock, so that processes that start at once on an empty database seed it once. */
const SEED_LOCK = 7_316_001;

/** Inserts `content/seed` if the database has no service yet, in one transaction (rules.md §8). */
export async function seedPractice(db: Db, options: SeedOptions): Promise<SeedResult> {
  return inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx);
    const owner_id = options.samples ? await seedDemoOwner(trx, options) : null;
    const standing = await trx.selectFrom('services').select('id').limit(1).executeTakeFirst();
    if (standing) return { seeded: false, skipped: [] };

    const now = options.clock();
    const seeding: Seeding = { now, today: localDateOf(now, practice.zone), zone: practice.zone };
    const catalogue = await seedCatalogue(trx, seeding);
    const forms = await seedFormsOf(trx, seeding, catalogue);
    await seedPublicPages(trx, seeding, catalogue);
    if (owner_id === null) return { seeded: true, skipped: [] };
    const skipped = await seedClients(trx, seeding, catalogue, forms, { ...options, owner_id });
    return { seeded: true, skipped };
  });
}

/**
 * The demo login that the start prints. Null if it cannot be used: outside of the sandbox, with a hosted identity
 * provider, without the seed, or after the client was deleted.
 */
export async function demoClientToEnter(
  db: Db,
  config: Pick<Config, 'sandbox' | 'AUTH_PROVIDER'>,
): Promise<string | null> {
  if (!config.sandbox || config.AUTH_PROVIDER !== 'embedded') return null;
  const there = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', demo.email)
    .executeTakeFirst();
  return there ? `${demo.email}, password ${demo.password} (${demo.newcomer} is brand new)` : null;
}
