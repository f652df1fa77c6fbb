import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { MessagedClass } from '#contract/clients.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { readRoster } from '../agenda/roster.ts';
import { readReached, reachedFromRecord, reachedToRecord, type Touched } from '../agenda/reach.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { type MailBody, queueMails } from '../mail/outbox.ts';
import { staffMessageMail } from '../mail/templates/staff-message.ts';
import { recordBookingActions, selectActionDetails } from '../runtime/staff-actions.ts';
import { refuseMails } from './mail-client.ts';
import { lockRecords } from './store.ts';

const { zone } = practice;
type Message = {
  actor: Actor;
  action_id: string;
  at: { service_id: string; start: string };
  subject: string;
  text: string;
};

/**
 * Mails everybody who has a seat in one date of a class, each in a mail of their own (rules.md §9). It counts for each client
 * like a message to them alone; whom it reaches is named in the answer.
 */
export async function messageClass(
  { db, config: { app_secret, site_url } }: Pick<Deps, 'db' | 'config'>,
  { actor, action_id, at, subject, text }: Message,
  now: Date,
): Promise<MessagedClass | Refusal> {
  const input = { ...at, subject, text };
  const refusal = await runAction(
    { db, app_secret },
    { action_id, action: 'class.message', input, ...actor },
    async (trx) => {
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
      return { object_kind: 'SERVICE', object_id: at.service_id, user_id: null, details };
    },
    now,
  );
  return refusal ?? (await messagedOf(db, action_id));
}

type Mailing = {
  seats: readonly { booking_id: string; user_id: string | null }[];
  actor: Actor;
  mail: MailBody;
};

/**
 * Mails every client who can be reached, and records it under their booking like a message to one client. Returns the
 * seats, with why each of the others gets none.
 */
async function mailSeats(trx: Db, { seats, actor, mail }: Mailing, now: Date): Promise<Touched[]> {
  const clients = await lockRecords(
    trx,
    seats.flatMap(({ user_id }) => user_id ?? []),
  );
  const refused = await refuseMails(trx, clients, now);
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

/** Answers from the record, also a repeat. */
async function messagedOf(db: Db, action_id: string): Promise<MessagedClass> {
  const { reached } = await selectActionDetails(db, action_id);
  return { reached: await readReached(db, reachedFromRecord(reached)) };
}
