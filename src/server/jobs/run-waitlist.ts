import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { queueMail } from '../mail/outbox.ts';
import { waitlistMissedMail, waitlistOfferMail } from '../mail/templates/waitlist.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { findOffer, offerIn } from '../seats/offer-freed.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import type { Site } from '../sessions/join-link.ts';
import { visitPath } from '../sessions/visit-link.ts';
import { bookableDates } from '../slots/read-slots.ts';
import {
  claimOfferToMail,
  expireEntries,
  type OfferToMail,
  selectEndedOffers,
  selectOffersToMail,
} from '../waitlist/store.ts';
import { eachRow } from './each-row.ts';
import type { Job } from './loop.ts';

const { zone } = practice;
/** A time of the last date is offered to this many clients in one run. */
const MOST_OFFERS = 50;

/**
 * Ends the offers that were not answered, which offers each time to the next in line, and mails about offers. An offer that
 * fails stays due.
 */
export const endOffers: Job = {
  name: 'end-offers',
  every_ms: 5000,
  async run(deps, now) {
    const ended = await eachRow(
      await selectEndedOffers(deps.db, now),
      async (id) => void (await releaseCheckout(deps.db, id, 'EXPIRED', now, ['OFFERED'])),
      staysDue,
    );
    const due = await selectOffersToMail(deps.db);
    return ended + (await eachRow(due, (id) => mailAboutOffer(deps, id, now), staysDue));
  },
};

const staysDue = () => Promise.resolve();

async function mailAboutOffer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  id: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const offer = await claimOfferToMail(trx, id);
    if (!offer) return;
    const { user_id, email: to } = offer;
    const kind = offer.mail === 'OFFER' ? 'waitlist-offer' : 'waitlist-missed';
    const mail = offer.mail === 'OFFER' ? offerMail(config, offer) : missedMail(config, offer);
    await queueMail(trx, { ...mail, kind, dedupe_key: `${kind}:${id}`, user_id, to }, now);
  });
}

function offerMail(site: Site, offer: OfferToMail) {
  const path = offer.has_login
    ? `/profile/schedule?offer=${offer.booking_id!}`
    : visitPath(site, { id: offer.booking_id!, email: offer.email });
  return waitlistOfferMail({ ...offer, url: site.site_url + path, site_url: site.site_url });
}

const missedMail = ({ site_url }: Site, offer: OfferToMail) =>
  waitlistMissedMail({
    ...offer,
    is_paused: offer.state === 'PAUSED',
    schedule_url: offer.has_login ? `${site_url}/profile/schedule` : null,
    site_url,
  });

/** Each minute: ends what can no longer be waited for, and offers the times of the date that can be booked since today. */
export const matchWaitlist: Job = {
  name: 'match-waitlist',
  every_ms: 60_000,
  async run({ db }, now) {
    const expired = await expireEntries(db, { now, today: localDateOf(now, zone) });
    const { to } = bookableDates(now);
    const [start, end] = [startOfDay(to, zone).getTime(), startOfDay(addDays(to, 1), zone).getTime()];
    for (let offers = 0; offers < MOST_OFFERS; offers++) {
      // Whoever was offered a time of this date before is not asked again.
      const found = await findOffer(db, [{ start, end, since: 0 }], now);
      if (!found) return expired + offers;
      const { slot, start: from, blocked } = found.time;
      await inTransaction(db, async (trx) => {
        await lockTimeToTake(trx, [slot]);
        await offerIn(trx, [{ start: from, end: blocked, since: 0 }], now);
      });
    }
    return expired + MOST_OFFERS;
  },
};
