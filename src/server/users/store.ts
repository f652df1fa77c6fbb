import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { UserRow } from '../sessions/session-store.ts';
import { claimDue } from '../db/claim-due.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { UploadTickets, Users } from '../db/types.ts';

/**
 * Records that a client asks for house calls, unless a request is open, the client is approved, had no visit yet, or was
 * answered after `answered_before`. False: nothing was recorded.
 */
export async function insertHouseCallRequest(
  db: Db,
  id: string,
  answered_before: Date,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ house_call_requested_at: now })
    .where('id', '=', id)
    .where('house_call_approved', '=', false)
    .where(
      sql<boolean>`(house_call_requested_at is null
        or house_call_decided_at >= house_call_requested_at and house_call_decided_at < ${answered_before}::timestamptz)`,
    )
    .where(hadVisit(now))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

const hadVisit = (now: Date) => sql<boolean>`exists (select from bookings b where b.user_id = users.id
  and b.status in ('CONFIRMED', 'COMPLETED') and b.end_time <= ${now}::timestamptz)`;

/** What decides about a request; undefined if the record is gone. */
export async function selectHouseCallFacts(
  db: Db,
  id: string,
  now: Date,
): Promise<
  | (Pick<UserRow, 'house_call_approved' | 'house_call_requested_at' | 'house_call_decided_at'> & {
      had_visit: boolean;
    })
  | undefined
> {
  return await db
    .selectFrom('users')
    .select(['house_call_approved', 'house_call_requested_at', 'house_call_decided_at'])
    .select(hadVisit(now).as('had_visit'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Null if this identity has a record. */
export async function insertUser(db: Db, user: Insertable<Users>): Promise<UserRow | null> {
  const inserted = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.constraint('one_record_per_identity').doNothing())
    .returningAll()
    .$castTo<UserRow>()
    .executeTakeFirst();
  return inserted ?? null;
}

/** The id of an identity's record; null if it has none. */
export async function selectRecordOf(db: Db, account_id: string): Promise<string | null> {
  const record = await db
    .selectFrom('users')
    .select('id')
    .where('cognito_sub', '=', account_id)
    .executeTakeFirst();
  return record?.id ?? null;
}

/** The record of a client, with or without a login; null if there is none. */
export async function selectRecordById(db: Db, id: string): Promise<UserRow | null> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id);
  return (await query.$castTo<UserRow>().executeTakeFirst()) ?? null;
}

