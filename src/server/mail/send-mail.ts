import type { Deps } from '../deps.ts';
import {
  claimDueMails,
  deleteMail,
  markMailFailed,
  markMailSent,
  type OutboxRow,
  renewLease,
} from './store.ts';
import { MAIL_PATIENCE, type MailAttachment, type Mailer, MailRefused } from '../ports/mailer.ts';
import { retryAt } from '../runtime/back-off.ts';
import { unawaited } from '../runtime/unawaited.ts';
import { isStillTrue } from './reminders.ts';

type MailDeps = Pick<Deps, 'db' | 'mailer' | 'log' | 'clock'>;

const SECOND = 1000;
const AT_ONCE = 20;
/**
 * After this time another process sends a mail whose process died: soon enough for a code, which is valid for ten
 * minutes. A living process renews the lease three times within it, however long its mails wait for one another or for
 * a slow server. A silent server is given up within it, so that even one failed renewal cannot make two processes send
 * the same mail.
 */
const LEASE_MS = MAIL_PATIENCE.greeting_ms + MAIL_PATIENCE.step_ms + 15 * SECOND;
const RENEW_EVERY_MS = LEASE_MS / 3;
const GIVE_UP_MS = 3 * 24 * 60 * 60 * SECOND;

/** 5, 10, 20 … 600 seconds, so that mails wait out a server that is unavailable for an hour. */
const BACK_OFF = { first_ms: 5 * SECOND, longest_ms: 10 * 60 * SECOND };

/** Sends due mails of the outbox and returns their number. */
export const sendMail = {
  name: 'send-mail',
  every_ms: SECOND,
  run: async (deps: MailDeps, now: Date): Promise<number> => {
    const mails = await claimDueMails(deps.db, AT_ONCE, leaseFrom(now), now);
    const sent = await Promise.all(mails.map((mail) => sendOne(deps, mail, now)));
    return sent.filter(Boolean).length;
  },
};

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/**
 * Renews the lease of a mail until the returned function is called. That function waits for a renewal in progress, so
 * that none can overwrite the outcome.
 */
function holdLease({ db, clock, log }: MailDeps, mail: OutboxRow): () => Promise<void> {
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renewLease(db, mail, leaseFrom(clock())).catch((error: unknown) =>
      log.warn({ err: error, mail_id: mail.id }, 'Extending the lease of a mail failed'),
    );
  }, RENEW_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await renewal;
  };
}

async function sendOne(deps: MailDeps, mail: OutboxRow, now: Date): Promise<boolean> {
  const { db, mailer, log } = deps;
  const release = holdLease(deps, mail);
  let failure: { error: unknown } | null;
  try {
    if (!(await isStillTrue(db, mail, now))) {
      await deleteMail(db, mail.id);
      return false;
    }
    failure = await handOver(mailer, mail);
  } finally {
    await release();
  }
  if (failure === null) {
    await markMailSent(db, mail.id, !mailer.delivers, now);
    return true;
  }
  const { error } = failure;
  const reason = error instanceof Error ? error.message : String(error);
  const hopeless =
    error instanceof MailRefused || now.getTime() - new Date(mail.created_at).getTime() > GIVE_UP_MS;
  const next = hopeless ? null : retryAt(BACK_OFF, mail.attempts, now);
  await markMailFailed(db, mail, reason.slice(0, 500), next);
  // The id leads to the row; addresses must not be logged.
  log.warn(
    { mail_id: mail.id, kind: mail.kind, attempts: mail.attempts, hopeless },
    'A mail could not be sent',
  );
  return false;
}

async function handOver(mailer: Mailer, mail: OutboxRow): Promise<{ error: unknown } | null> {
  try {
    await mailer.send({
      message_id: mail.message_id,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.attachments as unknown as MailAttachment[],
    });
    return null;
  } catch (error) {
    return { error };
  }
}

/** Sends mails that were just committed without waiting for the job; failures wait for the job. */
export function deliverSoon(deps: MailDeps): void {
  unawaited(sendMail.run(deps, deps.clock()), () => undefined);
}
