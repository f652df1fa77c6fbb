import { sql } from 'kysely';
import type { Trx } from '../db/pool.ts';
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
