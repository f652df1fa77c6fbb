import { useEffect, useState } from 'react';
import type { ClassRow, SessionRow } from '#contract/agenda.schemas.ts';
import { isOwnChange } from '#staff/api/keep-booking.ts';

/** How long a row that another device changed has its ring. */
const RING_MS = 4000;

type Rows = { sessions: readonly SessionRow[]; classes: readonly ClassRow[] };

/**
 * The keys of the rows that changed since the last answer, except for what was changed here. `days` names what the answer
 * is about: rows of other days are no change.
 */
export function useChangedRows(rows: Rows, days: string): ReadonlySet<string> {
  const [seen, setSeen] = useState({ rows, days });
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());

  if (seen.rows !== rows) {
    setSeen({ rows, days });
    if (seen.days === days) {
      const keys = changedKeys(seen.rows, rows);
      if (keys.length > 0) setChanged(new Set(keys));
    }
  }

  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(new Set()), RING_MS);
    return () => clearTimeout(timer);
  }, [changed]);

  return changed;
}

function changedKeys(before: Rows, after: Rows): string[] {
  const versions = new Map(before.sessions.map(({ id, updated_at }) => [id, updated_at]));
  const seats = new Map(
    before.classes.map(({ service_id, start_time, taken, arrived }) => [
      `${service_id} ${start_time}`,
      `${taken} ${arrived}`,
    ]),
  );
  return [
    ...after.sessions
      .filter((row) => versions.get(row.id) !== row.updated_at && !isOwnChange(row))
      .map(({ id }) => id),
    ...after.classes
      .map(({ service_id, start_time, taken, arrived }) => ({
        key: `${service_id} ${start_time}`,
        state: `${taken} ${arrived}`,
      }))
      .filter(({ key, state }) => seats.get(key) !== state)
      .map(({ key }) => key),
  ];
}