/** Locks a record until the transaction ends; undefined if it is gone. */
export async function lockRecordToErase(trx: Trx, id: string) {
  return await trx
    .selectFrom('users')
    .select(['email', sql<boolean>`cognito_sub is not null`.as('has_login')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Null if the record is gone. */
export async function updateUser(db: Db, id: string, changes: Updateable<Users>): Promise<UserRow | null> {
  return (
    (await db
      .updateTable('users')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .$castTo<UserRow>()
      .executeTakeFirst()) ?? null
  );
}

// Photos

type UploadTicket = Omit<Selectable<UploadTickets>, 'next_attempt_at' | 'attempts' | 'last_error'>;

export async function insertTicket(db: Db, ticket: UploadTicket): Promise<void> {
  await db.insertInto('upload_tickets').values(ticket).execute();
}

/** The client's valid ticket for this address; null for used, expired or foreign ones. */
export async function selectTicket(
  db: Db,
  { photo_url, user_id }: { photo_url: string; user_id: string },
  now: Date,
): Promise<UploadTicket | null> {
  const ticket = await db
    .selectFrom('upload_tickets')
    .selectAll()
    .where('photo_url', '=', photo_url)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return ticket ?? null;
}

/** Whether this key still accepts an upload. */
export async function isTicketLive(db: Db, upload_key: string, now: Date): Promise<boolean> {
  const ticket = await db
    .selectFrom('upload_tickets')
    .select('upload_key')
    .where('upload_key', '=', upload_key)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return ticket !== undefined;
}

/**
 * The key of a client's photo, null without one; undefined if the record is gone. Locks the record, so that the photo
 * cannot change before the transaction ends.
 */
export async function lockPhotoKey(tx: Trx, user_id: string): Promise<string | null | undefined> {
  const record = await tx
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();
  return record?.photo_key;
}

/** Keys of all files of a client: the photo and the uploads for it. Locks the record as lockPhotoKey does. */
export async function lockFilesOf(tx: Trx, user_id: string): Promise<string[]> {
  const photo_key = await lockPhotoKey(tx, user_id);
  const tickets = await tx
    .selectFrom('upload_tickets')
    .select('upload_key')
    .where('user_id', '=', user_id)
    .execute();
  return [...(photo_key ? [photo_key] : []), ...tickets.map(({ upload_key }) => upload_key)];
}

/** False if another request used the ticket first. */
export async function deleteTicket(db: Db, upload_key: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('upload_tickets')
    .where('upload_key', '=', upload_key)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Claims expired tickets whose files are due to be removed, until `leased_until`. */
export async function claimExpiredTickets(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<{ key: string; attempts: number }[]> {
  const queue = {
    table: 'upload_tickets',
    key: 'upload_key',
    where: sql`expires_at <= ${now}`,
  } as const;
  const tickets = await claimDue(db, queue, { limit, leased_until, now });
  return tickets.map(({ upload_key, attempts }) => ({ key: upload_key, attempts }));
}

export async function postponeTicket(
  db: Db,
  upload_key: string,
  failure: { next_attempt_at: Date; last_error: string },
): Promise<void> {
  await db.updateTable('upload_tickets').set(failure).where('upload_key', '=', upload_key).execute();
}

/** Records an unreferenced file for removal, so that it is removed even if this process dies first. */
export async function insertPhotoRemoval(db: Db, photo_key: string, now: Date): Promise<void> {
  await db
    .insertInto('photo_removals')
    .values({ photo_key, requested_at: now })
    .onConflict((conflict) => conflict.column('photo_key').doNothing())
    .execute();
}

export async function deletePhotoRemoval(db: Db, photo_key: string): Promise<void> {
  await db.deleteFrom('photo_removals').where('photo_key', '=', photo_key).execute();
}

/**
 * Claims due removals until `leased_until`. They must have been requested long enough ago that no request can still
 * publish the file.
 */
export async function claimPhotoRemovals(
  db: Db,
  requested_before: Date,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<{ key: string; attempts: number }[]> {
  const queue = {
    table: 'photo_removals',
    key: 'photo_key',
    where: sql`requested_at <= ${requested_before}`,
  } as const;
  const removals = await claimDue(db, queue, { limit, leased_until, now });
  return removals.map(({ photo_key, attempts }) => ({ key: photo_key, attempts }));
}

export async function postponePhotoRemoval(
  db: Db,
  photo_key: string,
  failure: { next_attempt_at: Date; last_error: string },
): Promise<void> {
  await db.updateTable('photo_removals').set(failure).where('photo_key', '=', photo_key).execute();
}

export async function countPhotoRemovals(db: Db, requested_before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('photo_removals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('requested_at', '<=', requested_before)
    .where('attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return count;
}

// Identities to be removed

export async function insertAccountRemoval(
  db: Db,
  account: { account_id: string; email: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('account_removals')
    .values({ ...account, requested_at: now, next_attempt_at: now })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

/** Claims due removals until `leased_until`. */
export async function claimAccountRemovals(
  db: Db,
  leased_until: Date,
  now: Date,
): Promise<{ account_id: string; email: string }[]> {
  const queue = { table: 'account_removals', key: 'account_id', where: sql`true` } as const;
  return await claimDue(db, queue, { limit: 20, leased_until, now });
}

export async function deleteAccountRemoval(db: Db, account_id: string): Promise<void> {
  await db.deleteFrom('account_removals').where('account_id', '=', account_id).execute();
}
