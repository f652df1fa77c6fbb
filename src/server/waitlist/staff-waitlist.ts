import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { practice } from '#content/public/practice.ts';
import * as calls from '#contract/staff.calls.ts';
import * as schemas from '#contract/waitlist.schemas.ts';
import type { StaffEntry } from '#contract/waitlist.schemas.ts';
import { offerEndsAt, suits } from '#domain/slots/waitlist.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { type Action, staffAction } from '../actions/staff-action.ts';
import { namesOf } from '../agenda/present-session.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { sendTagged } from '../http/public-answer.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import { isUuid } from '../runtime/uuid.ts';
import { lockTimeToTake } from '../seats/hold-seats.ts';
import { freeTimesOf, insertOffer, readWaiting, type Time } from '../seats/offer-freed.ts';
import { bookableDates } from '../slots/read-slots.ts';
import { join } from './join.ts';
import { presentEntry } from './present-waitlist.ts';
import {
  type EntryRow,
  endEntry,
  type OfferRow,
  selectEntries,
  selectJoiner,
  selectOffers,
} from './store.ts';

const { zone } = practice;
/** How many free times are listed for an entry. */
const LISTED = 3;

async function readWaitlist(db: Db, now: Date): Promise<z.input<typeof schemas.staffWaitlist.answer>> {
  const [entries, offers, { services, waiting, timesOf }] = await Promise.all([
    selectEntries(db),
    selectOffers(db),
    readLines(db, now),
  ]);
  return {
    entries: entries.map((entry) => {
      const facts = waiting.find(({ id }) => id === entry.id);
      const times = facts ? timesOf(entry.service_id).filter((time) => suits(facts, time, zone)) : [];
      const offer = offers.find(({ entry_id }) => entry_id === entry.id);
      return presentStaffEntry(presentEntry(entry, services), { entry, offer, times, now });
    }),
  };
}

/** Who waits, and the times that are free for them. */
async function readLines(db: Db, now: Date) {
  const { entries: waiting, facts } = await readWaiting(db, bookableDates(now));
  return {
    services: facts.catalogue.services,
    waiting,
    timesOf: freeTimesOf(facts, bookableDates(now), now),
  };
}

function presentStaffEntry(
  presented: ReturnType<typeof presentEntry>,
  { entry, offer, times, now }: { entry: EntryRow; offer?: OfferRow | undefined; times: Time[]; now: Date },
): StaffEntry {
  return {
    ...presented,
    client: {
      id: entry.user_id,
      name: namesOf(entry).name,
      phone: entry.phone as StaffEntry['client']['phone'],
      has_email: entry.email !== '',
    },
    joined_at: entry.joined_at.toISOString(),
    offered: entry.offered,
    offer: offer
      ? {
          booking_id: offer.booking_id,
          text: formatDayTime(offer.start_time, zone),
          ends_at: offer.ends_at.toISOString(),
          is_being_paid: offer.is_being_paid,
        }
      : null,
    free: times.slice(0, LISTED).map(({ slot }) => ({
      start: slot.start_time.toISOString(),
      text: formatDayTime(slot.start_time, zone),
      ends_at: offerEndsAt(now, slot.start_time, zone)!.toISOString(),
    })),
  };
}

const offerTime: Action<typeof schemas.staffOffer> = {
  action: 'waitlist.offer',
  work: async (trx, { params: { id }, body: { start, reason }, now }) => {
    if (!isUuid(id)) return refuse('NOT_FOUND');
    const find = async () => {
      const { waiting, timesOf } = await readLines(trx, now);
      const entry = waiting.find((each) => each.id === id);
      const time = entry && timesOf(entry.service_id).find((each) => each.start === Date.parse(start));
      return { waiting, entry, time };
    };
    const before = await find();
    if (!before.entry) return refuse('NOT_FOUND', { message: 'They don’t wait any more.' });
    if (!before.time) return refuse('NOT_FREE');
    await lockTimeToTake(trx, [before.time.slot]);
    const { waiting, entry, time } = await find();
    if (!entry || !time || !suits(entry, time, zone)) return refuse('NOT_FREE');
    const first = waiting.find((each) => each.service_id === entry.service_id && suits(each, time, zone));
    if (first?.id !== id && !reason) return refuse('OUT_OF_ORDER');
    const offer = { entry, time, since: now.getTime(), reason: reason ?? null };
    if (!(await insertOffer(trx, offer, now))) return refuse('NOT_FREE');
    return { object_kind: 'WAITLIST_ENTRY', object_id: id, user_id: entry.user_id };
  },
  answer: ({ params: { id } }) => ({ id }),
};

const joinFor = ({ config }: Pick<Deps, 'config'>): Action<typeof schemas.staffJoinWaitlist> => ({
  action: 'waitlist.join',
  work: async (trx, { body: { client_id, ...wish }, now }) => {
    const joiner = isUuid(client_id) ? await selectJoiner(trx, client_id) : undefined;
    if (!joiner) return refuse('CLIENT_NOT_FOUND');
    const id = await join(trx, joiner, wish, config.site_url, now);
    if (id instanceof Refusal) return id;
    return { object_kind: 'WAITLIST_ENTRY', object_id: id, user_id: client_id };
  },
  answer: ({ body: { client_id } }) => ({ client_id }),
});

const removeEntry: Action<typeof schemas.staffRemoveEntry> = {
  action: 'waitlist.remove',
  work: async (trx, { params: { id }, now }) => {
    const removed = isUuid(id) ? await endEntry(trx, id, null, now) : undefined;
    if (!removed)
      return refuse('NOT_FOUND', { message: 'They don’t wait any more, or a time is offered to them.' });
    return { object_kind: 'WAITLIST_ENTRY', object_id: id, user_id: removed.user_id };
  },
  answer: ({ params: { id } }) => ({ id }),
};

/** The waitlist as staff see it (rules.md §10). */
export function staffWaitlistRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.staffWaitlist, schemas.staffWaitlist, async ({ now, request, reply }) =>
    sendTagged(request, reply, schemas.staffWaitlist, await readWaitlist(deps.db, now)),
  );
  staffAction(app, deps, calls.staffOffer, schemas.staffOffer, offerTime);
  staffAction(app, deps, calls.staffJoinWaitlist, schemas.staffJoinWaitlist, joinFor(deps));
  staffAction(app, deps, calls.staffRemoveEntry, schemas.staffRemoveEntry, removeEntry);
}
