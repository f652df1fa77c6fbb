import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** The practitioner has published something for a client. Never its words, nor what it is about. */
export function noteWaitingMail({
  first_name,
  booking_id,
  site_url,
}: {
  first_name: string;
  booking_id: string;
  site_url: string;
}): MailBody {
  const { first_name: practitioner } = practice.practitioner;
  const name = first_name.trim();
  return mailPage(
    {
      subject: `Something from ${practitioner} is waiting for you`,
      preview: 'You can read it in your journey.',
      heading: name ? `Something is waiting, ${name}` : 'Something is waiting',
      blocks: [
        {
          kind: 'text',
          text: `${practitioner} has written something for you. Because it is only for you, it isn’t in this mail: you read it in your journey, once you are signed in.`,
        },
        { kind: 'button', label: 'Open my journey', url: `${site_url}/profile/journey?step=${booking_id}` },
      ],
      reason: `You receive this because you have been to a visit at ${practice.name}.`,
    },
    site_url,
  );
}
