import type { MailKind } from '#contract/settings.schemas.ts';

/** Each mail with its name, when it is sent, and what it always says. */
export const MAIL_TEXTS: Readonly<Record<MailKind, { name: string; when: string; always: string }>> = {
  'booking-confirmed': {
    name: 'Confirmation',
    when: 'After a client has paid.',
    always:
      'What was booked, when and where, what was paid, what to bring, missing forms, and how to cancel. A calendar file is attached.',
  },
  'booked-for-you': {
    name: 'Booked by you',
    when: 'After you have booked for a client.',
    always:
      'What you booked, when and where, how to pay, what to bring, and how to cancel. With a login also missing forms.',
  },
  reminder: {
    name: 'Reminder',
    when: 'Two days and one day before.',
    always: 'When and where, and what to bring. With a login also missing forms.',
  },
  rescheduled: {
    name: 'New time',
    when: 'After a session was rescheduled.',
    always: 'The new time and the one before, and your message. A calendar file is attached.',
  },
  'booking-cancelled': {
    name: 'Cancellation',
    when: 'After a session was cancelled.',
    always: 'What was cancelled, what goes back to the card, and your message.',
  },
};
