import { type Selectable, sql } from 'kysely';
import { claimDue } from '../db/claim-due.ts';
import type { Db, Trx } from '../db/pool.ts';
import type { Outbox } from '../db/types.ts';
import type { MailAbout } from './outbox.ts';
import { readRows, text } from '../db/rows.ts';
import { type Refusal, refuse } from '../http/refusal.ts';

/** Mails that staff can send as often as they like. A change of a booking is always mailed: the client has to know it. */
const KINDS = [
  'staff-message',
  'client-invitation',
  'form-reminder',
  'payment-link',
  'house-calls-approved',
  'house-call-decision',
];
// rules.md §9
const MOST_A_DAY = 20;
const DAY_MS = 86_400_000;

/**
 * Why clients get no mail from staff now, by their ids: they have no address, or got as many as a day has. Those who get one
 * are left out. Locks the records, so that two mails at once are both counted.
 */
export async function refuseMails(
  trx: Trx,
  user_ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Refusal>> {
  const records = sql`
    select id, email from users where id = any(${user_ids}::uuid[]) order by id for update`;
  const clients = await readRows(trx, { id: text, email: text }, records);
  // A statement sees the rows as they were before it waited.
  const mailed = sql`
    select to_address as email from outbox
    where to_address = any(${clients.map(({ email }) => email)}::text[]) and kind = any(${KINDS}::text[])
      and created_at > ${new Date(now.getTime() - DAY_MS)}::timestamptz
    group by to_address having count(*) >= ${MOST_A_DAY}`;
  const full = new Set((await readRows(trx, { email: text }, mailed)).map(({ email }) => email));
  const message = `This client got ${MOST_A_DAY} e-mails from you today. Please wait until tomorrow.`;
  const refused = new Map<string, Refusal>();
  for (const { id, email } of clients) {
    if (email === '') refused.set(id, refuse('NO_EMAIL'));
    else if (full.has(email)) refused.set(id, refuse('LimitExceededException', { message }));
  }
  return refused;
}

/** Deletes mails with these keys that no process has claimed yet. Returns what they were about. */
export async function withdrawMails(trx: Trx, dedupe_keys: readonly string[]): Promise<(MailAbout | null)[]> {
  const rows = await trx
    .deleteFrom('outbox')
    .where('dedupe_key', 'in', dedupe_keys)
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .returning('about')
    .execute();
  return rows.map(({ about }) => about as MailAbout | null);
}

export type OutboxRow = Selectable<Outbox>;

/**
 * Claims due mails, each for one process, and counts the attempt. They are due again after the lease, so that a dying
 * process loses none.
 */
export async function claimDueMails(
  db: Db,
  limit: number,
  leased_until: Date,
  now: Date,
): Promise<OutboxRow[]> {
  const queue = { table: 'outbox', key: 'id', where: sql`sent_at is null` } as const;
  return await claimDue(db, queue, { limit, leased_until, now });
}

/** A claim, which a later claim replaces: each one counts another attempt. */
type Claimed = Pick<OutboxRow, 'id' | 'attempts'>;

/** Extends the lease of a mail that is still being sent; has no effect once another process has claimed it. */
export async function renewLease(db: Db, { id, attempts }: Claimed, leased_until: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_attempt_at: leased_until })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .execute();
}

/**
 * `keep` preserves the text (the sandbox mailbox); otherwise it is deleted, so that codes do not stay in the database.
 */
export async function markMailSent(db: Db, id: string, keep: boolean, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: now, last_error: null, ...(keep ? {} : { text: '', html: '', attachments: '[]' }) })
    .where('id', '=', id)
    .execute();
}

/**
 * Schedules the next attempt. A null `next_attempt_at` gives up; the row stays for the operator. Has no effect once
 * another process has claimed the mail and may be sending it.
 */
