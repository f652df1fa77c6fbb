import type { Db } from '../db/pool.ts';

/** Noun and verb. The audit log has a sentence for each. */
export type AuditAction =
  | 'notes.read'
  | 'notes.write'
  | 'notes.share'
  | 'notes.unshare'
  | 'session-note.read'
  | 'session-note.write'
  | 'session-note.sign'
  | 'session-note.add'
  | 'pinned-note.read'
  | 'pinned-note.write'
  | 'recommendations.read'
  | 'recommendations.write'
  | 'recommendations.publish'
  | 'recommendations.withdraw'
  | 'form.read'
  | 'form.write'
  | 'data.download'
  | 'data.export'
  | 'record.claim'
  | 'email.change';

/** Records who accessed which client's health data and how, never its content. */
type AuditEntry = {
  /** 'client', 'practice' (a command), 'staff:<id>', or the name of a job. */
  actor: string;
  user_id: string;
  action: AuditAction;
  /** Id of the booking or submission; omitted for a whole list. */
  object_id?: string | null;
  /** Of a read by staff: it is recorded once for an object, a session and a quarter of an hour. */
  session_id?: string;
};

/** Records an access to health data (rules.md §7), in the caller's transaction if there is one. */
export async function audit(db: Db, entry: AuditEntry, now: Date): Promise<void> {
  await auditAll(db, [entry], now);
}

/** Records several accesses at once. */
export async function auditAll(db: Db, entries: readonly AuditEntry[], now: Date): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(entries.map((entry) => ({ ...entry, object_id: entry.object_id ?? null, at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
