import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { keyedHash } from '../runtime/keyed-hash.ts';
import type { Db, Trx } from '../db/pool.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { repeatedRefundsMail } from '../mail/templates/practice-notices.ts';

export const CLOSURES_COUNTED_DAYS = 30;
/** The practice is notified at this many deletions with a refund in this time. */
const NOTICED_AT = 3;

/**
 * Counts an account deletion with a refund by its address and cards, and notifies the practice at the third within 30
 * days, since the provider keeps its fee each time (decision 0020). Runs in the transaction that deletes the account.
 */
export async function countRefundedClosure(
  trx: Trx,
  about: { email: string; card_hashes: readonly Buffer[]; app_secret: string; site_url: string },
  now: Date,
): Promise<void> {
  const address = keyedHash(about.app_secret, 'closed-account', plainAddress(about.email));
  const subjects = [address, ...about.card_hashes].toSorted((a, b) => a.compare(b));
  // Serialises concurrent deletions, so that the second one counts the first.
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
  if (Math.max(...counts.map(({ count }) => Number(count))) !== NOTICED_AT) return;
  const mail = repeatedRefundsMail({ days: CLOSURES_COUNTED_DAYS, site_url: about.site_url });
  await notifyPractice(trx, { kind: 'repeated-refunds', cause: closure_id, mail, clients: [] }, now);
}

/** Normalises a mailbox: drops a tag after a plus sign. */
const plainAddress = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');

/** Deletes counts older than the period. */
export async function deleteRefundedClosuresBefore(db: Db, closed_before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('refunded_closures')
    .where('closed_at', '<', closed_before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
