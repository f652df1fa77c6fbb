import type { ServiceChange, StaffService } from '#contract/catalogue.schemas.ts';
import { type Actor, runAction } from '../agenda/run-action.ts';
import { selectActionObject } from '../clients/store.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../deps.ts';
import { lockWeek, readWeek } from '../hours/week-store.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { isUuid } from '../runtime/uuid.ts';
import { applyChange } from '../staff/preview.ts';
import { serviceWork } from './change-service.ts';
import { readService } from './list-services.ts';
import { setPositions } from './service-store.ts';

type WriteDeps = Pick<Deps, 'db' | 'config'>;

const ACTIONS = {
  CREATE: 'service.create',
  CHANGE: 'service.change',
  RETIRE: 'service.retire',
  RESTORE: 'service.restore',
} as const satisfies Record<ServiceChange['kind'], string>;

/** Makes a change of a service that was previewed, and answers with the service as it is then. */
export async function applyServiceChange(
  { db, config }: WriteDeps,
  { actor, action_id, preview_hash, change }: ServiceAction,
  now: Date,
): Promise<StaffService | Refusal> {
  const refusal = await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: ACTIONS[change.kind], input: { change, preview_hash }, ...actor },
    async (trx) => {
      const effects = await applyChange(trx, { input: change, preview_hash }, serviceWork(change, now));
      if (effects instanceof Refusal) return effects;
      const name = await nameOf(trx, effects.service_id);
      const fields = change.kind === 'CHANGE' ? Object.keys(change.service).sort().join(' ') : '';
      return {
        object_kind: 'SERVICE',
        object_id: effects.service_id,
        user_id: null,
        details: { name, ...(fields === '' ? {} : { fields }) },
      };
    },
    now,
  );
  if (refusal) return refusal;
  const id = change.kind === 'CREATE' ? await selectActionObject(db, action_id) : change.id;
  return (id === null ? undefined : await readService(db, id, now)) ?? refuse('SERVICE_NOT_FOUND');
}
type ServiceAction = { actor: Actor; action_id: string; preview_hash: string; change: ServiceChange };

async function nameOf(trx: Db, id: string): Promise<string> {
  const { services } = await readWeek(trx, '9999-12-31');
  return services.find((service) => service.id === id)?.name ?? '';
}

/** Puts the price list in this order. It names every service that is offered, so that none is forgotten. */
export async function orderServices(
  { db, config }: WriteDeps,
  { actor, action_id, ids }: { actor: Actor; action_id: string; ids: readonly string[] },
  now: Date,
): Promise<Refusal | null> {
  return await runAction(
    { db, app_secret: config.app_secret },
    { action_id, action: 'service.order', input: { ids }, ...actor },
    async (trx) => {
      await lockWeek(trx);
      const { services } = await readWeek(trx, '9999-12-31');
      const offered = services.filter((service) => service.is_active).map(({ id }) => id);
      if (!ids.every(isUuid) || [...ids].sort().join() !== offered.sort().join())
        return refuse('PREVIEW_CHANGED', {
          message: 'The list was changed a moment ago. Please look again.',
        });
      await setPositions(trx, ids);
      return { object_kind: 'SERVICE', object_id: ids[0]!, user_id: null, details: {} };
    },
    now,
  );
}
