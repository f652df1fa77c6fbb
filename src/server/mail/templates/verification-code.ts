import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { NOT_YOU, passwordLinkBlocks } from '../password-link.ts';

type VerificationCode = { code: string; key: string; site_url: string };

/** The six-digit code that confirms an address (sign-up, resend), and a link that confirms it with a new password. */
export function verificationCodeMail({ code, key, site_url }: VerificationCode): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} verification code`,
      preview: 'It is good for ten minutes.',
      heading: 'Welcome. Here is your code',
      blocks: [
        { kind: 'text', text: 'Type these six digits on the page that asked for them:' },
        { kind: 'code', code },
        { kind: 'text', text: 'The code is good for ten minutes and can be used once.' },
        ...passwordLinkBlocks({ key, site_url }),
        { kind: 'note', text: NOT_YOU },
      ],
      reason: `You receive this because someone signed up at ${practice.name} with this address.`,
    },
    site_url,
  );
}
