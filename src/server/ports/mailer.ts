/** A mail attachment; `content` is text. */
export type MailAttachment = { filename: string; content_type: string; content: string };

/** A mail to send. `message_id` stays the same over retries, so that receivers can recognize duplicates. */
export type OutgoingMail = {
  message_id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: MailAttachment[];
};

/** Milliseconds without an answer until a mail server is given up: before its greeting and at each later step. */
export const MAIL_PATIENCE = { greeting_ms: 10_000, step_ms: 20_000 };

/** Sends mails. The outbox decides when and how often (src/server/mail/send-mail.ts). */
export type Mailer = {
  /**
   * Whether sent mails leave this machine, so that codes need not stay in the outbox. The sandbox mailbox keeps them.
   */
  readonly delivers: boolean;
  /** Resolves once the mail is accepted. @throws MailRefused if it never will be; any other error means retry */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** A permanent refusal by the receiving side (SMTP 5xx). */
export class MailRefused extends Error {}
