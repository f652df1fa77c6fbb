import type { Mailer } from './mailer.ts';

/** The outbox itself is the mailbox (src/server/mail/mailbox-routes.ts): nothing leaves this computer. */
export function createEmbeddedMailer(): Mailer {
  return { delivers: false, send: async () => undefined, close: async () => undefined };
}
