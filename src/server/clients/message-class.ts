import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { MessagedClass } from '#contract/clients.schemas.ts';
import { formatClock, formatDayOf } from '#domain/date-formats.ts';
import { readRoster } from '../agenda/roster.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { staffMessageMail } from '../mail/templates/staff-message.ts';
import { recordStaffAction, selectActionDetails } from '../runtime/staff-actions.ts';
import { refuseMail } from './mail-client.ts';
import { lockClient } from './store.ts';

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
 * like a message to them alone; whom it does not reach is named in the answer.
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
      // Records are locked in one order, so that two messages at once do not block each other.
      const seats = booked
        .map(({ id, client }) => ({ booking_id: id, user_id: client?.id ?? null }))
        .sort((one, other) => (one.user_id ?? '').localeCompare(other.user_id ?? ''));
      const mail = staffMessageMail({ subject, text, site_url });
      const not_sent: string[] = [];
      for (const seat of seats)
        if (!(await mailSeat(trx, { ...seat, actor, mail }, now))) not_sent.push(seat.booking_id);
      const { service_name, start_time } = roster.class;
      const details = {
        text: `${service_name}, ${formatDayOf(start_time, zone)} ${formatClock(start_time, zone)}`,
        sent: String(seats.length - not_sent.length),
        not_sent: not_sent.join(' '),
      };
      return { object_kind: 'SERVICE', object_id: at.service_id, user_id: null, details };
    },
    now,
  );
  return refusal ?? (await messagedOf(db, action_id));
}

type Mailing = {
  booking_id: string;
  user_id: string | null;
  actor: Actor;
  mail: ReturnType<typeof staffMessageMail>;
};

/** False if the client cannot be reached. The record under the booking is that of a message to one client. */
async function mailSeat(trx: Db, { booking_id, user_id, actor, mail }: Mailing, now: Date): Promise<boolean> {
  const client = user_id === null ? undefined : await lockClient(trx, user_id);
  if (!client || (await refuseMail(trx, client, now))) return false;
  const id = randomUUID();
  const kind = 'staff-message';
  await queueMail(
    trx,
    { ...mail, dedupe_key: `${kind}:${id}`, kind, user_id: client.id, to: client.email },
    now,
  );
  const about = { object_kind: 'BOOKING', object_id: booking_id, user_id: client.id } as const;
  const record = { id, action: 'booking.message', details: { notified: true }, ...about, ...actor };
  // No request has this id, so no repeat is ever compared with it.
  await recordStaffAction(trx, { ...record, request_hash: Buffer.alloc(0) }, now);
  return true;
}

/** Answers from the record, also a repeat. */
async function messagedOf(db: Db, action_id: string): Promise<MessagedClass> {
  const { sent, not_sent } = await selectActionDetails(db, action_id);
  return { sent: Number(sent), not_sent: not_sent ? not_sent.split(' ') : [] };
}
