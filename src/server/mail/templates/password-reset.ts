import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { NOT_YOU, passwordLinkBlocks } from '../password-link.ts';

type PasswordReset = { code: string; key: string; site_url: string };

/** The six-digit code for a new password, and a link that works without it. */
export function passwordResetMail({ code, key, site_url }: PasswordReset): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} password reset code`,
      preview: 'It is good for ten minutes.',
      heading: 'A new password',
      blocks: [
        {
          kind: 'text',
          text: 'Type these six digits on the page that asked for them, then choose a new password:',
        },
        { kind: 'code', code },
        { kind: 'text', text: 'The code is good for ten minutes and can be used once.' },
        ...passwordLinkBlocks({ key, site_url }),
        { kind: 'note', text: NOT_YOU },
      ],
      reason: `You receive this because someone asked to reset the password of this address at ${practice.name}.`,
    },
    site_url,
  );
}
