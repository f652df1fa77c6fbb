import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { shortName } from '#domain/people/names.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import { notifyPractice } from '../mail/outbox.ts';
import { newBookingsMail } from '../mail/templates/practice-notices.ts';
import { readSetting } from '../runtime/settings-store.ts';
import type { Job } from './loop.ts';
import { selectBookedBetween, wasNotified } from './store.ts';

const { zone } = practice;
const MINUTE_MS = 60_000;
const AT_MINUTES = 7 * 60;
const KIND = 'bookings-of-the-day';

/** Each morning at 7:00 AM it mails the practice what clients booked since the morning before, if the practice wants that. */
export const notifyOfBookings: Job = {
  name: 'notify-of-bookings',
  every_ms: 5 * MINUTE_MS,
  async run({ db, config }, now) {
    const today = localDateOf(now, zone);
    const until = instantOf(today, AT_MINUTES, zone)!;
    if (now < until || (await readSetting(db, 'notices')).when !== 'DAILY') return 0;
    if (await wasNotified(db, `${KIND}:${today}`)) return 0;
    const from = instantOf(addDays(today, -1), AT_MINUTES, zone)!;
    const bookings = await selectBookedBetween(db, from, until);
    if (bookings.length === 0) return 0;
    const mail = newBookingsMail({
      bookings: bookings.map(({ service_name, start_time, first_name, last_name }) => ({
        service_name,
        start_time,
        client: shortName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
      })),
      site_url: config.site_url,
    });
    const clients = bookings.map(({ user_id }) => user_id);
    await notifyPractice(db, { kind: KIND, cause: today, mail, clients }, now);
    return 1;
  },
};
