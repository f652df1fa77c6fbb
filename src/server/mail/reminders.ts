import type { Db } from '../db/pool.ts';
import { isStillToCome } from './store.ts';

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

/** Prefix of the dedupe key; the booking id follows. */
export const reminderKey = ({ hours }: Reminder) => `reminder-${hours}:`;

/** The range of start times that this reminder is for. */
export function reminderStarts({ hours, at_least_hours }: Reminder, now: Date): { after: Date; until: Date } {
  const ahead = (count: number) => new Date(now.getTime() + count * HOUR);
  return { after: ahead(at_least_hours), until: ahead(hours) };
}

/**
 * False for a reminder that was delayed (by an unavailable mail server) until its session was cancelled, its client
 * deleted, or its time past. Checked right before sending. True for every other mail.
 */
export async function isStillTrue(
  db: Db,
  mail: { kind: string; dedupe_key: string },
  now: Date,
): Promise<boolean> {
  const reminder = REMINDERS.find(
    (each) => mail.kind === REMINDER_KIND && mail.dedupe_key.startsWith(reminderKey(each)),
  );
  if (!reminder) return true;
  return await isStillToCome(
    db,
    mail.dedupe_key.slice(reminderKey(reminder).length),
    reminderStarts(reminder, now),
  );
}
