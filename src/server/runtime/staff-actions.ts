import { randomUUID } from 'node:crypto';
import type { Db, Trx } from '../db/pool.ts';
import { keyedHash } from './keyed-hash.ts';

/** One change by staff. No health words, names or hidden amounts in `details` (docs/rules.md §9). */
export type StaffAction = {
  /** The action_id: a UUID that the browser makes when its dialog opens. */
  id: string;
  /** Null: a command at the server, or a job. */
  staff_id: string | null;
  via: 'WEB' | 'COMMAND' | 'JOB';
  /** Noun and verb: 'booking.cancel' */
  action: string;
  object_kind:
    | 'BOOKING'
    | 'CLIENT'
    | 'STAFF'
    | 'ATTENTION'
    | 'SERVICE'
    | 'EVENT'
    | 'POST'
    | 'FORM'
    | 'SETTING'
    | 'WAITLIST_ENTRY'
    | 'WEEK';
  object_id: string;
  /** The client whom it concerns. */
  user_id: string | null;
  details: Readonly<Record<string, string | boolean>>;
  request_hash: Buffer;
};

/** Who acts. */
export type Actor = Pick<StaffAction, 'staff_id' | 'via'>;

/** The member who acts in the staff area. */
export const actorOf = ({ id }: { id: string }): Actor & { staff_id: string } => ({
  staff_id: id,
  via: 'WEB',
});

/** The actor of booking_history and audit. */
export const actorName = ({ staff_id }: Actor): string | null => (staff_id ? `staff:${staff_id}` : null);

/** The primary key of staff_actions: a second action with the same id breaks it. */
export const ONE_ACTION_PER_ID = 'staff_actions_pkey';

/** Identifies the content of a request, so that a repeat differs from another request under the same id. */
export function hashRequest(
  app_secret: string,
  { action, staff_id, input }: { action: string; staff_id: string | null; input: unknown },
): Buffer {
  return keyedHash(app_secret, 'staff-action', action, staff_id ?? '', JSON.stringify(input));
}

/** Records an action. It is the last statement of its transaction: recorded means that everything is done. */
export async function recordStaffAction(trx: Trx, action: StaffAction, now: Date): Promise<void> {
  await insertActions(trx, [action], now);
}

/** What was done to one booking, as the audit log shows it for its client. `id`: that of its mail, which the booking then lists. */
export type BookingAction = Pick<StaffAction, 'action' | 'object_id' | 'user_id' | 'details'> &
  Partial<Pick<StaffAction, 'id'>>;

/** Records what one action did to several bookings, with the record of the action itself. */
export async function recordBookingActions(
  trx: Trx,
  actor: Pick<StaffAction, 'staff_id' | 'via'>,
  actions: readonly BookingAction[],
  now: Date,
): Promise<void> {
  await insertActions(
    trx,
    actions.map((each) => ({ ...unrepeated(), ...each, ...actor, object_kind: 'BOOKING' })),
    now,
  );
}

/** Records what a job did in the place of staff. */
export async function recordJobAction(
  trx: Trx,
  action: Pick<StaffAction, 'action' | 'object_kind' | 'object_id' | 'details'>,
  now: Date,
): Promise<void> {
  await insertActions(trx, [{ ...unrepeated(), staff_id: null, via: 'JOB', user_id: null, ...action }], now);
}

async function insertActions(trx: Trx, actions: readonly StaffAction[], now: Date): Promise<void> {
  if (actions.length === 0) return;
  await trx
    .insertInto('staff_actions')
    .values(actions.map((action) => ({ ...action, details: JSON.stringify(action.details), at: now })))
    .execute();
}

/** For a record whose id no request has: no repeat is ever compared with it. */
const unrepeated = () => ({ id: randomUUID(), request_hash: Buffer.alloc(0) });

/** An action on a member of staff. Its call has no action_id. */
export function memberAction({
  details = {},
  ...action
}: Pick<StaffAction, 'staff_id' | 'via' | 'action' | 'object_id'> &
  Partial<Pick<StaffAction, 'details'>>): StaffAction {
  return {
    ...action,
    ...unrepeated(),
    object_kind: 'STAFF',
    user_id: null,
    details,
  };
}

/** What the record of an action says. */
export async function selectActionDetails<T = Readonly<Record<string, string>>>(
  db: Db,
  id: string,
): Promise<T> {
  const row = await db
    .selectFrom('staff_actions')
    .select('details')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.details as T;
}

/** NEW: nothing is recorded under the id. REPEAT: this request is done. REUSED: another request has the id. */
export async function findRepeat(
  db: Db,
  { id, request_hash }: Pick<StaffAction, 'id' | 'request_hash'>,
): Promise<'NEW' | 'REPEAT' | 'REUSED'> {
  const recorded = await db
    .selectFrom('staff_actions')
    .select('request_hash')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!recorded) return 'NEW';
  return recorded.request_hash.equals(request_hash) ? 'REPEAT' : 'REUSED';
}
