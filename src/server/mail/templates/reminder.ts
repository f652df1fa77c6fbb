import { practice } from '#content/public/practice.ts';
import { visits } from '#content/public/visits.ts';
import { ownLine } from '../visit-mail.ts';
import { mailPage, TO_BOOKED } from '../mail-page.ts';
import { bookingBlocks, type MailedBooking, preparationsOf } from '../mailed-booking.ts';
import { seeSchedule } from '../plans-change.ts';
import type { MailBody } from '../outbox.ts';
import { formsDue } from './booking-confirmed.ts';

type ReminderData = {
  first_name: string | null;
  booking: MailedBooking;
  hours: 48 | 24;
  forms_due: readonly string[];
  /** The practitioner's own line (mail/visit-mail.ts). */
  own_line?: string | null;
  site_url: string;
};

/** Two days and one day before a session. */
export function reminderMail(data: ReminderData): MailBody {
  const { first_name, booking, hours, forms_due, site_url } = data;
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
        { kind: 'list', items: preparationsOf([booking]) },
        ...formsDue({ forms_due, visit_url: booking.visit_url, site_url }),
        booking.visit_url
          ? 'If your plans change, open the link to your visit above.'
          : seeSchedule(site_url),
      ],
      reason: TO_BOOKED,
    },
    site_url,
  );
}
