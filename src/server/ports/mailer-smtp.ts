import { createTransport } from 'nodemailer';
import { MAIL_PATIENCE, type Mailer, MailRefused } from './mailer.ts';

type SmtpMailerOptions = {
  /** smtp://user:password@host:587 (STARTTLS is required except on loopback) or smtps://…:465 */
  url: string;
  /** 'Name <address>' */
  from: string;
  reply_to: string;
  /** PEM certificates to trust in addition to the system's. */
  ca?: string;
};

/** True if a host is always this machine: localhost, a name under it (RFC 6761), or a loopback address. */
export function isThisMachine(url: string): boolean {
  return /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Sends through the practice's mail server over a few pooled connections. */
export function createSmtpMailer({ url, from, reply_to, ca }: SmtpMailerOptions): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 3,
      maxMessages: 100,
      connectionTimeout: MAIL_PATIENCE.greeting_ms,
      greetingTimeout: MAIL_PATIENCE.greeting_ms,
      socketTimeout: MAIL_PATIENCE.step_ms,
      requireTLS: !isThisMachine(url) || ca !== undefined,
      ...(ca === undefined ? {} : { tls: { ca } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, replyTo: reply_to },
  );
  return {
    delivers: true,
    send: async (mail) => {
      try {
        await transport.sendMail({
          messageId: mail.message_id,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments: mail.attachments.map(({ filename, content_type, content }) => ({
            filename,
            contentType: content_type,
            content,
          })),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message) : error;
      }
    },
    close: async () => transport.close(),
  };
}

/**
 * Refusals that concern our access, not the mail: no encryption, or missing or wrong credentials (530, 534, 535, 538).
 */
const OF_US = new Set([530, 534, 535, 538]);

/**
 * A permanent refusal of this recipient or message. A refusal of our own sender (MAIL FROM: unregistered, over its
 * daily quota) affects every mail until the practice fixes it, so such mails wait.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  if (responseCode === undefined || responseCode < 500 || OF_US.has(responseCode)) return false;
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
}
