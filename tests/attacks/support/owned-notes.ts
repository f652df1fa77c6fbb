import { randomUUID } from 'node:crypto';
import { practice } from '#content/public/practice.ts';
import type { Booking } from '#contract/bookings.schemas.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { sealDocument } from '#server/bookings/sealed-documents.ts';
import { draftField, noteField, pinnedField } from '#server/bookings/sealed-fields.ts';
import type { TestApp } from '../../support/app.ts';

/** What only the practitioner reads. */
export const SESSION_NOTE = 'zorvaksession of the practice alone';
/** What the client reads once it is published. */
export const DRAFT = 'zorvakdraft of a recommendation';
export const CONTACT_NOTE = 'zorvakcontact of a phone call';
export const PINNED_NOTE = 'zorvakpinned for every visit';

/**
 * Drafts of a session note and of a recommendation on this visit, a suggested session, a note without a visit, and one that
 * is pinned to the client. Returns the suggestion.
 */
export async function addNotes(
  site: TestApp,
  { user_id, contact_note }: { user_id: string; contact_note: string },
  { id: booking_id, service_id, service_location_type: location_type }: Booking,
): Promise<string> {
  const { db, keyring } = site.deps;
  const now = site.clock.now();
  const { staff_id } = await site.signInStaff();
  const key = await keyring.keyOf(db, user_id, now);
  const sealed = (field: string, text: string) =>
    sealDocument(key, field, { ops: [{ insert: `${text}\n` }] });
  const id = randomUUID();
  const body = sealed(noteField(id), SESSION_NOTE);
  await db
    .insertInto('session_notes')
    .values({ id, booking_id, user_id, body, written_by: staff_id, created_at: now, updated_at: now })
    .execute();
  await db
    .insertInto('session_notes')
    .values({
      id: contact_note,
      contact: 'PHONE',
      user_id,
      body: sealed(noteField(contact_note), `${CONTACT_NOTE}, sage`),
      written_by: staff_id,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const pinned = sealed(pinnedField(user_id), PINNED_NOTE);
  // The sample has one already.
  await db
    .updateTable('pinned_notes')
    .set({ body: pinned, updated_by: staff_id })
    .where('user_id', '=', user_id)
    .execute();
  await db
    .updateTable('bookings')
    .set({ recommendations_draft: sealed(draftField(booking_id), DRAFT), recommendation_version: 1 })
    .where('id', '=', booking_id)
    .execute();
  const around = localDateOf(now, practice.zone);
  const suggestion = await db
    .insertInto('suggested_sessions')
    .values({
      user_id,
      booking_id,
      service_id,
      location_type,
      around,
      times: 2,
      state: 'OPEN',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return suggestion.id;
}
