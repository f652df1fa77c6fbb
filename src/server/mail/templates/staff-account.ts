import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { passwordLinkBlocks } from './account.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';

/** To a member of staff whose password someone gave, with wrong codes after it. */
export function staffPasswordKnownMail({ site_url }: { site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone knows your password for the ${practice.name} staff area`,
      preview: 'They did not have the code. Please change your password.',
      heading: 'Someone knows your password',
      blocks: [
        'In a browser that you have not used before, someone entered your password and then several wrong codes. They are not signed in.',
        'If this wasn’t you: change your password, also wherever else you use it, and sign out everywhere else.',
        { kind: 'button', label: 'Change your password', url: `${site_url}/staff/security` },
        { kind: 'note', text: 'Please never give your codes to anyone.' },
      ],
      reason: `You receive this because you sign in to the staff area of ${practice.name}.`,
    },
    site_url,
  );
}

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

/** To a client whose address strangers try passwords for, so that new browsers are paused. */
export function signInPausedMail({ key, site_url }: { key: string | null; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone is trying passwords for your ${practice.name} account`,
      preview: 'They have not succeeded.',
      heading: 'Someone is trying passwords',
      blocks: [
        'Someone is trying passwords for your account. They have not succeeded. Where you have signed in before, you can sign in as always; new browsers have to wait for up to a day.',
        ...(key === null ? [] : passwordLinkBlocks({ key, site_url })),
        {
          kind: 'note',
          text: `You need not do anything.${key === null ? '' : ' Please don’t share the link.'}`,
        },
      ],
      reason: `You receive this because there is an account with this address at ${practice.name}.`,
    },
    site_url,
  );
}

/** To a member of staff whose address strangers try passwords or codes for. */
export function staffSignInPausedMail({ site_url }: { site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone is trying to sign in to the ${practice.name} staff area as you`,
      preview: 'They have not succeeded.',
      heading: 'Someone is trying to sign in',
      blocks: [
        'Someone is trying passwords or codes for your address. They have not succeeded. Where you have signed in before, you can sign in as always; new browsers have to wait for up to a day.',
        { kind: 'button', label: 'Change your password', url: `${site_url}/staff/security` },
        {
          kind: 'note',
          text: 'If you need a new browser today, run owner reset-factors on the server.',
        },
      ],
      reason: `You receive this because you sign in to the staff area of ${practice.name}.`,
    },
    site_url,
  );
}

/** To the practice: many addresses were paused at once. */
export function manyPausedMail({ paused, site_url }: { paused: number; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone is trying passwords for ${paused} addresses`,
      preview: 'They have not opened any account.',
      heading: 'Someone is trying passwords',
      blocks: [
        `Within an hour ${paused} addresses had a hundred wrong passwords each. New browsers have to wait for these addresses; where your clients have signed in before, they sign in as always, and they can choose a new password by mail.`,
        {
          kind: 'note',
          text: 'The log of the site says more: look for sign-in.paused.',
        },
      ],
      reason: `You receive this because you run ${practice.name}.`,
    },
    site_url,
  );
}
