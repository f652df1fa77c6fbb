import type { ServiceChange, staffApplyService, staffOrderServices } from '#contract/catalogue.schemas.ts';
import type { Action } from '../actions/staff-action.ts';
import { selectActionObject } from '../clients/store.ts';
import type { Trx } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { lockWeek, readWeek } from '../hours/store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { applyChange } from '../staff/preview.ts';
import { hasValidIds, serviceWork } from './change-service.ts';
import { readService } from './list-services.ts';
import { setPositions } from './service-store.ts';

const ACTIONS = {
  CREATE: 'service.create',
  CHANGE: 'service.change',
  RETIRE: 'service.retire',
  RESTORE: 'service.restore',
} as const satisfies Record<ServiceChange['kind'], string>;

/** Makes a change of a service that was previewed, and answers with the service as it is then. */
export const applyServiceChange = ({ db }: Pick<Deps, 'db'>): Action<typeof staffApplyService> => ({
  action: ({ body }) => ACTIONS[body.change.kind],
  work: async (trx, { body: { change, preview_hash }, now }) => {
    if (!hasValidIds(change)) return refuse('SERVICE_NOT_FOUND');
    const effects = await applyChange(trx, { input: change, preview_hash }, serviceWork(change, now));
    if (effects instanceof Refusal) return effects;
    const name = await nameOf(trx, effects.service_id);
    const fields = change.kind === 'CHANGE' ? Object.keys(change.service).sort().join(' ') : '';
    const details = { name, ...(fields === '' ? {} : { fields }) };
    return { object_kind: 'SERVICE', object_id: effects.service_id, details };
  },
  answer: async ({ action_id, body: { change }, now }) => {
    const id = change.kind === 'CREATE' ? await selectActionObject(db, action_id) : change.id;
    return (id === null ? undefined : await readService(db, id, now)) ?? refuse('SERVICE_NOT_FOUND');
  },
});

async function nameOf(trx: Trx, id: string): Promise<string> {
  const { services } = await readWeek(trx, '9999-12-31');
  return services.find((service) => service.id === id)?.name ?? '';
}

/** Puts the price list in this order. It names every service that is offered, so that none is forgotten. */
export const orderServices: Action<typeof staffOrderServices> = {
  action: 'service.order',
  work: async (trx, { body: { ids } }) => {
    await lockWeek(trx);
    const { services } = await readWeek(trx, '9999-12-31');
    const offered = services.filter((service) => service.is_active).map(({ id }) => id);
    if (!ids.every(isUuid) || [...ids].sort().join() !== offered.sort().join())
      return refuse('PREVIEW_CHANGED', {
        message: 'The list was changed a moment ago. Please look again.',
      });
    await setPositions(trx, ids);
    return { object_kind: 'SERVICE', object_id: ids[0]! };
  },
  answer: () => undefined,
};
