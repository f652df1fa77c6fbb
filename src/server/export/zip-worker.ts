import { parentPort, workerData } from 'node:worker_threads';
import type { CompletedForm } from '#contract/forms.schemas.ts';
import { openDocuments, openJson, type SealedDocuments } from '../bookings/sealed-documents.ts';
import { noteField, pinnedField } from '../bookings/sealed-fields.ts';
import type { CompletedFacts } from '../forms/present-form.ts';
import { answersField } from '../forms/sealed-fields.ts';
import { clientKeyOf, type ClientSecret } from '../runtime/keyring.ts';
import {
  type ExportedBooking,
  type ExportedFacts,
  type ExportedNote,
  type MyData,
  zipOfMyData,
} from './my-data.ts';

/** Start data. Large parts follow in messages, page by page, so that they are not copied at once. */
export type ZipStart = Omit<MyData, 'bookings' | 'forms' | 'session_notes' | 'pinned_note'> & {
  secret: ClientSecret;
};
type SentNote = Omit<ExportedNote, 'body'> & { id: string; body: Uint8Array<ArrayBuffer> };
/** Bookings, submissions or notes with their sealed data, which is transferred without copying. */
export type SentPage =
  | { session_notes: readonly SentNote[] }
  | { pinned_note: Uint8Array<ArrayBuffer> }
  | { bookings: readonly (ExportedFacts & { documents: SealedDocuments })[] }
  | { forms: readonly { id: string; facts: CompletedFacts; answers: Uint8Array<ArrayBuffer> }[] };
/** Pages, null after the last, then 'next' for each piece of the zip file. */
export type ToWorker = SentPage | null | 'next';
/** The size of the zip file, then its pieces. */
export type FromWorker = { bytes: number } | Uint8Array<ArrayBuffer>;

/** How much of a zip file the site holds in memory while sending it. */
const PIECE_BYTES = 256 * 1024;

const port = parentPort!;
const { secret, ...start } = workerData as ZipStart;
const key = clientKeyOf(secret);
const bookings: ExportedBooking[] = [];
const forms: CompletedForm[] = [];
const session_notes: ExportedNote[] = [];
let pinned_note: string | null = null;
let zip = new Uint8Array();
let sent = 0;
port.on('message', (message: ToWorker) => {
  if (message === null) {
    zip = zipOfMyData({ ...start, bookings, forms, session_notes, pinned_note });
    // A slow reader keeps this thread: only the file stays in its memory.
    bookings.length = 0;
    forms.length = 0;
    session_notes.length = 0;
    pinned_note = null;
    port.postMessage({ bytes: zip.length } satisfies FromWorker);
  } else if (message === 'next') {
    const piece = zip.slice(sent, (sent += PIECE_BYTES));
    port.postMessage(piece satisfies FromWorker, [piece.buffer]);
  } else if ('bookings' in message) {
    for (const { documents, ...facts } of message.bookings) {
      const { client_notes, published_recommendations } = openDocuments(key, facts.id, documents);
      bookings.push({
        ...facts,
        client_notes: client_notes && client_notes.toString(),
        published_recommendations: published_recommendations && published_recommendations.toString(),
      });
    }
  } else if ('session_notes' in message) {
    for (const { id, body, ...note } of message.session_notes)
      session_notes.push({ ...note, body: openJson(key, noteField(id), body).toString() });
  } else if ('pinned_note' in message) {
    pinned_note = openJson(key, pinnedField(secret.user_id), message.pinned_note).toString();
  } else {
    for (const { id, facts, answers } of message.forms) {
      const responses = key.open(answersField(id), answers);
      forms.push({ ...facts, responses: JSON.parse(responses) as CompletedForm['responses'] });
    }
  }
});
