import type { Mailer } from './mailer.ts';

/** Creates a mailer that sends nothing: the outbox itself serves as the mailbox (src/server/mail/mailbox-routes.ts): no mail leaves this machine. */
export function createEmbeddedMailer(): Mailer {
  return { delivers: false, send: async () => undefined, close: async () => undefined };
}
