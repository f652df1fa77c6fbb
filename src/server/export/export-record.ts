import type { User } from '#contract/users.schemas.ts';
import { hasDocuments, readDocuments } from '../bookings/read-documents.ts';
import { presentBooking } from '../bookings/present-booking.ts';
import { type BookingRow, selectClientBookings } from '../bookings/store.ts';
import { calendarFileOf } from '../feeds/calendar-file.ts';
import { selectCalendarBookings } from '../feeds/store.ts';
import { batchesBySize, selectSealed } from '../db/select-sealed.ts';
import type { Db } from '../db/pool.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { presentCompleted } from '../forms/present-form.ts';
import { readSubmissions } from '../forms/read-submissions.ts';
import { selectSubmissions } from '../forms/store.ts';
import { oneAtATime } from '../http/one-at-a-time.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import { signatureOf } from '../notes/present-note.ts';
import { selectNotesOfClient, selectPinnedNote, subjectOf } from '../notes/store.ts';
import { audit } from '../runtime/audit.ts';
import { type Site, withJoinUrl } from '../sessions/join-link.ts';
import type { UserRow } from '../sessions/session-store.ts';
import { presentUser } from '../users/present-user.ts';
import { waitedFor } from '../waitlist/present-waitlist.ts';
import { selectEntries } from '../waitlist/store.ts';
import type { ExportedFacts, MyData } from './my-data.ts';
import { type EXPORT_LIMITS, type ZipFile, zipInWorker } from './zip-in-worker.ts';
import type { SentPage, ZipStart } from './zip-worker.ts';

/** Sealed size limit of one export, so that the worker fits next to the site on the smallest machine. */
const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024;

/** Who gets the file: the client, or the member of staff who reads in this session. */
type Reader = 'CLIENT' | { staff_id: string; session_id: string };
type Export = { user: UserRow; reader: Reader };
type Exporter = (request: Export, now: Date) => Promise<ZipFile | Refusal>;

/** Makes the zip files of records, one at a time in this process. */
export function createExporter(deps: Deps, workerLimits: typeof EXPORT_LIMITS): Exporter {
  const oneInThisProcess = oneAtATime();
  return async ({ user, reader }, now) => {
    const leave = await oneInThisProcess.enter('export');
    if (leave === null) return refuse('EXPORT_FAILED');
    try {
      const { db } = deps;
      const rows = await selectClientBookings(db, user.id, now);
      const notes = reader === 'CLIENT' ? [] : await selectNotesOfClient(db, user.id);
      const bytes = [...rows.map((row) => row.documents_bytes), ...notes.map((note) => note.bytes)];
      if (bytes.reduce((sum, each) => sum + each, 0) > MOST_DOCUMENT_BYTES) return refuse('EXPORT_TOO_LARGE');
      await recordReading(db, { user, reader }, hasDocuments(rows), now);
      const start = await startOf(deps, { user, reader }, now);
      const pages = sentPages(deps, { user, reader }, rows, notes);
      return await zipInWorker(start, pages, workerLimits);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      deps.log.error({ err: error, account: user.id }, 'An export failed');
      return refuse('EXPORT_FAILED');
    } finally {
      leave();
    }
  };
}

async function recordReading(db: Db, { user, reader }: Export, hasNotes: boolean, now: Date): Promise<void> {
  const { id: user_id } = user;
  if (reader === 'CLIENT') {
    await audit(db, { actor: 'client', user_id, action: 'data.download' }, now);
    if (hasNotes) await audit(db, { actor: 'client', user_id, action: 'notes.read' }, now);
    return;
  }
  const { staff_id, session_id } = reader;
  await audit(
    db,
    { actor: `staff:${staff_id}`, user_id, action: 'data.export', object_id: user_id, session_id },
    now,
  );
}

async function startOf(
  { db, config, keyring, photos }: Deps,
  { user, reader }: Export,
  now: Date,
): Promise<ZipStart> {
  const photo = user.photo_key && photos.local ? await photos.local.read(user.photo_key) : null;
  const shown = presentUser(user, photos);
  return {
    is_for_practice: reader !== 'CLIENT',
    user: reader === 'CLIENT' ? shown : withoutAccounts(shown),
    photo,
    waitlist: (await selectEntries(db, { user_id: user.id })).map((entry) => ({
      service_name: entry.service_name,
      text: waitedFor(entry),
      state: entry.state,
      since: entry.joined_at.toISOString(),
    })),
    calendar: calendarFileOf((await selectCalendarBookings(db, user.id)).map(withJoinUrl(config)), config),
    made_at: now,
    secret: (await keyring.keyOf(db, user.id, now)).secret,
  };
}

type NoteOfClient = Awaited<ReturnType<typeof selectNotesOfClient>>[number];

/** Sealed data: the worker opens it, so that the event loop is not blocked. */
async function* sentPages(
  { db, config }: Deps,
  { user, reader }: Export,
  rows: readonly BookingRow[],
  notes: readonly NoteOfClient[],
): AsyncGenerator<SentPage> {
  const isForStaff = reader !== 'CLIENT';
  for await (const batch of readDocuments(db, rows, { onlyShared: isForStaff }))
    yield {
      bookings: batch.map(({ row, documents }) => ({
        ...(isForStaff ? withoutHiddenAmounts(row, config) : presentBooking(row, config)),
        documents,
      })),
    };
  for await (const batch of readSubmissions(db, await selectSubmissions(db, user.id)))
    yield { forms: batch.map(({ row, answers }) => ({ id: row.id, facts: presentCompleted(row), answers })) };
  if (!isForStaff) return;
  for (const batch of batchesBySize(notes, ({ bytes }) => bytes)) {
    const ids = batch.map(({ id }) => id);
    const bodies = await selectSealed(db, 'session_notes.body', ids);
    yield {
      session_notes: batch.flatMap((note) => {
        const { id, amends, contact } = note;
        const about = { subject: subjectOf(note), contact, at: note.created_at.toISOString() };
        const body = bodies.get(id);
        return body ? [{ id, ...about, is_addendum: amends !== null, signed: signatureOf(note), body }] : [];
      }),
    };
  }
  const pinned = await selectPinnedNote(db, user.id);
  if (pinned) yield { pinned_note: Uint8Array.from(pinned.body) };
}

function withoutAccounts(user: User): MyData['user'] {
  const { cognito_sub: _, stripe_id: __, ...known } = user;
  return known;
}

/** No export has a hidden amount with the name (decision 0044). */
function withoutHiddenAmounts(row: BookingRow, site: Site): ExportedFacts {
  const facts = presentBooking(row, site);
  if (!row.is_hidden) return facts;
  const hidden = { price_cents: null, refunded_cents: null, paid_cents: null, offline_cents: null };
  return { ...facts, ...hidden, balance_cents: null, receipt_url: null };
}
