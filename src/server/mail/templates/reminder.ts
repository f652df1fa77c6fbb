import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { ownLine } from '../visit-mail.ts';
import { mailPage, TO_BOOKED } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking, preparationsFor } from '../mailed-booking.ts';
import { seeSchedule } from '../plans-change.ts';
import type { MailBody } from '../outbox.ts';
import { formsDue } from './booking-confirmed.ts';

type ReminderData = {
  first_name: string | null;
  booking: MailedBooking;
  hours: 48 | 24;
  forms_due: readonly string[];
  /** False: the client has no page of their own. */
  has_login: boolean;
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
};

/** Two days and one day before a session. */
export function reminderMail(data: ReminderData): MailBody {
  const { first_name, booking, hours, forms_due, has_login, site_url } = data;
  const away = hours === 48 ? 'in two days' : 'within a day';
  const name = first_name?.trim();
  return mailPage(
    {
      subject: `Reminder: ${booking.service_name} ${away}`,
      preview: 'When, where, and what to bring.',
      heading: name ? `See you soon, ${name}` : 'See you soon',
      blocks: [
        `Your session at ${practice.name} is ${away}.`,
        ...bookingBlocks(booking),
        ...ownLine(data.own_line),
        { kind: 'heading', text: visits.before_you_come.heading },
        { kind: 'list', items: preparationsFor([booking]) },
        ...(has_login
          ? [...formsDue({ forms_due, site_url }), seeSchedule(site_url)]
          : ['If your plans change, reply to this mail.' as const]),
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
}
