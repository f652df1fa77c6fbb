import { privatePractice } from '#content/private/practice.ts';
import type { Db } from '../db/pool.ts';
import { type MailBody, queueMail } from './outbox.ts';

/**
 * Something that a person at the practice has to know or settle: a mail to the practice itself, once for each `cause`.
 * With the day as cause it is at most one mail of a kind a day.
 */
export async function notifyPractice(
  db: Db,
  { kind, cause, mail }: { kind: string; cause: string; mail: MailBody },
  now: Date,
): Promise<void> {
  const to = privatePractice.contact_email;
  await queueMail(db, { ...mail, dedupe_key: `${kind}:${cause}`, kind, user_id: null, to }, now);
}
