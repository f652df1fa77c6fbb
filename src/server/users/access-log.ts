import { practice } from '#content/public/practice.ts';
import type { AccessLog } from '#contract/users.schemas.ts';
import { localDateOf } from '#domain/zone.ts';
import type { Db } from '../db/pool.ts';
import { type ReadRow, selectReads } from './access-log-store.ts';

const MOST_READS = 100;
const KINDS: Record<ReadRow['action'], AccessLog['reads'][number]['kind']> = {
  'form.read': 'ANSWERS',
  'notes.read': 'REFLECTION',
  'data.export': 'FILE',
};

/**
 * Tells a client when staff read what the client has written (rules.md §7). What the practice writes for itself is not in
 * it. Reading the same thing again on the same day is one entry.
 */
export async function readAccessLog(db: Db, user_id: string): Promise<AccessLog> {
  const known = new Set<string>();
  const reads: AccessLog['reads'] = [];
  for (const { at, by, action, object_id, name, visit_start } of await selectReads(db, user_id)) {
    const key = [localDateOf(at, practice.zone), by, action, object_id].join(' ');
    if (known.has(key) || reads.length === MOST_READS) continue;
    known.add(key);
    reads.push({
      at: at.toISOString(),
      by,
      kind: KINDS[action],
      name,
      visit_start: visit_start?.toISOString() ?? null,
    });
  }
  return { reads };
}
