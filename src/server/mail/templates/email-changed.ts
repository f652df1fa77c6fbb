import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { passwordLink } from '../password-link.ts';

/** Notifies the address that a login leaves, with the way back. It does not name the new one. */
export function emailChangedMail({
  at,
  key,
  site_url,
}: {
  at: Date;
  key: string;
  site_url: string;
}): MailBody {
  const when = `${formatShortDateAtTime(at, practice.zone)} ${zoneName(at, practice.zone)}`;
  return mailPage(
    {
      subject: `Your ${practice.name} e-mail was changed`,
      preview: 'If this was not you, take it back.',
      heading: 'Your e-mail was changed',
      blocks: [
        {
          kind: 'text',
          text: `This happened on ${when}. You now sign in with the new address, and our mails go there.`,
        },
        {
          kind: 'text',
          text: 'If this was not you, open this link within 7 days and choose a new password. It brings this address back and signs out every browser:',
        },
        { kind: 'button', label: 'Take my e-mail back', url: passwordLink(site_url, key) },
      ],
      reason: 'This notice is sent after every change of an e-mail.',
    },
    site_url,
  );
}
