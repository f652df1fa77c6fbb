import type { Trx } from '../db/pool.ts';
import type { MailAbout } from './outbox.ts';
import { withdrawMails } from './store.ts';

/** The mails about a move wait this long, so that a booking which is moved back or again sends no needless mail. */
export const MOVE_MAIL_WAITS_MS = 3 * 60_000;
const TO_CLIENT = 'rescheduled';
const TO_PRACTICE = 'rescheduled-by-client';

export const isMoveMail = (kind: string): boolean => kind === TO_CLIENT || kind === TO_PRACTICE;

/** The time and place of a booking that its client was notified of, and when. */
export type ToldTime = {
  start_time: Date;
  end_time: Date;
  location_type: string;
  told_at: Date | null;
  /** The booking's sequence at that time: it identifies the time in the keys of mails. */
  told_sequence: number;
  rescheduled_by_staff_at: Date | null;
};

/** The dedupe key of the mail about a move. */
export const moveMailKey = (
  kind: typeof TO_CLIENT | typeof TO_PRACTICE,
  { id, told_sequence }: { id: string; told_sequence: number },
) => `${kind}:${id}:${told_sequence}`;

/**
 * Deletes the mails about the last move of a booking that wait and that no process has claimed. Returns the time that the
 * client knew before, or null if no mail to the client waited. The transaction must hold the booking's time.
 */
export async function withdrawMoveMails(
  trx: Trx,
  booking: { id: string; told_sequence: number },
): Promise<ToldTime | null> {
  if (booking.told_sequence === 0) return null;
  const keys = [moveMailKey(TO_CLIENT, booking), moveMailKey(TO_PRACTICE, booking)];
  const [about] = (await withdrawMails(trx, keys)).filter((each) => each !== null);
  return about ? toldOf(about) : null;
}

/** Converts the time that the client knew to the form that a mail keeps. */
export function aboutMove(booking_id: string, known: ToldTime): MailAbout {
  const { start_time, end_time, location_type, told_at, told_sequence, rescheduled_by_staff_at } = known;
  return {
    booking_id,
    previous: {
      start_time: start_time.toISOString(),
      end_time: end_time.toISOString(),
      location_type,
      told_at: told_at?.toISOString() ?? null,
      told_sequence,
      rescheduled_by_staff_at: rescheduled_by_staff_at?.toISOString() ?? null,
    },
  };
}

const dateOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

function toldOf({ previous }: MailAbout): ToldTime {
  return {
    start_time: new Date(previous.start_time),
    end_time: new Date(previous.end_time),
    location_type: previous.location_type,
    told_at: dateOf(previous.told_at),
    told_sequence: previous.told_sequence,
    rescheduled_by_staff_at: dateOf(previous.rescheduled_by_staff_at),
  };
}
