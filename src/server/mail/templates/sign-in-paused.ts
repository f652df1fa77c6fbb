import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { passwordLinkBlocks } from '../password-link.ts';

/** To a client whose address strangers try passwords for, so that new browsers are paused. */
export function signInPausedMail({ key, site_url }: { key: string | null; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `Someone is trying passwords for your ${practice.name} account`,
      preview: 'They have not succeeded.',
      heading: 'Someone is trying passwords',
      blocks: [
        {
          kind: 'text',
          text: 'Someone is trying passwords for your account. They have not succeeded. Where you have signed in before, you can sign in as always; new browsers have to wait for up to a day.',
        },
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
        {
          kind: 'text',
          text: 'Someone is trying passwords or codes for your address. They have not succeeded. Where you have signed in before, you can sign in as always; new browsers have to wait for up to a day.',
        },
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
        {
          kind: 'text',
          text: `Within an hour ${paused} addresses had a hundred wrong passwords each. New browsers have to wait for these addresses; where your clients have signed in before, they sign in as always, and they can choose a new password by mail.`,
        },
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
