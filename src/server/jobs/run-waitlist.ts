import { practice } from '#content/public/practice.ts';
import { addDays } from '#domain/time/calendar.ts';
import { localDateOf, startOfDay } from '#domain/time/zone.ts';
import { classesNotGiven } from '#domain/week/week-effects.ts';
import type { Db } from '../db/pool.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Deps } from '../deps.ts';
import { lockWeek, readWeek } from '../hours/store.ts';
import { queueMail, queueMails } from '../mail/outbox.ts';
import { waitlistEndedMail, waitlistMissedMail, waitlistOfferMail } from '../mail/templates/waitlist.ts';
import { selectClassEntries } from '../seats/class-entries.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { findOffer, offerIn } from '../seats/offer-freed.ts';
import { type Catalogue, readCatalogueNow } from '../seats/practice-facts.ts';
import { releaseCheckout } from '../seats/release-seats.ts';
import type { Site } from '../sessions/join-link.ts';
import { visitPath } from '../sessions/visit-link.ts';
import { bookableDates } from '../slots/read-slots.ts';
import {
  claimOfferToMail,
  endLost,
  expireEntries,
  type OfferToMail,
  selectEndedOffers,
  selectEntries,
  selectOffersToMail,
  selectWithdrawn,
} from '../waitlist/store.ts';
import { eachRow } from './each-row.ts';
import type { Job } from './loop.ts';

const { zone } = practice;
/** A time of the last date is offered to this many clients in one run. */
const MOST_OFFERS = 50;
/** Of lost lines, this many entries end in one run. */
const MOST_ENDED = 200;

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

/**
 * Ends the lines of classes that the hours no longer give, however that came, and of retired services, and mails who was in
 * them. A class of today is not offered any more.
 */
async function endLostLines({ db, config }: Pick<Deps, 'db' | 'config'>, now: Date): Promise<number> {
  const today = localDateOf(now, zone);
  const readLost = async (of: Db) => {
    const ofRetired = await selectEntries(of, { is_retired: true });
    const ofClasses = await selectClassEntries(of, { after: startOfDay(addDays(today, 1), zone) });
    const notGiven =
      ofClasses.length === 0 ? [] : classesNotGiven(ofClasses, await readWeek(of, today), zone);
    return [
      ...ofRetired
        .filter(({ class_start }) => class_start === null)
        .map((entry) => ({ ...entry, before: null })),
      ...notGiven.map(({ start, ...entry }) => ({ ...entry, before: new Date(start) })),
    ];
  };
  if ((await readLost(db)).length === 0) return 0;
  return await inTransaction(db, async (trx) => {
    // A class that moves takes its line along in one transaction, between whose ends nothing is read.
    await lockWeek(trx);
    const ended = await endLost(trx, (await readLost(trx)).slice(0, MOST_ENDED), now);
    const mails = ended.map(({ id, user_id, email: to, first_name, service_name, before }) => ({
      ...waitlistEndedMail({ first_name, service_name, before, site_url: config.site_url }),
      kind: 'waitlist-ended',
      dedupe_key: `waitlist-ended:${id}`,
      user_id,
      to,
    }));
    await queueMails(trx, mails, now);
    return ended.length;
  });
}

/** The catalogue by which this process has matched every date. */
let matched: Catalogue | null = null;

/**
 * Each minute: ends what can no longer be waited for, and offers the times of the date that can be booked since today. After
 * a change of hours, services, limits or busy times elsewhere it offers those of every date.
 */
export const matchWaitlist: Job = {
  name: 'match-waitlist',
  every_ms: 60_000,
  async run(deps, now) {
    const { db } = deps;
    const over = await expireEntries(db, { now, today: localDateOf(now, zone) });
    const expired = over + (await endLostLines(deps, now));
    const { from: first, to } = bookableDates(now);
    const catalogue = await readCatalogueNow(db);
    const start = startOfDay(catalogue === matched ? to : first, zone).getTime();
    const end = startOfDay(addDays(to, 1), zone).getTime();
    // Whoever was offered one of these times before is not asked again, and no client about one that staff withdrew.
    const freed = { since: 0, except: await selectWithdrawn(db, now) };
    for (let offers = 0; offers < MOST_OFFERS; offers++) {
      const found = await findOffer(db, [{ start, end, ...freed }], now);
      if (!found) {
        matched = catalogue;
        return expired + offers;
      }
      const { slot, start: from, blocked } = found.time;
      await inTransaction(db, async (trx) => {
        await lockTimeToTake(trx, [slot]);
        await offerIn(trx, [{ start: from, end: blocked, ...freed }], now);
      });
    }
    return expired + MOST_OFFERS;
  },
};
