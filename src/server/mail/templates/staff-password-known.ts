import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** To a member of staff whose password someone gave, with wrong codes after it. */
export function staffPasswordKnownMail({ site_url }: { site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone knows your password for the ${practice.name} staff area`,
      preview: 'They did not have the code. Please change your password.',
      heading: 'Someone knows your password',
      blocks: [
        {
          kind: 'text',
          text: 'In a browser that you have not used before, someone entered your password and then several wrong codes. They are not signed in.',
        },
        {
          kind: 'text',
          text: 'If this wasn’t you: change your password, also wherever else you use it, and sign out everywhere else.',
        },
        { kind: 'button', label: 'Change your password', url: `${site_url}/staff/security` },
        { kind: 'note', text: 'Please never give your codes to anyone.' },
      ],
      reason: `You receive this because you sign in to the staff area of ${practice.name}.`,
    },
    site_url,
  );
}
