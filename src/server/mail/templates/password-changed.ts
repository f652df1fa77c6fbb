import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';

/** Notifies the client of a password change, so that it cannot happen unnoticed. */
export function passwordChangedMail({ at, site_url }: { at: Date; site_url: string }): MailBody {
  const when = `${formatShortDateAtTime(at, practice.zone)} ${zoneName(at, practice.zone)}`;
  return mailPage(
    {
      subject: `Your ${practice.name} password was changed`,
      preview: 'You were signed out everywhere.',
      heading: 'Your password was changed',
      blocks: [
        {
          kind: 'text',
          text: `This happened on ${when}. You were signed out on every device and can sign in with the new password.`,
        },
        { kind: 'button', label: 'Sign in', url: `${site_url}/sign-in` },
        { kind: 'note', text: 'If this was not you, reset your password now and answer this mail.' },
        { kind: 'link', label: 'Reset your password', url: `${site_url}/forgot-password` },
      ],
      reason: 'This notice is sent after every change of a password.',
    },
    site_url,
  );
}
