import type { Db } from '../db/pool.ts';
import { isMoveMail } from './move-mails.ts';
import { isStillTold } from './store.ts';

const HOUR = 60 * 60 * 1000;
export const REMINDER_KIND = 'reminder';

/**
 * Two days and one day ahead. A late reminder is still sent while its text is true: 'in two days' for half a day,
 * 'within a day' until an hour before.
 */
export const REMINDERS = [
  { hours: 48, at_least_hours: 36 },
  { hours: 24, at_least_hours: 1 },
] as const;

type Reminder = (typeof REMINDERS)[number];

/** Prefix of the dedupe key; the booking id follows, and the number of the time that the client knows. */
export const reminderKey = ({ hours }: Reminder) => `reminder-${hours}:`;

/** The number 0 is left out, as before bookings could be moved. */
export const reminderKeyOf = (reminder: Reminder, booking: { id: string; told_sequence: number }) =>
  `${reminderKey(reminder)}${booking.id}${booking.told_sequence === 0 ? '' : `:${booking.told_sequence}`}`;

/** The range of start times that this reminder is for. */
export function reminderStarts({ hours, at_least_hours }: Reminder, now: Date): { after: Date; until: Date } {
  const ahead = (count: number) => new Date(now.getTime() + count * HOUR);
  return { after: ahead(at_least_hours), until: ahead(hours) };
}

/**
 * False for a mail about a time that is not true any more: a reminder that was delayed (by an unavailable mail server)
 * until its session was cancelled or moved, its client deleted or its time past, and a mail about a move after which the
 * booking was moved again. Checked right before sending. True for every other mail.
 */
export async function isStillTrue(
  db: Db,
  mail: { kind: string; dedupe_key: string },
  now: Date,
): Promise<boolean> {
  const [, id = '', sequence = '0'] = mail.dedupe_key.split(':');
  const booking = { id, told_sequence: Number(sequence) };
  if (isMoveMail(mail.kind)) return await isStillTold(db, booking, null);
  const reminder = REMINDERS.find(
    (each) => mail.kind === REMINDER_KIND && mail.dedupe_key.startsWith(reminderKey(each)),
  );
  if (!reminder) return true;
  return await isStillTold(db, booking, reminderStarts(reminder, now));
}
