import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The key follows #, which browsers do not send and logs do not record. */
export const claimLink = (site_url: string, token: string): string => `${site_url}/claim#key=${token}`;

/** A link by which a client takes over the record that the practice keeps. Nothing of the record is in the mail. */
export function clientInvitationMail({
  first_name,
  token,
  site_url,
}: {
  first_name: string;
  token: string;
  site_url: string;
}): MailBody {
  return mailPage(
    {
      subject: `Your account at ${practice.name}`,
      preview: 'See your visits, change them, and fill in forms.',
      heading: `Your account is waiting, ${first_name}`,
      blocks: [
        {
          kind: 'text',
          text: 'With an account you see your visits, can reschedule or cancel them, and fill in forms before you come. Open this link, then sign in or sign up with this e-mail address. It works for two weeks:',
        },
        { kind: 'button', label: 'Set up my account', url: claimLink(site_url, token) },
        {
          kind: 'note',
          text: 'The link works only for you: please don’t forward it. You don’t know us? Then someone gave us the wrong address; you can delete this e-mail.',
        },
      ],
      reason: `You receive this because ${practice.name} keeps your visits under this address.`,
    },
    site_url,
  );
}
