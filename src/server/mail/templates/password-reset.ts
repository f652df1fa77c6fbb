import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The six digits that allow a new password. */
export function passwordResetMail({ code, site_url }: { code: string; site_url: string }): MailBody {
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
        {
          kind: 'note',
          text: 'If you did not ask for it, you can ignore this mail: your password stays as it is. Please share this code with nobody.',
        },
      ],
      reason: `You receive this because someone asked to reset the password of this address at ${practice.name}.`,
    },
    site_url,
  );
}
