import type { Deps } from '../deps.ts';
import { readOwnLine } from '../mail/visit-mail.ts';
import { queueMail } from '../mail/outbox.ts';
import { selectRequiredForms } from '../forms/store.ts';
import { REMINDER_KIND, REMINDERS, reminderKeyOf, reminderStarts } from '../mail/reminders.ts';
import { readSetting } from '../runtime/settings-store.ts';
import { MOVE_MAIL_WAITS_MS } from '../mail/move-mails.ts';
import { selectBookingsToRemind } from '../mail/store.ts';
import { reminderMail } from '../mail/templates/reminder.ts';
import { withJoinUrl } from '../sessions/join-link.ts';
import { withVisitUrl } from '../sessions/visit-link.ts';
import { eachRow } from './each-row.ts';

type RemindDeps = Pick<Deps, 'db' | 'config' | 'log'>;

const MINUTE = 60 * 1000;
/** Queues the reminders of confirmed bookings, each once. Returns the number of mails. */
export const remindClients = {
  name: 'remind-clients',
  every_ms: 5 * MINUTE,
  run: async ({ db, config, log }: RemindDeps, now: Date): Promise<number> => {
    if (!(await readSetting(db, 'reminders')).on) return 0;
    const own_line = await readOwnLine(db, 'reminder');
    let queued = 0;
    const failures: unknown[] = [];
    for (const reminder of REMINDERS) {
      const { hours } = reminder;
      const told_before = new Date(now.getTime() - MOVE_MAIL_WAITS_MS);
      const range = { ...reminderStarts(reminder, now), hours, told_before };
      const due = (await selectBookingsToRemind(db, range)).map(withJoinUrl(config));
      const remind = async ({ email, first_name, has_login, user_id, ...row }: (typeof due)[number]) => {
        if (user_id === null) return;
        const booking = withVisitUrl(config, { email, has_login })(row);
        const required = await selectRequiredForms(db, user_id, now);
        const open = required.filter(({ booking_id }) => booking_id === null || booking_id === booking.id);
        const forms_due = [...new Set(open.map(({ name }) => name))];
        const { site_url } = config;
        const mail = reminderMail({ first_name, booking, hours, forms_due, own_line, site_url });
        const dedupe_key = reminderKeyOf(reminder, booking);
        if (await queueMail(db, { ...mail, dedupe_key, kind: REMINDER_KIND, user_id, to: email }, now))
          queued += 1;
      };
      const logFailure = async ({ id }: { id: string }, error: unknown) =>
        log.error({ err: error, booking_id: id }, 'A reminder could not be queued');
      await eachRow(due, remind, logFailure).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return queued;
  },
};