export async function markMailFailed(
  db: Db,
  { id, attempts }: Claimed,
  last_error: string,
  next_attempt_at: Date | null,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ last_error, next_attempt_at: next_attempt_at ?? sql<Date>`'infinity'::timestamptz` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

/** Newest first. */
export async function selectMails(
  db: Db,
  to: string | null,
  limit: number,
): Promise<
  Pick<
    OutboxRow,
    'id' | 'to_address' | 'subject' | 'text' | 'html' | 'attachments' | 'sent_at' | 'created_at'
  >[]
> {
  return await db
    .selectFrom('outbox')
    .select(['id', 'to_address', 'subject', 'text', 'html', 'attachments', 'sent_at', 'created_at'])
    .$if(to !== null, (query) => query.where('to_address', '=', to!))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}

export async function selectMail(db: Db, id: string): Promise<OutboxRow | undefined> {
  return await db
    .selectFrom('outbox')
    .selectAll()
    .where(sql`id::text`, '=', id)
    .executeTakeFirst();
}

/** Mails sent before that time, or written before it and given up since. */
const doneBefore = (before: Date) => sql<boolean>`(sent_at < ${before}
  or (sent_at is null and next_attempt_at = 'infinity' and created_at < ${before}))`;

/** Deletes mails that were sent or given up long ago; their causes cannot recur by then. */
export async function deleteMailsDoneBefore(db: Db, before: Date): Promise<number> {
  const deleted = await db.deleteFrom('outbox').where(doneBefore(before)).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes the final mails to deleted accounts, so that the address is not stored longer than necessary. */
export async function deleteAccountDeletedMailsBefore(db: Db, before: Date): Promise<number> {
  const deleted = await db
    .deleteFrom('outbox')
    .where('kind', '=', 'account-deleted')
    .where(doneBefore(before))
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/**
 * Deletes all mails to a client, and those to the practice that name the client, except the one with the key `save`, as part of deleting the account. Mails about
 * another client at the same address stay: a family may share one.
 */
export async function deleteMailsOf(
  db: Db,
  who: { user_id: string | null; email: string; save: string },
): Promise<void> {
  const toAddress = db.deleteFrom('outbox').where('to_address', '=', who.email).where('user_id', 'is', null);
  await toAddress.where('dedupe_key', '<>', who.save).execute();
  if (who.user_id === null) return;
  const isAbout = sql<boolean>`${who.user_id}::uuid = any(about_clients)`;
  await db
    .deleteFrom('outbox')
    .where((eb) => eb.or([eb('user_id', '=', who.user_id), isAbout]))
    .execute();
}

/** Deletes a mail that must not be sent any more. */
export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

// Reminders

/** Whether the client still has this booking, at the time of the mail that had this sequence. */
export async function isStillTold(
  db: Db,
  booking: { id: string; told_sequence: number },
  range: { after: Date; until: Date } | null,
): Promise<boolean> {
  let query = db
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', booking.id)
    .where('told_sequence', '=', booking.told_sequence)
    .where('user_id', 'is not', null)
    .where('status', '=', 'CONFIRMED');
  if (range) query = query.where('start_time', '>', range.after).where('start_time', '<=', range.until);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Confirmed bookings that start within the range, whose clients have known that time for at least `hours` ahead, and which have
 * no reminder of it yet. A move counts once it is `told_before`: until then its mail may be withdrawn.
 */
export async function selectBookingsToRemind(
  db: Db,
  { after, until, hours, told_before }: { after: Date; until: Date; hours: number; told_before: Date },
) {
  return await db
    .selectFrom('bookings')
    .innerJoin('users', 'users.id', 'bookings.user_id')
    .leftJoin('outbox', (join) =>
      join.on(
        'outbox.dedupe_key',
        '=',
        // As reminderKeyOf.
        sql<string>`${`reminder-${hours}:`} || bookings.id::text
          || case when bookings.told_sequence = 0 then '' else ':' || bookings.told_sequence end`,
      ),
    )
    .select([
      'bookings.id',
      'bookings.user_id',
      'bookings.service_name',
      'bookings.service_type',
      'bookings.start_time',
      'bookings.end_time',
      'bookings.location_type',
      'bookings.location_name',
      'bookings.visit_address',
      'bookings.price_cents',
      'bookings.sequence',
      'bookings.told_sequence',
      'users.email',
      'users.first_name',
      sql<boolean>`users.cognito_sub is not null`.as('has_login'),
    ])
    .where('bookings.status', '=', 'CONFIRMED')
    .where('users.email', '<>', '')
    .where('bookings.start_time', '>', after)
    .where('bookings.start_time', '<=', until)
    .where(
      sql<boolean>`coalesce(bookings.told_at, bookings.created_at) <= bookings.start_time - ${hours} * interval '1 hour'`,
    )
    .where((eb) => eb.or([eb('bookings.told_at', 'is', null), eb('bookings.told_at', '<=', told_before)]))
    .where('outbox.id', 'is', null)
    .orderBy('bookings.start_time')
    .limit(100)
    .execute();
}

/** Selects the lines that the practitioner has added to mails. */
export async function selectMailLines(db: Db) {
  return await db.selectFrom('mail_lines').select(['kind', 'text', 'updated_at']).execute();
}

/** Sets the line of a kind, unless it was changed since `base`; '' removes it. Returns false if it was changed. */
export async function writeMailLine(
  db: Db,
  { kind, text, base }: { kind: string; text: string; base: Date | null },
  now: Date,
): Promise<boolean> {
  if (base === null) {
    const added = await db
      .insertInto('mail_lines')
      .values({ kind, text, updated_at: now })
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .returning('kind')
      .executeTakeFirst();
    return added !== undefined;
  }
  const { numUpdatedRows } = await db
    .updateTable('mail_lines')
    .set({
      text,
      // The time of a change is the version of the row, so it always increases.
      updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('kind', '=', kind)
    .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${base}::timestamptz`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
