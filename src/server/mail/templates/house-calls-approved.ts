import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The client may book house calls from now on. */
export function houseCallsApprovedMail({
  first_name,
  site_url,
}: {
  first_name: string | null;
  site_url: string;
}): MailBody {
  const name = first_name?.trim();
  return mailPage(
    {
      subject: 'You can now book house calls',
      preview: 'Choose a house call the next time you book.',
      heading: 'You can now book house calls',
      blocks: [
        {
          kind: 'text',
          text: `${name ? `${name}, house calls` : 'House calls'} are open for you. The visit comes to the address in your profile, so please check it before you book.`,
        },
        { kind: 'button', label: 'Choose a time', url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you have an account at ${practice.name}.`,
    },
    site_url,
  );
}
