import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { instant, maybe, oneOf, readRows, type RowOf, text } from '../db/rows.ts';
import { practice } from '#content/public/practice.ts';
import type { AccessLog } from '#contract/users.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';

/** A read of a client's health data by a member of staff, with the name of what was read. */
const READ = {
  at: instant,
  by: text,
  action: oneOf<'form.read' | 'notes.read' | 'data.export'>(),
  object_id: maybe(text),
  name: maybe(text),
  visit_start: maybe(instant),
};
type ReadRow = RowOf<typeof READ>;

/** Reads of one object within an hour are up to four rows. */
const MOST_ROWS = 500;

/** Selects who of the staff read what the client has written, newest first. */
async function selectReads(db: Db, user_id: string): Promise<ReadRow[]> {
  const reads = sql`
    with reads as (
      select id, at, substr(actor, length('staff:') + 1)::uuid as staff_id, action, object_id from audit
      where user_id = ${user_id} and actor like 'staff:%' and action in ('form.read', 'notes.read', 'data.export')
      order by at desc, id desc limit ${MOST_ROWS})
    select r.at, s.name as by, r.action, r.object_id, coalesce(v.name, b.service_name) as name,
      b.start_time as visit_start
    from reads r join staff s on s.id = r.staff_id
    left join submissions a on r.action = 'form.read' and a.id = r.object_id::uuid
    left join form_versions v on v.form_id = a.form_id and v.version = a.form_version
    left join bookings b on r.action = 'notes.read' and b.id = r.object_id::uuid
    order by r.at desc, r.id desc`;
  return await readRows(db, READ, reads);
}

const MOST_READS = 100;
const KINDS: Record<ReadRow['action'], AccessLog['reads'][number]['kind']> = {
  'form.read': 'ANSWERS',
  'notes.read': 'REFLECTION',
  'data.export': 'FILE',
};

/**
 * Shows a client when staff read what the client has written (rules.md §7). What the practice writes for itself is not in
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
