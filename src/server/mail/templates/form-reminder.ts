import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import type { MailBody } from '../outbox.ts';
import { claimLink } from './client-invitation.ts';

type FormReminderData = {
  first_name: string;
  forms: readonly string[];
  /** Of the invitation of a client without a login; null for one with it. */
  token: string | null;
  site_url: string;
};

/** Which forms are missing before a visit. */
export function formReminderMail({ first_name, forms, token, site_url }: FormReminderData): MailBody {
  const name = first_name.trim();
  const one = forms.length === 1;
  return mailPage(
    {
      subject: one ? 'One form before your visit' : `${forms.length} forms before your visit`,
      preview: 'It takes a few minutes and saves them in your session.',
      heading: name ? `Before you come, ${name}` : 'Before you come',
      blocks: [
        {
          kind: 'text',
          text: `Please fill in ${one ? 'this form' : 'these forms'} before your visit, so that your time is yours:`,
        },
        { kind: 'list', items: forms },
        ...(token === null
          ? ([{ kind: 'button', label: 'Fill in', url: `${site_url}/profile/forms` }] as const)
          : ([
              {
                kind: 'text',
                text: 'You do this in your account. Open this link, then sign in or sign up with this e-mail address. It works for two weeks, and only for you:',
              },
              { kind: 'button', label: 'Set up my account', url: claimLink(site_url, token) },
            ] as const)),
      ],
      reason: `You receive this because you have a visit booked at ${practice.name}.`,
    },
    site_url,
  );
}
