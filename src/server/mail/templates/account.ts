import { practice } from '#content/public/practice.ts';
import { type MailBlock, mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { zoneName } from '#domain/time/zone.ts';
import { formatCents } from '#domain/money/money.ts';
import { type MailedBooking, whenOf } from '../mailed-booking.ts';

/** The address of the link in a code mail. The key follows #, which browsers do not send and logs do not record. */
const passwordLink = (site_url: string, key: string): string => `${site_url}/forgot-password#key=${key}`;

/** A link that works in any browser for a day and that strangers cannot use up. */
export function passwordLinkBlocks({ site_url, key }: { site_url: string; key: string }): MailBlock[] {
  return [
    'Or open this link in any browser and choose a password there. It works for a day:',
    { kind: 'link', label: 'Choose a new password', url: passwordLink(site_url, key) },
  ];
}

const NOT_YOU =
  'You did not ask for this? Then someone typed your address; nothing has changed. Please don’t share the code or the link.';

type AccountDeletedData = {
  /** Future bookings that were cancelled with it. */
  cancelled: readonly Pick<MailedBooking, 'service_name' | 'start_time' | 'end_time'>[];
  refunded_cents: number;
  /** The practice kept the record and has deleted it; there was no login. */
  is_kept_record?: boolean;
  site_url: string;
};

/** The final mail: what was erased, cancelled and refunded. */
export function accountDeletedMail({
  cancelled,
  refunded_cents,
  is_kept_record = false,
  site_url,
}: AccountDeletedData): MailBody {
  return mailPage(
    {
      subject: is_kept_record
        ? `Your record at ${practice.name} was deleted`
        : `Your ${practice.name} account was deleted`,
      preview: 'Your profile, notes and forms were erased.',
      heading: is_kept_record ? 'Your record was deleted' : 'Your account was deleted',
      blocks: [
        is_kept_record
          ? 'What we kept about you was erased: your contact data, notes and form answers.'
          : 'Your profile, photo, notes and form answers were erased, and you were signed out everywhere.',
        ...(cancelled.length > 0
          ? [
              { kind: 'heading' as const, text: 'Cancelled with it' },
              {
                kind: 'list' as const,
                items: cancelled.map((booking) => `${booking.service_name}, ${whenOf(booking)}`),
              },
            ]
          : []),
        ...(refunded_cents > 0
          ? [
              `${formatCents(refunded_cents)} goes back to the card it came from, usually within five to ten days.`,
            ]
          : []),
        'Thank you for the time you spent with us. The gate stays open.',
        { kind: 'note', text: 'Payment records that the law asks us to keep remain, without your name.' },
      ],
      reason: 'This is the last mail that we send to this address.',
    },
    site_url,
  );
}

type PasswordReset = { code: string; key: string; site_url: string };

/** The six-digit code for a new password, and a link that works without it. */
export function passwordResetMail({ code, key, site_url }: PasswordReset): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} password reset code`,
      preview: 'It is good for ten minutes.',
      heading: 'A new password',
      blocks: [
        'Type these six digits on the page that asked for them, then choose a new password:',
        { kind: 'code', code },
        'The code is good for ten minutes and can be used once.',
        ...passwordLinkBlocks({ key, site_url }),
        { kind: 'note', text: NOT_YOU },
      ],
      reason: `You receive this because someone asked to reset the password of this address at ${practice.name}.`,
    },
    site_url,
  );
}

/** Notifies the client of a password change, so that it cannot happen unnoticed. */
export function passwordChangedMail({ at, site_url }: { at: Date; site_url: string }): MailBody {
  const when = `${formatShortDateAtTime(at, practice.zone)} ${zoneName(at, practice.zone)}`;
  return mailPage(
    {
      subject: `Your ${practice.name} password was changed`,
      preview: 'You were signed out everywhere.',
      heading: 'Your password was changed',
      blocks: [
        `This happened on ${when}. You were signed out on every device and can sign in with the new password.`,
        { kind: 'button', label: 'Sign in', url: `${site_url}/sign-in` },
        { kind: 'note', text: 'If this was not you, reset your password now and answer this mail.' },
        { kind: 'link', label: 'Reset your password', url: `${site_url}/forgot-password` },
      ],
      reason: 'This notice is sent after every change of a password.',
    },
    site_url,
  );
}

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
        `This happened on ${when}. You now sign in with the new address, and our mails go there.`,
        'If this was not you, open this link within 7 days and choose a new password. It brings this address back and signs out every browser:',
        { kind: 'button', label: 'Take my e-mail back', url: passwordLink(site_url, key) },
      ],
      reason: 'This notice is sent after every change of an e-mail.',
    },
    site_url,
  );
}

/** The six-digit code that proves a new address (product.md leaves it open; rules.md §2). */
export function emailChangeCodeMail({ code, site_url }: { code: string; site_url: string }): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} verification code`,
      preview: 'It is good for ten minutes.',
      heading: 'Is this your new e-mail?',
      blocks: [
        'Type these six digits on the page that asked for them:',
        { kind: 'code', code },
        'The code is good for ten minutes and can be used once.',
        {
          kind: 'note',
          text: 'You did not ask for this? Then someone typed your address; nothing has changed. Please don’t share the code.',
        },
      ],
      reason: `You receive this because a client of ${practice.name} wants to use this address.`,
    },
    site_url,
  );
}

type VerificationCode = { code: string; key: string; site_url: string };

/** The six-digit code that confirms an address (sign-up, resend), and a link that confirms it with a new password. */
export function verificationCodeMail({ code, key, site_url }: VerificationCode): MailBody {
  return mailPage(
    {
      subject: `${code} is your ${practice.name} verification code`,
      preview: 'It is good for ten minutes.',
      heading: 'Welcome. Here is your code',
      blocks: [
        'Type these six digits on the page that asked for them:',
        { kind: 'code', code },
        'The code is good for ten minutes and can be used once.',
        ...passwordLinkBlocks({ key, site_url }),
        { kind: 'note', text: NOT_YOU },
      ],
      reason: `You receive this because someone signed up at ${practice.name} with this address.`,
    },
    site_url,
  );
}
