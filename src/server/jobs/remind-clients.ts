import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/outbox.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { selectBookingsToRemind } from '../mail/store.ts';
import { reminderMail } from '../mail/templates/reminder.ts';

type RemindDeps = Pick<Deps, 'db' | 'config'>;

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

/** Two days and one day ahead. A reminder that is late is still sent until the next would be, or an hour before. */
const REMINDERS = [
  { hours: 48, at_least_hours: 24 },
  { hours: 24, at_least_hours: 1 },
] as const;

/** Reminds of confirmed bookings, once each; how many mails it queued. */
export const remindClients = {
  name: 'remind-clients',
  every_ms: 5 * MINUTE,
  run: async ({ db, config }: RemindDeps, now: Date): Promise<number> => {
    const ahead = (hours: number) => new Date(now.getTime() + hours * HOUR);
    let queued = 0;
    for (const { hours, at_least_hours } of REMINDERS) {
      const due = await selectBookingsToRemind(db, {
        after: ahead(at_least_hours),
        until: ahead(hours),
        hours,
      });
      for (const { email, first_name, user_id, ...booking } of due) {
        if (user_id === null) continue;
        const required = await selectRequiredForms(db, user_id, now);
        const due = required.filter(({ booking_id }) => booking_id === null || booking_id === booking.id);
        const forms_due = [...new Set(due.map(({ name }) => name))];
        const mail = reminderMail({ first_name, booking, hours, forms_due, site_url: config.site_url });
        const dedupe_key = `reminder-${hours}:${booking.id}`;
        if (await queueMail(db, { ...mail, dedupe_key, kind: 'reminder', user_id, to: email }, now))
          queued += 1;
      }
    }
    return queued;
  },
};
