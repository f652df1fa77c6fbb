import { createDb } from '#server/db/pool.ts';
import { insertStaffSession } from '../../support/staff.ts';
import type { Site } from './site.ts';

/** The token in the cookie of a member of staff, for a week. */
export async function signInStaff(site: Site): Promise<string> {
  const { db, close } = createDb(site.url, { max: 1 });
  const ends_at = new Date(Date.now() + 7 * 86_400_000);
  const { token } = await insertStaffSession(db, 'owner@measured.example', new Date(), ends_at);
  await close();
  return token;
}
