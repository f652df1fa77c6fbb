import { randomUUID } from 'node:crypto';
import { privatePractice } from '#content/private/practice.ts';
import type { Db } from '../db/pool.ts';
import type { MailAttachment } from '../ports/mailer.ts';
import { insertMail, type MailAbout } from './store.ts';

/** The content that a template produces; `queueMail` adds recipient and kind. */
export type MailBody = { subject: string; text: string; html: string; attachments?: MailAttachment[] };

type QueuedMail = MailBody & {
  /** One mail per cause: a second mail with this key is dropped. */
  dedupe_key: string;
  kind: string;
  user_id: string | null;
  to: string;
  /** It waits until then; the job sends it. */
  not_before?: Date;
  about?: MailAbout;
};

/**
 * Queues a mail in the caller's transaction: it is sent if and only if that transaction commits. Returns false if a
 * mail with this key was queued before, or the client has no e-mail.
 */
export async function queueMail(db: Db, mail: QueuedMail, now: Date): Promise<boolean> {
  if (mail.to === '') return false;
  const id = randomUUID();
  const domain = privatePractice.mail_sender.address.split('@')[1]!;
  return await insertMail(
    db,
    {
      id,
      dedupe_key: mail.dedupe_key,
      kind: mail.kind,
      user_id: mail.user_id,
      to_address: mail.to,
      subject: mail.subject.replace(/[\r\n]+/g, ' '),
      text: mail.text,
      html: mail.html,
      attachments: JSON.stringify(mail.attachments ?? []),
      message_id: `<${id}@${domain}>`,
      about: mail.about === undefined ? null : JSON.stringify(mail.about),
      next_attempt_at: mail.not_before ?? now,
    },
    now,
  );
}
