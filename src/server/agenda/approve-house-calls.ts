import type { OutputOf } from '#contract/call.ts';
import type { staffHouseCalls } from '#contract/agenda.calls.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { type MailBody, queueMail } from '../mail/outbox.ts';
import { houseCallDecisionMail, houseCallsApprovedMail } from '../mail/templates/house-calls.ts';
import { isUuid } from '../runtime/uuid.ts';
import { type HouseCallChange, selectHouseCallApproval, setHouseCallApproval } from './action-store.ts';
import { type Actor, runAction } from './run-action.ts';

/** Lets a client book house calls, or not. Booked ones stay, and an open request is answered by it. */
export async function approveHouseCalls(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  {
    actor,
    action_id,
    client_id: id,
    approved,
    notify,
    requested_at,
  }: {
    actor: Actor;
    action_id: string;
    client_id: string;
    approved: boolean;
    notify: boolean;
    /** The request that it answers; null: none in particular. */
    requested_at: Date | null;
  },
  now: Date,
): Promise<OutputOf<typeof staffHouseCalls> | Refusal> {
  if (!isUuid(id)) return refuse('CLIENT_NOT_FOUND');
  const { app_secret, site_url } = config;
  const denial = requested_at === null ? 'client.revoke-house-calls' : 'client.decline-house-calls';
  const action = approved ? 'client.approve-house-calls' : denial;
  const refusal = await runAction(
    { db, app_secret },
    { action_id, action, input: { id, approved, notify, requested_at }, ...actor },
    async (trx) => {
      const client = await setHouseCallApproval(trx, { id, approved, requested_at }, now);
      if (!client) return refuse('CLIENT_NOT_FOUND');
      if (client === 'DECIDED') return refuse('CLIENT_CHANGED');
      const written = notify && client.email !== '' ? mailOf(client, approved, site_url) : null;
      if (written) {
        const { kind, mail } = written;
        const dedupe_key = `${kind}:${action_id}`;
        await queueMail(trx, { ...mail, dedupe_key, kind, user_id: id, to: client.email }, now);
      }
      const notified = written !== null;
      return { object_kind: 'CLIENT', object_id: id, user_id: id, details: { notified } };
    },
    now,
  );
  if (refusal) return refusal;
  const client = await selectHouseCallApproval(db, id);
  return client ? { ...client, updated_at: client.updated_at.toISOString() } : refuse('CLIENT_NOT_FOUND');
}

/** A new approval and the answer to a request are mailed; a revocation is not. */
function mailOf(
  { first_name, is_changed, is_answer }: HouseCallChange,
  approved: boolean,
  site_url: string,
): { kind: string; mail: MailBody } | null {
  if (approved && is_changed)
    return { kind: 'house-calls-approved', mail: houseCallsApprovedMail({ first_name, site_url }) };
  if (!approved && is_answer)
    return { kind: 'house-call-decision', mail: houseCallDecisionMail({ first_name, site_url }) };
  return null;
}
