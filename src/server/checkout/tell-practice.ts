import { privatePractice } from '#content/private/practice.ts';
import type { Db } from '../db/pool.ts';
import { type MailBody, queueMail } from '../mail/outbox.ts';

/** Something about money that a person has to settle: a mail to the practice itself, once for each `cause`. */
export async function tellPractice(
  db: Db,
  { kind, cause, mail }: { kind: string; cause: string; mail: MailBody },
  now: Date,
): Promise<void> {
  const to = privatePractice.contact_email;
  await queueMail(db, { ...mail, dedupe_key: `${kind}:${cause}`, kind, user_id: null, to }, now);
}
