import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { staffMessageClass } from '#contract/clients.schemas.ts';
import { formatClock, formatDayOf } from '#domain/time/date-formats.ts';
import type { Action } from '../actions/staff-action.ts';
import { readReached, reachedFromRecord, reachedToRecord, type Touched } from '../staff-bookings/reach.ts';
import { readRoster } from '../classes/roster.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type MailBody, queueMails } from '../mail/outbox.ts';
import { staffMessageMail } from '../mail/templates/client-messages.ts';
import { type Actor, recordBookingActions, selectActionDetails } from '../runtime/staff-actions.ts';
import { refuseMails } from '../mail/store.ts';
import { lockRecords } from './store.ts';

const { zone } = practice;

/**
 * Mails everybody who has a seat in one date of a class, each in a mail of their own (rules.md §9). It counts for each client
 * like a message to them alone; whom it reaches is named in the answer.
 */
export const messageClass = ({
  db,
  config: { site_url },
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffMessageClass> => ({
  action: 'class.message',
  work: async (trx, { actor, params: at, body: { subject, text }, now }) => {
    const roster = await readRoster(trx, at, now);
    if (roster instanceof Refusal) return roster;
    const booked = roster.seats.filter(({ status }) => status === 'CONFIRMED' || status === 'COMPLETED');
    if (booked.length === 0) return refuse('NOT_POSSIBLE', { message: 'Nobody has booked this class.' });
    const seats = booked.map(({ id, client }) => ({ booking_id: id, user_id: client?.id ?? null }));
    const mail = staffMessageMail({ subject, text, site_url });
    const touched = await mailSeats(trx, { seats, actor, mail }, now);
    const { service_name, start_time } = roster.class;
    const details = {
      text: `${service_name}, ${formatDayOf(start_time, zone)} ${formatClock(start_time, zone)}`,
      sent: String(touched.filter(({ way }) => way === undefined).length),
      reached: reachedToRecord(touched),
    };
    return { object_kind: 'SERVICE', object_id: at.service_id, details };
  },
  // From the record, also for a repeat.
  answer: async ({ action_id }) => {
    const { reached } = await selectActionDetails(db, action_id);
    return { reached: await readReached(db, reachedFromRecord(reached)) };
  },
});

type Mailing = {
  seats: readonly { booking_id: string; user_id: string | null }[];
  actor: Actor;
  mail: MailBody;
};

/**
 * Mails every client who can be reached, and records it under their booking like a message to one client. Returns the
 * seats, with why each of the others gets none.
 */
async function mailSeats(trx: Trx, { seats, actor, mail }: Mailing, now: Date): Promise<Touched[]> {
  const clients = await lockRecords(
    trx,
    seats.flatMap(({ user_id }) => user_id ?? []),
  );
  const refused = await refuseMails(
    trx,
    clients.map(({ id }) => id),
    now,
  );
  const reached = new Map(clients.filter(({ id }) => !refused.has(id)).map((client) => [client.id, client]));
  const kind = 'staff-message';
  const sent = seats.flatMap(({ booking_id, user_id }) => {
    const client = user_id === null ? undefined : reached.get(user_id);
    return client ? [{ id: randomUUID(), booking_id, client }] : [];
  });
  await queueMails(
    trx,
    sent.map(({ id, client }) => ({
      ...mail,
      dedupe_key: `${kind}:${id}`,
      kind,
      user_id: client.id,
      to: client.email,
    })),
    now,
  );
  const record = { action: 'booking.message', details: { notified: true } };
  await recordBookingActions(
    trx,
    actor,
    sent.map(({ id, booking_id, client }) => ({ ...record, id, object_id: booking_id, user_id: client.id })),
    now,
  );
  const mailed = new Set(sent.map(({ booking_id }) => booking_id));
  return seats.map(({ booking_id: booking, user_id }) => {
    const fate = 'MESSAGED' as const;
    if (mailed.has(booking)) return { booking, fate };
    if (user_id === null) return { booking, fate, way: 'FORMER' };
    const isLimited = refused.get(user_id)?.code === 'LimitExceededException';
    return { booking, fate, way: isLimited ? 'MAIL_LIMIT' : 'NO_ADDRESS' };
  });
}
