import type { z } from 'zod';
import { practice } from '#content/public/practice.ts';
import type { joinWaitlist } from '#contract/waitlist.schemas.ts';
import type { CheckoutLine } from '#domain/checkout/checkout-line.ts';
import { inDollars, startPrice, toCents } from '#domain/money/money.ts';
import { isCompleteAddress, type LooseAddress } from '#domain/people/address.ts';
import { explainDate, isClassFormat, slotsOfDays } from '#domain/slots/slots.ts';
import type { SlotFacts } from '#domain/slots/slot-facts.ts';
import { isWished, MOST_PLACES, type WishedTimes } from '#domain/slots/waitlist.ts';
import { addDays, isLocalDate, type LocalDate } from '#domain/time/calendar.ts';
import { parseTime } from '#domain/time/wall-time.ts';
import { instantOf, localDateOf } from '#domain/time/zone.ts';
import type { Db, Trx } from '../db/pool.ts';
import { decidedTransaction } from '../db/transactions.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { waitlistJoinedMail } from '../mail/templates/waitlist.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type OfferedService, readPracticeFacts } from '../seats/practice-facts.ts';
import { sessionLine } from '../seats/session-line.ts';
import { factsForClient } from '../slots/client-facts.ts';
import { bookableDates } from '../slots/read-slots.ts';
import { waitedFor } from './present-waitlist.ts';
import { insertEntry, type Joiner, lockLines, selectEntries, type WishRow } from './store.ts';

type Wish = z.output<typeof joinWaitlist.body>;
type Checked = { wish: WishRow; line: CheckoutLine | null };

const { zone } = practice;
/** How far ahead a client can wait for a time. */
const MOST_DAYS = 180;
/** How many free times a refusal names. */
const NAMED = 3;

/** Puts a client at the end of a line (rules.md §10). Returns the id of the entry. */
export async function joinLine(
  db: Db,
  joiner: Joiner,
  wish: Wish,
  site_url: string,
  now: Date,
): Promise<string | Refusal> {
  return await decidedTransaction<string | Refusal>(db, async (trx) => {
    const joined = await join(trx, joiner, wish, site_url, now);
    return { answer: joined, isKept: !(joined instanceof Refusal) };
  });
}

/** Like joinLine, in a transaction that a refusal must roll back. */
export async function join(
  trx: Trx,
  joiner: Joiner,
  wish: Wish,
  site_url: string,
  now: Date,
): Promise<string | Refusal> {
  const places = await lockLines(trx, joiner.id);
  // After the lock: what is free now is free for this client.
  const checked = await checkWish(trx, joiner, wish, now);
  if (checked instanceof Refusal) return checked;
  const id = await insertEntry(trx, joiner.id, checked.wish, checked.line, now);
  if (id === null) return refuse('ALREADY_WAITING');
  if (places >= MOST_PLACES) return refuse('TOO_MANY_PLACES');
  const [entry] = await selectEntries(trx, { id });
  const { email: to, first_name, id: user_id } = joiner;
  const mail = waitlistJoinedMail({
    first_name,
    service_name: entry!.service_name,
    text: waitedFor(entry!),
    position: entry!.position!,
    site_url,
  });
  const dedupe_key = `waitlist-joined:${id}:${now.getTime()}`;
  await queueMail(trx, { ...mail, kind: 'waitlist-joined', dedupe_key, user_id, to }, now);
  return id;
}

/** Refuses what the client may not book, what does not exist, and what is free. */
async function checkWish(
  trx: Trx,
  joiner: Joiner,
  { service_id, place, class_start, times }: Wish,
  now: Date,
): Promise<Checked | Refusal> {
  if (!isUuid(service_id)) return refuse('SERVICE_NOT_FOUND');
  const facts = await readPracticeFacts(trx, { user_id: joiner.id, ...bookableDates(now) });
  const about = { service_id, location_types: [place], now, zone };
  const own = factsForClient(facts, joiner, about);
  if (own instanceof Refusal) return own;
  if (place === 'HOUSE_CALL' && !isCompleteAddress(joiner.address as LooseAddress | null))
    return refuse('ADDRESS_NEEDED');
  if (isClassFormat(own.service.format)) return checkClass(own, { place, class_start, joiner });
  if (times === null)
    return refuse('INVALID_INPUT', { details: { times: 'Please say which times suit you.' } });
  const invalid = problemOf(times, localDateOf(now, zone));
  if (invalid) return refuse('INVALID_INPUT', { details: invalid });
  const free = slotsOfDays(own).flatMap(({ date, slots }) =>
    slots
      .filter(({ start_time, end_time }) =>
        isWished(
          { ...times, place, class_start: null },
          { place, start: start_time.getTime(), end: end_time.getTime() },
          zone,
        ),
      )
      .map(({ start }) => ({ date, start })),
  );
  if (free.length > 0) return refuse('FREE_NOW', { details: { times: free.slice(0, NAMED) } });
  return { wish: { service_id, place, class_start: null, ...times }, line: null };
}

function problemOf(times: WishedTimes, today: LocalDate): Record<string, string> | null {
  const { from_date, to_date, from_time, to_time } = times;
  if (!isLocalDate(from_date)) return { from_date: 'This date does not exist.' };
  if (!isLocalDate(to_date)) return { to_date: 'This date does not exist.' };
  if (to_date < from_date || to_date < today) return { to_date: 'Please choose a later date.' };
  if (to_date > addDays(today, MOST_DAYS)) return { to_date: 'Please choose a date within six months.' };
  return from_time < to_time ? null : { to_time: 'Please choose a later time.' };
}

type ClassFacts = SlotFacts & { service: OfferedService };

/** A class that is full, with the line of its WAITLISTED booking. */
function checkClass(
  own: ClassFacts,
  { place, class_start, joiner }: { place: Wish['place']; class_start: string | null; joiner: Joiner },
): Checked | Refusal {
  const start_time = new Date(class_start ?? Number.NaN);
  if (Number.isNaN(start_time.getTime()))
    return refuse('INVALID_INPUT', { details: { class_start: 'Please choose a date of the class.' } });
  const date = localDateOf(start_time, zone);
  const { slots, refused } = explainDate({ ...own, date });
  const isIt = ({ start }: { start: string }) =>
    instantOf(date, parseTime(start)!, zone)?.getTime() === start_time.getTime();
  const free = slots.find(isIt);
  if (free) return refuse('FREE_NOW', { details: { times: [{ date, start: free.start }] } });
  const full = refused.find(isIt);
  if (full?.reason === 'ALREADY_BOOKED') return refuse('ALREADY_BOOKED');
  if (full?.reason !== 'FULL') return refuse('CLASS_NOT_FOUND');
  const { service } = own;
  const end_time = new Date(start_time.getTime() + service.duration * 60_000);
  const blocked_until = new Date(end_time.getTime() + service.buffer_time * 60_000);
  const slot = { ...full, start_time, end_time, blocked_until, capacity: 1 };
  const price_cents = toCents(startPrice(inDollars(service)));
  const line = sessionLine({ service, place, slot, date, price_cents, address: joiner.address });
  const any = { from_date: date, to_date: date, weekdays: 127, from_time: '00:00', to_time: '24:00' };
  return { wish: { service_id: service.id, place, class_start: start_time, ...any }, line };
}
