import { type RawBuilder, sql } from 'kysely';
import type { BookingStatus } from '#domain/visits/booking.ts';
import type { Db } from '../db/pool.ts';
import type { MailedBooking } from '../mail/mailed-booking.ts';

/** The data that a mail shows of a booking. */
export async function selectBookingToMail(
  db: Db,
  id: string,
): Promise<(MailedBooking & { told_sequence: number }) | undefined> {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'service_name',
      'service_type',
      'start_time',
      'end_time',
      'location_type',
      'location_name',
      'visit_address',
      'price_cents',
      'sequence',
      'told_sequence',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** True if this member has looked at the amount of a booking, which its client chose. */
export async function wasRevealed(db: Db, booking_id: string, staff_id: string | null): Promise<boolean> {
  const action = await db
    .selectFrom('staff_actions')
    .select('id')
    .where('object_kind', '=', 'BOOKING')
    .where('object_id', '=', booking_id)
    .where('action', '=', 'booking.reveal-amount')
    .where('staff_id', '=', staff_id)
    .limit(1)
    .executeTakeFirst();
  return action !== undefined;
}

/** Closes a time for everybody. The transaction must hold lockTime. */
export async function insertClosure(
  trx: Db,
  closure: { starts_at: Date; ends_at: Date; reason: string; public_text?: string | null },
): Promise<void> {
  await trx.insertInto('closures').values(closure).execute();
}

/** What decides about an attendance; `appointment_id` is null once the seat is released. */
export type AttendedBooking = {
  id: string;
  user_id: string | null;
  appointment_id: string | null;
  status: BookingStatus;
  start_time: Date;
  blocked_until: Date;
  arrived_at: Date | null;
  updated_at: Date;
};

export async function selectAttended(db: Db, id: string): Promise<AttendedBooking | undefined> {
  return await db
    .selectFrom('bookings')
    .select([
      'id',
      'user_id',
      'appointment_id',
      'status',
      'start_time',
      'blocked_until',
      'arrived_at',
      'updated_at',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Records when a client arrived; null takes it back. False if the booking is not confirmed, or it is recorded already. */
export async function setArrived(
  trx: Db,
  { id }: Pick<AttendedBooking, 'id'>,
  arrived_at: Date | null,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ arrived_at, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'CONFIRMED')
    .where('arrived_at', arrived_at === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Moves a booking to another attendance, with its history. It has no seat afterwards. False if it has changed. */
export async function moveAttendance(
  trx: Db,
  { id, status, appointment_id }: Pick<AttendedBooking, 'id' | 'status' | 'appointment_id'>,
  { to, actor }: { to: 'NO_SHOW' | 'COMPLETED'; actor: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bookings')
    .set({ status: to, appointment_id: null, arrived_at: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('appointment_id', 'is not distinct from', appointment_id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await trx
    .insertInto('booking_history')
    .values({ booking_id: id, at: now, from_status: status, to_status: to, cause: 'practice', actor })
    .execute();
  return true;
}

export type HouseCallChange = {
  email: string;
  first_name: string;
  /** It was otherwise before. */
  is_changed: boolean;
  /** It answers a request of the client. */
  is_answer: boolean;
};

/**
 * Sets whether a client may book house calls, which also answers an open request. With `requested_at` it answers this
 * request, and DECIDED means that it is answered already. Undefined: no such client.
 */
export async function setHouseCallApproval(
  trx: Db,
  { id, approved, requested_at }: { id: string; approved: boolean; requested_at: Date | null },
  now: Date,
): Promise<HouseCallChange | 'DECIDED' | undefined> {
  const client = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'house_call_approved'])
    .select(['house_call_requested_at', 'house_call_decided_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!client) return undefined;
  const { email, first_name, house_call_requested_at: asked, house_call_decided_at: decided } = client;
  const isOpen = !client.house_call_approved && asked !== null && (decided === null || decided < asked);
  if (requested_at !== null && !(isOpen && asked.getTime() === requested_at.getTime())) return 'DECIDED';
  const is_changed = client.house_call_approved !== approved;
  if (is_changed || isOpen) {
    await trx
      .updateTable('users')
      .set({
        house_call_approved: approved,
        updated_at: now,
        ...(isOpen ? { house_call_decided_at: now } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  return { email, first_name, is_changed, is_answer: isOpen };
}

export async function selectHouseCallApproval(db: Db, id: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'house_call_approved', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Hides an item of Needs attention until a moment, or for good (null). */
export async function upsertDismissal(
  trx: Db,
  dismissal: { kind: string; object_id: string; until: Date | null; staff_id: string | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('attention_dismissals')
    .values({ ...dismissal, at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'object_id']).doUpdateSet({
        until: dismissal.until,
        staff_id: dismissal.staff_id,
        at: now,
      }),
    )
    .execute();
}

// The audit log

export type LogEntry = {
  /** With `at`, the place in the order. */
  key: string;
  /** Exact, as PostgreSQL writes it in UTC. */
  at_text: string;
  at: Date;
  staff_id: string | null;
  staff_name: string | null;
  via: 'WEB' | 'COMMAND' | 'JOB' | 'READ';
  /** Of a row of `audit`: 'client', 'practice', 'staff:<id>' or a job. */
  actor: string | null;
  action: string;
  object_kind: string | null;
  object_id: string | null;
  /** Of the visit whose notes were read. */
  service_name: string | null;
  start_time: Date | null;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  details: Readonly<Record<string, unknown>>;
};
export type LogFilter = {
  staff_id: string | null;
  user_id: string | null;
  /** OWN: what clients did with their own health data, and nothing else. */
  kind: 'BOOKING' | 'CLIENT' | 'STAFF' | 'READ' | 'OWN' | null;
  from: Date | null;
  to: Date | null;
  /** The last row of the page before. */
  after: { at_text: string; key: string } | null;
};

/**
 * Reads actions and accesses to health data, newest first. Each half is limited by its own index, so that a page costs
 * the same however long the log is. An action on health data is recorded as an access as well: the whole log shows the action.
 */
export async function selectLog(db: Db, filter: LogFilter, limit: number): Promise<LogEntry[]> {
  const { staff_id, user_id, kind, from, to, after } = filter;
  const when = (key: RawBuilder<unknown>) => sql`
    (${from}::timestamptz is null or l.at >= ${from}::timestamptz)
    and (${to}::timestamptz is null or l.at < ${to}::timestamptz)
    and (${user_id}::uuid is null or l.user_id = ${user_id}::uuid)
    and (${after?.at_text ?? null}::timestamptz is null or l.at <= ${after?.at_text ?? null}::timestamptz)
    and (${after?.at_text ?? null}::timestamptz is null
      or (l.at, ${key}) < (${after?.at_text ?? null}::timestamptz, ${after?.key ?? ''}))`;
  // Both as a constant, for the partial index: clients make most of the rows.
  const whose = kind === 'OWN' ? sql`l.actor = 'client'` : sql`l.actor <> 'client'`;
  const actionKey = sql`'action:' || l.id`;
  const readKey = sql`'read:' || lpad(l.id::text, 20, '0')`;
  const { rows } = await sql<LogEntry>`
    with log as (
      (select ${actionKey} as key, l.at, l.staff_id, l.via, null as actor, l.action, l.object_kind, l.object_id, l.user_id,
          l.details
        from staff_actions l
        where ${when(actionKey)} and (${staff_id}::uuid is null or l.staff_id = ${staff_id}::uuid)
          and (${kind}::text is null or l.object_kind = ${kind}::text)
        order by l.at desc, 1 desc limit ${limit})
      union all
      (select ${readKey}, l.at, case when l.actor like 'staff:%' then substr(l.actor, 7)::uuid end,
          case when l.actor = 'client' or l.actor like 'staff:%' then 'READ' when l.actor = 'practice' then 'COMMAND' else 'JOB' end,
          l.actor,
          l.action, null, l.object_id, l.user_id, '{}'::jsonb
        from audit l
        where ${when(readKey)} and (${staff_id}::uuid is null or l.actor = 'staff:' || ${staff_id}::uuid)
          and ${whose} and coalesce(${kind}::text, 'READ') in ('READ', 'OWN')
          and (${kind}::text is not null or not exists (
            select from staff_actions a where a.at = l.at and a.action = l.action and a.user_id = l.user_id))
        order by l.at desc, 1 desc limit ${limit}))
    select log.*, (log.at at time zone 'UTC')::text || '+00' as at_text, s.name as staff_name, u.first_name, u.last_name,
      b.service_name, b.start_time
    from log left join staff s on s.id = log.staff_id left join users u on u.id = log.user_id
    left join bookings b on log.actor is not null and b.id = case
      when log.action ~ '^(notes|session-note|recommendations)[.]read$' and log.object_id ~ '^[0-9a-f-]{36}$'
      then log.object_id::uuid end
    order by log.at desc, log.key desc limit ${limit}`.execute(db);
  return rows;
}

export async function selectClientName(
  db: Db,
  id: string,
): Promise<{ first_name: string | null; last_name: string | null } | undefined> {
  return await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectStaffNames(db: Db): Promise<{ id: string; name: string }[]> {
  return await db.selectFrom('staff').select(['id', 'name']).orderBy('name').orderBy('id').execute();
}
