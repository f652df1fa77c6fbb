import type { staffExportMoney } from '#contract/money.schemas.ts';
import type { Action } from '../actions/staff-action.ts';
import type { Deps } from '../deps.ts';
import { csvLine } from '../export/csv.ts';
import { Refusal, refuse } from '../http/refusal.ts';
import { daysOf, MOST_DAYS } from './read-money.ts';
import { exportRows } from './store.ts';

const MOST_ROWS = 20_000;

/** Answers a table of some days as CSV, and records that it was saved. No line has a name and an amount that was chosen. */
export const exportMoney = ({ db }: Pick<Deps, 'db'>): Action<typeof staffExportMoney> => ({
  action: 'money.export',
  work: (_, { params: { kind }, body, actor: { staff_id } }) => {
    const days = daysOf(body, MOST_DAYS);
    const about = { object_kind: 'STAFF', object_id: staff_id, details: { kind, ...body } } as const;
    return Promise.resolve(days instanceof Refusal ? days : about);
  },
  answer: async ({ params: { kind }, body, now }) => {
    const lines: string[] = [];
    for await (const rows of exportRows(db, kind, body, now)) {
      lines.push(...rows.map(csvLine));
      if (lines.length > MOST_ROWS)
        return refuse('INVALID_INPUT', { details: { to: 'Please choose fewer days.' } });
    }
    return { csv: lines.join(''), rows: lines.length - 1 };
  },
});
