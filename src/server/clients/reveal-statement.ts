import type { staffRevealStatement } from '#contract/clients.schemas.ts';
import { isInPeriod } from '#domain/visits/statement.ts';
import { type Action, CLIENT } from '../actions/staff-action.ts';
import { readStatement } from '../bookings/read-statement.ts';
import type { Deps } from '../deps.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { selectRecord } from './store.ts';

/** Answers all amounts of a period and records that they were read. The record is committed first. */
export const revealStatement = ({ db }: Pick<Deps, 'db'>): Action<typeof staffRevealStatement> => ({
  action: 'client.reveal-statement',
  object: CLIENT,
  work: async (trx, { params, body: { period } }) =>
    (await selectRecord(trx, params.id)) ? { details: { period } } : refuse('CLIENT_NOT_FOUND'),
  answer: async ({ params, body: { period }, now }) => {
    const statement = await readStatement(db, { user_id: params.id, sees: 'ALL' }, now);
    if (statement instanceof Refusal) return statement;
    return { visits: statement.visits.filter((visit) => isInPeriod(visit, period)) };
  },
});
