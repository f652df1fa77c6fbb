import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { dateOf } from '#content/seed/dates.ts';
import type { Delta } from '#domain/text/notes.ts';
import { sealDocument } from '../bookings/sealed-documents.ts';
import { noteField, pinnedField } from '../bookings/sealed-fields.ts';
import type { Db } from '../db/pool.ts';
import type { SessionNotes } from '../db/types.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import type { PlannedBooking, PlannedClient } from './plan-clients.ts';
import type { Catalogue } from './seed-catalogue.ts';
import type { Seeding } from './seeding.ts';

const HOUR_MS = 3_600_000;
/** Between a visit and the signature of its note, and until something is added to it. */
const SIGNED_AFTER_MS = HOUR_MS / 2;
const ADDED_AFTER_MS = 48 * HOUR_MS;

type Writer = { key: ClientKey; owner_id: string };

/** Seeds what the practitioner wrote about a client's visits, and what is suggested with recommendations. */
export async function seedNotes(
  db: Db,
  seeding: Seeding,
  catalogue: Catalogue,
  { client, id: user_id, bookings }: PlannedClient,
  writer: Writer,
): Promise<void> {
  const notes = bookings.flatMap((booking) => notesOf(booking, user_id, writer));
  if (notes.length > 0) await db.insertInto('session_notes').values(notes).execute();
  if (client.pinned_note)
    await db
      .insertInto('pinned_notes')
      .values({
        user_id,
        body: sealDocument(writer.key, pinnedField(user_id), client.pinned_note),
        version: 1,
        updated_at: seeding.now,
        updated_by: writer.owner_id,
      })
      .execute();
  const suggested = bookings.flatMap(({ wanted, id: booking_id, end }) => {
    if (!wanted.suggestion) return [];
    const { service, around, times, every_weeks } = wanted.suggestion;
    const suggested_service = catalogue.services.get(service);
    if (!suggested_service) throw new Error(`${wanted.key} suggests no service of the sample: ${service}`);
    const at = new Date(end.getTime() + 24 * HOUR_MS);
    return {
      user_id,
      booking_id,
      service_id: suggested_service.id,
      location_type: wanted.location_type,
      around: dateOf(around, seeding.today),
      times,
      every_weeks,
      state: 'OPEN',
      created_at: at,
      updated_at: at,
    };
  });
  if (suggested.length > 0) await db.insertInto('suggested_sessions').values(suggested).execute();
}

/** The note of a visit, signed, and what was added to it. */
function notesOf(
  { wanted, id: booking_id, end }: PlannedBooking,
  user_id: string,
  { key, owner_id }: Writer,
): Insertable<SessionNotes>[] {
  if (!wanted.session_note) return [];
  const row = (document: Delta, amends: string | null, after_ms: number) => {
    const id = randomUUID();
    const at = new Date(end.getTime() + after_ms);
    return {
      id,
      booking_id,
      user_id,
      amends,
      body: sealDocument(key, noteField(id), document),
      written_by: owner_id,
      signed_by: owner_id,
      signed_at: at,
      created_at: at,
      updated_at: at,
    };
  };
  const note = row(wanted.session_note, null, SIGNED_AFTER_MS);
  return wanted.addendum ? [note, row(wanted.addendum, note.id, ADDED_AFTER_MS)] : [note];
}
