import type { Db, Trx } from '../db/pool.ts';

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
  trx: Trx,
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
