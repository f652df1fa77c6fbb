import type { staffHouseCalls } from '#contract/clients.schemas.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../http/refusal.ts';
import { type MailBody, queueMail } from '../mail/outbox.ts';
import { selectActionDetails } from '../runtime/staff-actions.ts';
import { refuseMails } from '../mail/store.ts';
import { houseCallDecisionMail, houseCallsApprovedMail } from '../mail/templates/client-messages.ts';
import { type HouseCallChange, selectHouseCallApproval, setHouseCallApproval } from './store.ts';

/** Lets a client book house calls, or not. Booked ones stay, and an open request is answered by it. */
export const approveHouseCalls = ({
  db,
  config: { site_url },
}: Pick<Deps, 'db' | 'config'>): Action<typeof staffHouseCalls> => ({
  action: ({ body: { approved, requested_at } }) => {
    if (approved) return 'client.approve-house-calls';
    return requested_at === undefined ? 'client.revoke-house-calls' : 'client.decline-house-calls';
  },
  object: CLIENT,
  work: async (trx, { action_id, params: { id }, body, now }) => {
    const { approved, notify } = body;
    // The request that it answers; null: none in particular.
    const requested_at = body.requested_at === undefined ? null : new Date(body.requested_at);
    const client = await setHouseCallApproval(trx, { id, approved, requested_at }, now);
    if (!client) return refuse('CLIENT_NOT_FOUND');
    if (client === 'DECIDED') return refuse('CLIENT_CHANGED');
    const isRefused = (await refuseMails(trx, [id], now)).has(id);
    const written = notify && !isRefused ? mailOf(client, approved, site_url) : null;
    if (written) {
      const { kind, mail } = written;
      const dedupe_key = `${kind}:${action_id}`;
      await queueMail(trx, { ...mail, dedupe_key, kind, user_id: id, to: client.email }, now);
    }
    return { details: { notified: written !== null } };
  },
  answer: async ({ action_id, params }) => {
    const client = await selectHouseCallApproval(db, params.id);
    if (!client) return refuse('CLIENT_NOT_FOUND');
    const { notified } = await selectActionDetails<{ notified: boolean }>(db, action_id);
    return { ...client, updated_at: client.updated_at.toISOString(), notified };
  },
});

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
