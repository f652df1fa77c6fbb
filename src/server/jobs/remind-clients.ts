import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/outbox.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { isStillToCome, selectBookingsToRemind } from '../mail/store.ts';
import { reminderMail } from '../mail/templates/reminder.ts';
import { eachRow } from './each-row.ts';

type RemindDeps = Pick<Deps, 'db' | 'config' | 'log'>;

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const KIND = 'reminder';

/**
 * Two days and one day ahead. A reminder that is late is still sent while its words are true: 'in two days' for half a
 * day, 'within a day' until an hour before.
 */
const REMINDERS = [
  { hours: 48, at_least_hours: 36 },
  { hours: 24, at_least_hours: 1 },
] as const;

type Reminder = (typeof REMINDERS)[number];

const keyFor = ({ hours }: Reminder) => `reminder-${hours}:`;

/** Between which moments a session starts of which this reminder tells. */
function startsOf({ hours, at_least_hours }: Reminder, now: Date): { after: Date; until: Date } {
  const ahead = (count: number) => new Date(now.getTime() + count * HOUR);
  return { after: ahead(at_least_hours), until: ahead(hours) };
}

/**
 * False for a reminder that waited (a mail server that was away) until its session was cancelled, its client gone, or
 * its time past. Asked right before it is sent. True for every other mail.
 */
export async function isStillTrue(
  db: Db,
  mail: { kind: string; dedupe_key: string },
  now: Date,
): Promise<boolean> {
  const reminder = REMINDERS.find((each) => mail.kind === KIND && mail.dedupe_key.startsWith(keyFor(each)));
  if (!reminder) return true;
  return await isStillToCome(db, mail.dedupe_key.slice(keyFor(reminder).length), startsOf(reminder, now));
}

/** Reminds of confirmed bookings, once each; how many mails it queued. */
export const remindClients = {
  name: 'remind-clients',
  every_ms: 5 * MINUTE,
  run: async ({ db, config, log }: RemindDeps, now: Date): Promise<number> => {
    let queued = 0;
    const failures: unknown[] = [];
    for (const reminder of REMINDERS) {
      const { hours } = reminder;
      const due = await selectBookingsToRemind(db, { ...startsOf(reminder, now), hours });
      const remind = async ({ email, first_name, user_id, ...booking }: (typeof due)[number]) => {
        if (user_id === null) return;
        const required = await selectRequiredForms(db, user_id, now);
        const open = required.filter(({ booking_id }) => booking_id === null || booking_id === booking.id);
        const forms_due = [...new Set(open.map(({ name }) => name))];
        const mail = reminderMail({ first_name, booking, hours, forms_due, site_url: config.site_url });
        const dedupe_key = `${keyFor(reminder)}${booking.id}`;
        if (await queueMail(db, { ...mail, dedupe_key, kind: KIND, user_id, to: email }, now)) queued += 1;
      };
      const logFailure = async ({ id }: { id: string }, error: unknown) =>
        log.error({ err: error, booking_id: id }, 'A reminder could not be made');
      await eachRow(due, remind, logFailure).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return queued;
  },
};
