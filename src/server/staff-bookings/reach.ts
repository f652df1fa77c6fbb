import type { BookingPanel } from '#contract/staff-bookings.schemas.ts';
import { type BookingMoney, leftCents } from '#domain/money/cancellation.ts';
import type { Fate, Reach, Reached, Way } from '#domain/visits/reach.ts';
import { readMoneyOf, selectBookingsToCancel } from '../checkout/cancel-booking.ts';
import type { Db } from '../db/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { readPanel } from './panel.ts';
import { namesOf } from '../agenda/present-session.ts';
import { type ContactRow, selectContacts } from './store.ts';

/** Reads whom changes of these bookings reach, by booking: every plan and every result names it (rules.md §9). */
export async function readReach(db: Db, booking_ids: readonly string[]): Promise<ReadonlyMap<string, Reach>> {
  const contacts = await selectContacts(db, booking_ids);
  const rows = new Map((await selectBookingsToCancel(db, booking_ids)).map((row) => [row.id, row]));
  const money = await readMoneyOf(db, [...rows.values()]);
  return new Map(
    contacts.map((contact) => {
      const row = rows.get(contact.id)!;
      return [contact.id, presentReach(contact, money.get(contact.id)!, row.is_hidden)];
    }),
  );
}

function presentReach(contact: ContactRow, money: BookingMoney, is_hidden: boolean): Reach {
  const { id, start_time, user_id, phone, has_email, by_hand_cents } = contact;
  const names = namesOf(contact);
  // Of a cancelled booking: what it has given back.
  const cents = contact.status === 'CANCELLED' ? money.refunded_cents + money.owed_cents : leftCents(money);
  return {
    booking: id,
    start_time: start_time.toISOString(),
    client:
      user_id === null
        ? null
        : {
            id: user_id,
            name: names.name,
            short_name: names.short_name,
            phone,
          },
    way: user_id === null ? 'FORMER' : has_email ? 'MAIL' : 'NO_ADDRESS',
    refund:
      money.share_cents === 0
        ? 'NOTHING_PAID'
        : cents === 0
          ? 'NONE'
          : cents < money.share_cents
            ? 'PART'
            : 'FULL',
    refund_cents: is_hidden ? null : cents,
    by_hand_cents,
  };
}

/** What became of a booking. `way`: of this mail, not of the client. */
export type Touched = { booking: string; fate: Fate; way?: Way | undefined };

/** Reads whom a result reached. A booking that is gone by now is left out. */
export async function readReached(db: Db, touched: readonly Touched[]): Promise<Reached[]> {
  const reach = await readReach(
    db,
    touched.map(({ booking }) => booking),
  );
  return touched.flatMap(({ booking, fate, way }) => {
    const found = reach.get(booking);
    return found ? [{ ...found, fate, way: found.way === 'MAIL' ? (way ?? 'MAIL') : found.way }] : [];
  });
}

/** The panel of a booking that was cancelled or moved, with whom this reached. */
export async function readChangedPanel(
  db: Db,
  touched: Touched,
  { notify }: { notify: boolean },
  now: Date,
): Promise<(BookingPanel & { reached: Reached[] }) | Refusal> {
  const panel = await readPanel(db, touched.booking, now);
  if (panel instanceof Refusal) return panel;
  const reached = await readReached(db, [{ ...touched, way: notify ? undefined : 'NOT_TOLD' }]);
  return { ...panel, reached };
}

/** For the record of an action, which names no client: 'id:CANCELLED id:MESSAGED:MAIL_LIMIT'. */
export const reachedToRecord = (touched: readonly Touched[]): string =>
  touched.map(({ booking, fate, way }) => [booking, fate, ...(way ? [way] : [])].join(':')).join(' ');

/** The way back from `reachedToRecord`. */
export const reachedFromRecord = (recorded: string | undefined): Touched[] =>
  (recorded ?? '')
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [booking, fate, way] = each.split(':') as [string, Fate, Way | undefined];
      return { booking, fate, way };
    });
