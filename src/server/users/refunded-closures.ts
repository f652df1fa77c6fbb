import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keyedHash } from '../runtime/keyed-hash.ts';
import type { Db } from '../db/pool.ts';
import { notifyPractice } from '../mail/notify-practice.ts';
import { repeatedRefundsMail } from '../mail/templates/repeated-refunds.ts';

export const CLOSURES_COUNTED_DAYS = 30;
/** So many deletions with a refund in that time are told to the practice. */
const TOLD_AT = 3;

/**
 * Counts an account that was deleted with a refund, by its address and cards, and tells the practice at the third in
 * 30 days: the provider keeps its fee of each (decision 0020). In the transaction that deletes the account.
 */
export async function countRefundedClosure(
  trx: Db,
  about: { email: string; card_hashes: readonly Buffer[]; app_secret: string; site_url: string },
  now: Date,
): Promise<void> {
  const address = keyedHash(about.app_secret, 'closed-account', plainAddress(about.email));
  const subjects = [address, ...about.card_hashes].toSorted((a, b) => a.compare(b));
  // Two deletions at once: the second one counts the first.
  for (const subject of subjects)
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject.toString('hex')}, 20))`.execute(trx);
  const closure_id = randomUUID();
  await trx
    .insertInto('refunded_closures')
    .values(subjects.map((subject) => ({ subject, closure_id, closed_at: now })))
    .execute();
  const since = new Date(now.getTime() - CLOSURES_COUNTED_DAYS * 86_400_000);
  const counts = await trx
    .selectFrom('refunded_closures')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subject', 'in', subjects)
    .where('closed_at', '>', since)
    .groupBy('subject')
    .execute();
  if (Math.max(...counts.map(({ count }) => Number(count))) !== TOLD_AT) return;
  const mail = repeatedRefundsMail({ days: CLOSURES_COUNTED_DAYS, site_url: about.site_url });
  await notifyPractice(trx, { kind: 'repeated-refunds', cause: closure_id, mail }, now);
}

/** One mailbox in one spelling: without a tag after a plus sign. */
const plainAddress = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');

/** What is older than the time that is counted. */
export async function deleteRefundedClosuresBefore(db: Db, closed_before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refunded_closures')
    .where('closed_at', '<', closed_before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
