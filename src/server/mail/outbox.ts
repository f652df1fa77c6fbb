import { randomUUID } from 'node:crypto';
import { privatePractice } from '#content/private/practice.ts';
import type { VisibleCents } from '#domain/money/visible-money.ts';
import type { Insertable } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Outbox, PaymentNotices } from '../db/types.ts';
import type { MailAttachment } from '../ports/mailer.ts';

/** The content that a template produces; `queueMail` adds recipient and kind. */
export type MailBody = { subject: string; text: string; html: string; attachments?: MailAttachment[] };

/** The booking of a mail about a move, and the time that the client knew before; instants as ISO texts. */
export type MailAbout = {
  booking_id: string;
  previous: {
    start_time: string;
    end_time: string;
    location_type: string;
    told_at: string | null;
    told_sequence: number;
    rescheduled_by_staff_at: string | null;
  };
};

type QueuedMail = MailBody & {
  /** One mail per cause: a second mail with this key is dropped. */
  dedupe_key: string;
  kind: string;
  user_id: string | null;
  /** Whom a mail to the practice names. It goes when one of them is deleted. */
  about_clients?: readonly string[];
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
  return (await queueMails(db, [mail], now)) === 1;
}

/** Queues several mails in one statement. Returns how many. */
export async function queueMails(db: Db, mails: readonly QueuedMail[], now: Date): Promise<number> {
  const rows = mails.filter(({ to }) => to !== '').map((mail) => rowOf(mail, now));
  return rows.length === 0 ? 0 : await insertMails(db, rows, now);
}

function rowOf(mail: QueuedMail, now: Date) {
  const id = randomUUID();
  const domain = privatePractice.mail_sender.address.split('@')[1]!;
  return {
    id,
    dedupe_key: mail.dedupe_key,
    kind: mail.kind,
    user_id: mail.user_id,
    about_clients: [...(mail.about_clients ?? [])],
    to_address: mail.to,
    subject: mail.subject.replace(/[\r\n]+/g, ' '),
    text: mail.text,
    html: mail.html,
    attachments: JSON.stringify(mail.attachments ?? []),
    message_id: `<${id}@${domain}>`,
    about: mail.about === undefined ? null : JSON.stringify(mail.about),
    next_attempt_at: mail.not_before ?? now,
  };
}

/** The payment that a notice is about; null where it has no checkout, or no amount that staff may see. */
type NoticedPayment = { checkout_id: string | null; amount_cents: VisibleCents | null };

/** Whom a mail to the practice names. */
type Named =
  | { payment: { checkout_id: string; amount_cents: number | null }; clients?: undefined }
  | { payment?: NoticedPayment; clients: readonly (string | null | undefined)[] };

/**
 * Queues a mail to the practice about something that a person has to know or settle, once per `cause`. With the date as
 * the cause there is at most one mail of a kind per day. With `payment` it is also listed under Needs attention; the client
 * of its checkout is one whom the mail names.
 */
export async function notifyPractice(
  db: Db,
  {
    kind,
    cause,
    mail,
    payment,
    clients,
    ...waiting
  }: Named & {
    kind: string;
    cause: string;
    mail: MailBody;
    not_before?: Date;
    about?: MailAbout;
  },
  now: Date,
): Promise<void> {
  if (payment) await insertPaymentNotice(db, { kind, cause, ...payment }, now);
  const to = privatePractice.contact_email;
  const about_clients = (clients ?? [await selectPayer(db, payment.checkout_id)]).filter((id) => id != null);
  const more = { dedupe_key: `${kind}:${cause}`, kind, user_id: null, about_clients, to, ...waiting };
  await queueMail(db, { ...mail, ...more }, now);
}

async function selectPayer(db: Db, checkout_id: string): Promise<string | null | undefined> {
  const checkout = await db
    .selectFrom('checkouts')
    .select('user_id')
    .where('id', '=', checkout_id)
    .executeTakeFirst();
  return checkout?.user_id;
}

type NewMail = Omit<Insertable<Outbox>, 'created_at'>;

/** Leaves out mails whose dedupe_key exists. Returns how many were inserted. */
async function insertMails(db: Db, mails: readonly NewMail[], now: Date): Promise<number> {
  const inserted = await db
    .insertInto('outbox')
    .values(mails.map((mail) => ({ ...mail, created_at: now })))
    .onConflict((conflict) => conflict.constraint('one_mail_per_cause').doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

/** Keeps the first notice of a cause. */
async function insertPaymentNotice(
  db: Db,
  notice: Omit<Insertable<PaymentNotices>, 'at'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_notices')
    .values({ ...notice, at: now })
    .onConflict((conflict) => conflict.columns(['kind', 'cause']).doNothing())
    .execute();
}
