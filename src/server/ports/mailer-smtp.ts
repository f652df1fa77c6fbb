import { createTransport } from 'nodemailer';
import { MAIL_PATIENCE, type Mailer, MailRefused } from './mailer.ts';

type SmtpMailerOptions = {
  /** smtp://user:password@host:587 (STARTTLS is required, save on this computer) or smtps://…:465 */
  url: string;
  /** 'Name <address>' */
  from: string;
  reply_to: string;
  /** Certificates to trust beside the system's, PEM. */
  ca?: string;
};

/** True for a server that cannot be anywhere else: localhost, a name under it (RFC 6761), a loopback address. */
export function isThisMachine(url: string): boolean {
  return /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

/** Sends through a server of the practice, over a few lasting connections. */
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

/** Refusals of us, not of the mail: no encryption, no or a wrong login (530, 534, 535, 538). */
const OF_US = new Set([530, 534, 535, 538]);

/**
 * A permanent no to this recipient or message. A no to our own address (MAIL FROM: not registered, over its daily
 * number) would fall on every mail alike, until the practice has mended it: such mails wait.
 */
function isRefusal(error: unknown): boolean {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  if (responseCode === undefined || responseCode < 500 || OF_US.has(responseCode)) return false;
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
}
