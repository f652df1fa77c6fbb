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
          text: `${name ? `${name}, house calls` : 'House calls'} are open for you. The visit comes to your address, so please check it before you book.`,
        },
        { kind: 'button', label: 'Choose a time', url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you are a client of ${practice.name}.`,
    },
    site_url,
  );
}

/** The client asked for house calls, and they are not possible for now. An approval has a mail of its own. */
export function houseCallDecisionMail({
  first_name,
  site_url,
}: {
  first_name: string | null;
  site_url: string;
}): MailBody {
  const name = first_name?.trim();
  return mailPage(
    {
      subject: 'About your request for house calls',
      preview: 'They aren’t possible for now. You’re welcome at the studio.',
      heading: 'No house calls for now',
      blocks: [
        {
          kind: 'text',
          text: `${name ? `${name}, thank you` : 'Thank you'} for asking. House calls aren’t possible for now. You’re welcome at the studio, and you can ask again in a month.`,
        },
        { kind: 'button', label: 'Choose a time', url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you asked for house calls at ${practice.name}.`,
    },
    site_url,
  );
}
