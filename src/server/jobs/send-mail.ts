import type { Deps } from '../deps.ts';
import { claimDueMails, deleteMail, markMailFailed, markMailSent, type OutboxRow } from '../mail/store.ts';
import { type MailAttachment, MailRefused } from '../ports/mailer.ts';
import { isStillTrue } from './remind-clients.ts';

type MailDeps = Pick<Deps, 'db' | 'mailer' | 'log'>;

const SECOND = 1000;
const AT_ONCE = 20;
/** Longer than twenty sends can take; a mail whose process died is sent by another after that. */
const LEASE_MS = 15 * 60 * SECOND;
const FIRST_PAUSE_MS = 5 * SECOND;
const LONGEST_PAUSE_MS = 10 * 60 * SECOND;
const GIVE_UP_MS = 3 * 24 * 60 * 60 * SECOND;

/** 5, 10, 20 … 600 seconds: a server that was away for an hour finds every mail waiting. */
const pauseAfter = (attempts: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));

/** Sends what is due in the outbox; how many it sent. */
export const sendMail = {
  name: 'send-mail',
  every_ms: SECOND,
  run: async (deps: MailDeps, now: Date): Promise<number> => {
    const leased_until = new Date(now.getTime() + LEASE_MS);
    const mails = await claimDueMails(deps.db, AT_ONCE, leased_until, now);
    const sent = await Promise.all(mails.map((mail) => sendOne(deps, mail, now)));
    return sent.filter(Boolean).length;
  },
};

async function sendOne({ db, mailer, log }: MailDeps, mail: OutboxRow, now: Date): Promise<boolean> {
  if (!(await isStillTrue(db, mail, now))) {
    await deleteMail(db, mail.id);
    return false;
  }
  try {
    await mailer.send({
      message_id: mail.message_id,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments as unknown as MailAttachment[],
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hopeless =
      error instanceof MailRefused || now.getTime() - new Date(mail.created_at).getTime() > GIVE_UP_MS;
    const next = hopeless ? null : new Date(now.getTime() + pauseAfter(mail.attempts));
    await markMailFailed(db, mail.id, reason.slice(0, 500), next);
    // The id leads to the row; addresses do not belong into the log.
    log.warn(
      { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts, hopeless },
      'A mail could not be sent',
    );
    return false;
  }
  await markMailSent(db, mail.id, !mailer.delivers, now);
  return true;
}

const underWay = new Set<Promise<unknown>>();

/** Sends what was just committed without waiting for the next turn of the job; failures wait for that turn. */
export function deliverSoon(deps: MailDeps & Pick<Deps, 'clock'>): void {
  const run: Promise<unknown> = sendMail
    .run(deps, deps.clock())
    .catch(() => undefined)
    .finally(() => underWay.delete(run));
  underWay.add(run);
}

/**
 * Waits for what deliverSoon has begun. A process that stops must: else its mails lie until their lease
 * ends, which is longer than a code is good for, or go out twice.
 */
export async function deliveriesSettled(): Promise<void> {
  await Promise.all(underWay);
}
