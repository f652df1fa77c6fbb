/** A file that goes with a mail; `content` is text. */
export type MailAttachment = { filename: string; content_type: string; content: string };

/** One mail as it is handed over. `message_id` stays the same over repeats, so that a receiver can tell them. */
export type OutgoingMail = {
  message_id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: MailAttachment[];
};

/** How long a mail server may be silent before it is given up, milliseconds: until it greets, and at each step after. */
export const MAIL_PATIENCE = { greeting_ms: 10_000, step_ms: 20_000 };

/** Hands mails to whoever delivers them; the outbox decides when and how often (src/server/mail/send-mail.ts). */
export type Mailer = {
  /** True if a mail sent is gone, so that codes need not stay in the outbox; the mailbox of the sandbox keeps them. */
  readonly delivers: boolean;
  /** Resolves once the mail was accepted. @throws MailRefused if it never will be; any other error: try again */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** The receiving side said no for good (SMTP 5xx). */
export class MailRefused extends Error {}
