import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The six digits that confirm an address (sign-up, resend). */
export function verificationCodeMail({ code, site_url }: { code: string; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} verification code`,
      preview: 'It is good for ten minutes.',
      heading: 'Welcome. Here is your code',
      blocks: [
        { kind: 'text', text: 'Type these six digits on the page that asked for them:' },
        { kind: 'code', code },
        { kind: 'text', text: 'The code is good for ten minutes and can be used once.' },
        {
          kind: 'note',
          text: 'If you did not ask for it, you can ignore this mail. Nobody can use your address without this code, so please keep it to yourself.',
        },
      ],
      reason: `You receive this because someone signed up at ${practice.name} with this address.`,
    },
    site_url,
  );
}
