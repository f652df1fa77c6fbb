import { practice } from '#content/public/practice.ts';
import type { BookingPanel, staffRevealAmount } from '#contract/staff-bookings.schemas.ts';
import { attendanceMoves, canCancel } from '#domain/visits/attendance.ts';
import { balanceCents, isPriceChangeable, MOST_OTHER_VISITS } from '#domain/visits/balance.ts';
import type { z } from 'zod';
import { type Action, BOOKING } from '../actions/staff-action.ts';
import { priceRangeOf } from '../bookings/price-range.ts';
import { isOwed } from '../checkout/balance-lines.ts';
import { selectOwedByClient } from '../checkout/balance-store.ts';
import type { Db } from '../db/pool.ts';
import { presentHandedIn } from '../forms/read-submission.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { reminderKey, REMINDERS } from '../mail/reminders.ts';
import { isUuid } from '../runtime/uuid.ts';
import { presentHistory } from './present-history.ts';
import { type PanelData, selectPanel } from './panel-store.ts';
import { amountsOf, balanceOf, offlineOf, presentMoney } from './present-money.ts';
import { namesOf, nthVisit, presentSession } from '../agenda/present-session.ts';
import type { Deps } from '../deps.ts';
import { selectAttended } from './store.ts';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

const NOT_FOUND = 'This booking doesn’t exist. It may have been a hold that ended.';

/** Reads the panel of a booking, also for the answer of a call that has just changed it. */
export async function readPanel(db: Db, booking_id: string, now: Date): Promise<BookingPanel | Refusal> {
  const data = isUuid(booking_id)
    ? await selectPanel(db, booking_id, REMINDERS.map(reminderKey), now)
    : undefined;
  if (!data) return refuse('BOOKING_NOT_FOUND', { message: NOT_FOUND });
  const booking = presentSession(data.session);
  return {
    booking,
    client: clientOf(data),
    money: {
      ...presentMoney(data, paidStep(data.history)?.at ?? null),
      also_owed: await alsoOwed(db, data),
    },
    forms: data.forms.map(({ key, name, is_global, submission }) => ({
      key,
      name,
      booking_id: is_global ? null : booking_id,
      start_time: null,
      submission: submission && presentHandedIn(submission),
    })),
    mails: data.mails.map(({ kind, created_at, sent_at, is_given_up }) => ({
      kind,
      at: iso(sent_at ?? created_at),
      state: sent_at !== null ? 'SENT' : is_given_up ? 'FAILED' : 'WAITING',
    })),
    history: presentHistory(data, data.session.first_name),
    series: (data.session.series ?? []).map(({ id, start, status }) => ({
      id,
      start_time: iso(start),
      status,
    })),
    own_room: data.own_room ?? '',
    allowed_actions: actionsOf(data, now),
  };
}

function clientOf({ client, session }: PanelData): BookingPanel['client'] {
  if (!client || session.user_id === null) return null;
  const names = namesOf(session);
  return {
    id: session.user_id,
    name: names.name,
    first_name: names.first_name,
    pronouns: client.pronouns,
    phone: session.phone,
    email: client.email,
    photo: client.photo,
    visits: nthVisit(session),
    last_visit: isoOrNull(client.last_visit),
    house_call_approved: client.house_call_approved,
    updated_at: iso(client.updated_at),
  };
}

/** Reads the amounts of a booking although they are hidden: for revealAmount alone, which records it first. */
async function readAmounts(
  db: Db,
  booking_id: string,
  now: Date,
): Promise<z.output<typeof staffRevealAmount.answer> | Refusal> {
  const data = await selectPanel(db, booking_id, [], now);
  return data ? amountsOf(data) : refuse('BOOKING_NOT_FOUND', { message: NOT_FOUND });
}

async function alsoOwed(db: Db, data: PanelData): Promise<BookingPanel['money']['also_owed']> {
  const { id, user_id } = data.session;
  if (user_id === null || !balanceOf(data).has_balance) return [];
  const others = (await selectOwedByClient(db, user_id)).filter((other) => other.id !== id && isOwed(other));
  return others.slice(0, MOST_OTHER_VISITS).map((other) => ({
    id: other.id,
    service_name: other.service_name,
    start_time: other.start_time.toISOString(),
    balance_cents: priceRangeOf(other) === null ? balanceCents(other) : null,
  }));
}

/** Sample bookings were never paid through the provider. */
const paidStep = (history: PanelData['history']) =>
  history.find(({ cause }) => cause === 'paid') ?? history.find(({ to_status }) => to_status === 'CONFIRMED');

function actionsOf(data: PanelData, now: Date): BookingPanel['allowed_actions'] {
  const { session } = data;
  const visit = {
    status: session.status,
    start_time: new Date(session.start_time),
    end_time: new Date(session.end_time),
    arrived_at: session.arrived_at === null ? null : new Date(session.arrived_at),
  };
  return [
    ...(canCancel(visit, now) ? (['CANCEL'] as const) : []),
    ...attendanceMoves(visit, now, practice.zone),
    ...moneyActionsOf(data),
  ];
}

function moneyActionsOf(data: PanelData): BookingPanel['allowed_actions'] {
  const { session, client } = data;
  const { status, is_paid_online } = session;
  const has_balance = balanceOf(data).has_balance;
  return [
    ...(status === 'PENDING' ? (['END_HOLD'] as const) : []),
    ...(isPriceChangeable({ status, is_paid_online, offline_cents: offlineOf(data) })
      ? (['CHANGE_PRICE'] as const)
      : []),
    ...(has_balance ? (['RECORD_PAYMENT'] as const) : []),
    ...(has_balance && client ? (['SEND_PAYMENT_LINK'] as const) : []),
    ...(status !== 'PENDING' && amountsOf(data).left_cents > 0 ? (['REFUND'] as const) : []),
  ];
}

/** Answers the amounts of one booking and records that they were read. The record is committed first. */
export const revealAmount = ({ db }: Pick<Deps, 'db'>): Action<typeof staffRevealAmount> => ({
  action: 'booking.reveal-amount',
  object: BOOKING,
  work: async (trx, { params }) => {
    const booking = await selectAttended(trx, params.id);
    return booking ? { user_id: booking.user_id } : refuse('BOOKING_NOT_FOUND');
  },
  answer: ({ params, now }) => readAmounts(db, params.id, now),
});
