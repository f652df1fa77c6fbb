import { privatePractice } from '#content/private/practice.ts';
import type { Db } from '../db/pool.ts';
import { type MailBody, queueMail } from './outbox.ts';
import { insertPaymentNotice, type MailAbout } from './store.ts';

/** The payment that a notice is about; null where it has no checkout or no amount. */
type NoticedPayment = { checkout_id: string | null; amount_cents: number | null };

/**
 * Queues a mail to the practice about something that a person has to know or settle, once per `cause`. With the date as
 * the cause there is at most one mail of a kind per day. With `payment` it is also listed under Needs attention.
 */
export async function notifyPractice(
  db: Db,
  {
    kind,
    cause,
    mail,
    payment,
    ...waiting
  }: {
    kind: string;
    cause: string;
    mail: MailBody;
    payment?: NoticedPayment;
    not_before?: Date;
    about?: MailAbout;
  },
  now: Date,
): Promise<void> {
  if (payment) await insertPaymentNotice(db, { kind, cause, ...payment }, now);
  const to = privatePractice.contact_email;
  await queueMail(db, { ...mail, dedupe_key: `${kind}:${cause}`, kind, user_id: null, to, ...waiting }, now);
}
