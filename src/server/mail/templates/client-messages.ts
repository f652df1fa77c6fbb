import { practice } from '#content/public/practice.ts';
import { mailPage } from '../mail-page.ts';
import { visitLink } from '../mailed-booking.ts';
import type { MailBody } from '../outbox.ts';

/** The client may book house calls from now on. */
export function houseCallsApprovedMail({
  first_name,
  site_url,
}: {
  first_name: string | null;
  site_url: string;
}): MailBody {
  const name = first_name?.trim();
  return mailPage(
    {
      subject: 'You can now book house calls',
      preview: 'Choose a house call the next time you book.',
      heading: 'You can now book house calls',
      blocks: [
        `${name ? `${name}, house calls` : 'House calls'} are open for you. The visit comes to your address, so please check it before you book.`,
        { kind: 'button', label: 'Choose a time', url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you are a client of ${practice.name}.`,
    },
    site_url,
  );
}

/** The client asked for house calls, and they are not possible for now. An approval has a mail of its own. */
export function houseCallDecisionMail({
  first_name,
  site_url,
}: {
  first_name: string | null;
  site_url: string;
}): MailBody {
  const name = first_name?.trim();
  return mailPage(
    {
      subject: 'About your request for house calls',
      preview: 'They aren’t possible for now. You’re welcome at the studio.',
      heading: 'No house calls for now',
      blocks: [
        `${name ? `${name}, thank you` : 'Thank you'} for asking. House calls aren’t possible for now. You’re welcome at the studio, and you can ask again in a month.`,
        { kind: 'button', label: 'Choose a time', url: `${site_url}/wellness-services` },
      ],
      reason: `You receive this because you asked for house calls at ${practice.name}.`,
    },
    site_url,
  );
}

type FormReminderData = {
  first_name: string;
  forms: readonly string[];
  /** The page of the visit, of a client without a login. */
  visit_url: string | null;
  site_url: string;
};

/** Which forms are missing before a visit. */
export function formReminderMail({ first_name, forms, visit_url, site_url }: FormReminderData): MailBody {
  const name = first_name.trim();
  const one = forms.length === 1;
  return mailPage(
    {
      subject: one ? 'One form before your visit' : `${forms.length} forms before your visit`,
      preview: 'It takes a few minutes and saves them in your session.',
      heading: name ? `Before you come, ${name}` : 'Before you come',
      blocks: [
        `Please fill in ${one ? 'this form' : 'these forms'} before your visit, so that your time is yours:`,
        { kind: 'list', items: forms },
        { kind: 'button', label: 'Fill in', url: visit_url ?? `${site_url}/profile/forms` },
      ],
      reason: `You receive this because you have a visit booked at ${practice.name}.`,
    },
    site_url,
  );
}

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
        `${practitioner} has written something for you. Because it is only for you, it isn’t in this mail: you read it in your journey, once you are signed in.`,
        { kind: 'button', label: 'Open my journey', url: `${site_url}/profile/journey?step=${booking_id}` },
      ],
      reason: `You receive this because you have been to a visit at ${practice.name}.`,
    },
    site_url,
  );
}

const PREVIEW = 90;

/** What the practice writes to a client. Lines stay as they were typed. */
export function staffMessageMail({
  subject,
  text,
  visit_url,
  site_url,
}: {
  subject: string;
  text: string;
  /** The page of the visit, of a client without a login. */
  visit_url?: string | null;
  site_url: string;
}): MailBody {
  const line = text.replace(/\s+/g, ' ');
  return mailPage(
    {
      subject,
      preview: line.length > PREVIEW ? `${[...line].slice(0, PREVIEW).join('')}…` : line,
      heading: subject,
      blocks: [text, ...visitLink({ visit_url })],
      reason: `You receive this because you have a visit at ${practice.name}.`,
    },
    site_url,
  );
}

/** The key follows #, which browsers do not send and logs do not record. */
const claimLink = (site_url: string, token: string): string => `${site_url}/claim#key=${token}`;

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
        'With an account you see your visits, can reschedule or cancel them, and fill in forms before you come. Open this link, then sign in or sign up with this e-mail address. It works for two weeks:',
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
