import type { OutputOf } from '#contract/call.ts';
import type { staffHouseCalls } from '#contract/agenda.calls.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { queueMail } from '../mail/outbox.ts';
import { houseCallsApprovedMail } from '../mail/templates/house-calls-approved.ts';
import { isUuid } from '../runtime/uuid.ts';
import { selectHouseCallApproval, setHouseCallApproval } from './action-store.ts';
import { type Actor, runAction } from './run-action.ts';

/** Lets a client book house calls, or no longer. Booked ones stay. */
export async function approveHouseCalls(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  {
    actor,
    action_id,
    client_id: id,
    approved,
    notify,
  }: {
    actor: Actor;
    action_id: string;
    client_id: string;
    approved: boolean;
    notify: boolean;
  },
  now: Date,
): Promise<OutputOf<typeof staffHouseCalls> | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const { app_secret, site_url } = config;
  const action = approved ? 'client.approve-house-calls' : 'client.revoke-house-calls';
  const refusal = await runAction(
    { db, app_secret },
    { action_id, action, input: { id, approved, notify }, ...actor },
    async (trx) => {
      const client = await setHouseCallApproval(trx, { id, approved }, now);
      if (!client) return refuse('CLIENT_NOT_FOUND');
      const notified = notify && approved && client.is_changed;
      if (notified) {
        const { email: to, first_name } = client;
        const dedupe_key = `house-calls-approved:${action_id}`;
        const mail = houseCallsApprovedMail({ first_name, site_url });
        await queueMail(trx, { ...mail, dedupe_key, kind: 'house-calls-approved', user_id: id, to }, now);
      }
      return { object_kind: 'CLIENT', object_id: id, user_id: id, details: { notified } };
    },
    now,
  );
  if (refusal) return refusal;
  const client = await selectHouseCallApproval(db, id);
  return client ? { ...client, updated_at: client.updated_at.toISOString() } : refuse('CLIENT_NOT_FOUND');
}
