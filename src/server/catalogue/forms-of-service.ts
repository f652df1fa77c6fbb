import type { Db, Trx } from '../db/pool.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { selectAskedForms, setFormsOfService } from './service-store.ts';

/** Which forms a service asks for from now on, and what that means. */
type FormChange = { add: string[]; remove: string[]; lines: string[]; versions: string[] };

const UNCHANGED: FormChange = { add: [], remove: [], lines: [], versions: [] };

/** Compares the forms that a service shall ask for with those that it asks for. `service_id`: null for a new one. */
export async function readFormChange(
  db: Db,
  service_id: string | null,
  wanted: readonly string[] | undefined,
): Promise<FormChange | Refusal> {
  if (wanted === undefined) return UNCHANGED;
  const forms = (await selectAskedForms(db)).filter(({ is_global }) => !is_global);
  if (!wanted.every((id) => forms.some((form) => form.id === id)))
    return refuse('INVALID_INPUT', { details: { form_ids: 'One of these forms is no longer asked.' } });
  const isAsked = (form: (typeof forms)[number]) =>
    service_id !== null && form.service_ids.includes(service_id);
  const added = forms.filter((form) => wanted.includes(form.id) && !isAsked(form));
  const removed = forms.filter((form) => !wanted.includes(form.id) && isAsked(form));
  return {
    add: added.map(({ id }) => id),
    remove: removed.map(({ id }) => id),
    lines: [
      ...added.map(({ name }) =>
        service_id === null
          ? `It asks for ${name}.`
          : `It asks for ${name} from now on, also before sessions that are booked.`,
      ),
      ...removed.map(({ name, service_ids }) =>
        service_ids.length > 1
          ? `It no longer asks for ${name}. Answers stay.`
          : `It no longer asks for ${name}, and nothing else does. Answers stay.`,
      ),
    ],
    versions: forms.filter(isAsked).map(({ id }) => `form ${id}`),
  };
}

export async function changeForms(trx: Trx, service_id: string, { add, remove }: FormChange): Promise<void> {
  await setFormsOfService(trx, service_id, { add, remove });
}
