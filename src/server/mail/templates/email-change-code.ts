import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The six-digit code that proves a new address (product.md leaves it open; rules.md §2). */
export function emailChangeCodeMail({ code, site_url }: { code: string; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} verification code`,
      preview: 'It is good for ten minutes.',
      heading: 'Is this your new e-mail?',
      blocks: [
        { kind: 'text', text: 'Type these six digits on the page that asked for them:' },
        { kind: 'code', code },
        { kind: 'text', text: 'The code is good for ten minutes and can be used once.' },
        {
          kind: 'note',
          text: 'You did not ask for this? Then someone typed your address; nothing has changed. Please don’t share the code.',
        },
      ],
      reason: `You receive this because a client of ${practice.name} wants to use this address.`,
    },
    site_url,
  );
}
