import { privatePractice } from '#content/private/practice.ts';
import type { Db } from '../db/pool.ts';
import { type MailBody, queueMail } from './outbox.ts';

/**
 * Queues a mail to the practice about something that a person has to know or settle, once per `cause`. With the date as
 * the cause there is at most one mail of a kind per day.
 */
export async function notifyPractice(
  db: Db,
  { kind, cause, mail }: { kind: string; cause: string; mail: MailBody },
  now: Date,
): Promise<void> {
  const to = privatePractice.contact_email;
  await queueMail(db, { ...mail, dedupe_key: `${kind}:${cause}`, kind, user_id: null, to }, now);
}
