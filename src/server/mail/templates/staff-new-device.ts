import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

type NewDevice = { name: string; device: string; at: Date; site_url: string };

/** To all owners: someone has signed in to the staff area with a browser that is new. */
export function newDeviceMail({ name, device, at, site_url }: NewDevice): MailBody {
  const when = `${formatShortDateAtTime(at, practice.zone)} ${zoneName(at, practice.zone)}`;
  return mailPage(
    {
      subject: `New sign-in to the ${practice.name} staff area`,
      preview: `${name}, ${device}`,
      heading: 'New sign-in to the staff area',
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Who', name],
            ['Browser', device],
            ['When', when],
          ],
        },
        { kind: 'button', label: 'Check where you are signed in', url: `${site_url}/staff/security` },
        {
          kind: 'note',
          text: 'If this was not one of you, end that session there and change the password. On the server, owner suspend stops the sign-in at once.',
        },
      ],
      reason: 'All owners receive this when a browser signs in to the staff area for the first time.',
    },
    site_url,
  );
}
