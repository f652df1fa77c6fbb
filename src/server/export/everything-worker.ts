import { parentPort, workerData } from 'node:worker_threads';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import { practice } from '#content/public/practice.ts';
import { localDateOf } from '#domain/time/zone.ts';
import { CONTACT_NAMES } from '#domain/visits/contacts.ts';
import type { Answer } from '#domain/visits/forms.ts';
import { ON_PAPER } from '#domain/visits/submission-origin.ts';
import { openJson } from '../bookings/sealed-documents.ts';
import { draftField, noteField, notesField, pinnedField, publishedField } from '../bookings/sealed-fields.ts';
import type { SealedSubmission } from '../forms/read-submissions.ts';
import { answersField } from '../forms/sealed-fields.ts';
import type { Documents } from '../notes/client-file.ts';
import type { FileEntry } from '../notes/client-file-store.ts';
import { signatureOf } from '../notes/present-note.ts';
import type { NoteRow } from '../notes/store.ts';
import { type ClientKey, clientKeyOf, type ClientSecret } from '../runtime/keyring.ts';
import { csvLine } from './csv.ts';
import type { Person } from './everything-store.ts';
import { createReferences, markdownOf } from './markdown.ts';
import { signatureIn, writtenOf } from './my-data.ts';

/** A zip file has one file after the other, so forms come twice: for their rows, and for the pictures in them. */
type SentForms = { person: Person; as: 'ROWS' | 'PICTURES'; forms: readonly SealedSubmission[] };
type SentVisits = {
  entries: readonly FileEntry[];
  notes: readonly (NoteRow & { subject: string })[];
  documents: Pick<Documents, 'bodies' | 'drafts' | 'published' | 'reflections'>;
};
type Sealed = { secret: ClientSecret } & (SentForms | SentVisits | { pinned: Uint8Array });
/** What comes next: a new file, more of its text, or one client's sealed data for it. Null: that was all. */
export type ToFilesWorker = { file?: string; text: string } | Sealed | null;

/** A zip file of the usual kind has at most 65,535 files. Signatures beyond these stay in their cells. */
const MOST_PICTURES = 50_000;
/** It has at most 4 GB, too. */
const MOST_BYTES = 4_000_000_000;

const port = parentPort!;
let pieces: Uint8Array[] = [];
let bytes = 0;
const zip = new Zip((error, piece) => {
  bytes += piece.length;
  if (error || bytes > MOST_BYTES) throw error ?? new Error('Everything is too large for one zip file');
  pieces.push(piece);
});
let file: ZipDeflate | undefined;
/** Of the open file: each address is written once, at its end. */
let references = createReferences();
const pictures = { ROWS: 0, PICTURES: 0 };

const write = (text: string) => file!.push(strToU8(text));
const endFile = () => file?.push(strToU8(references.definitions()), true);

function beginFile(name: string): void {
  endFile();
  references = createReferences();
  file = Object.assign(new ZipDeflate(name), { mtime: workerData as Date });
  zip.add(file);
}

port.on('message', (message: ToFilesWorker) => {
  if (message === null) {
    endFile();
    zip.end();
  } else if ('text' in message) {
    if (message.file !== undefined) beginFile(message.file);
    write(message.text);
  } else writeSealed(message, clientKeyOf(message.secret));
  // A piece may be a part of a larger buffer, all of which would be sent.
  const sent = new Uint8Array(Buffer.concat(pieces));
  pieces = [];
  port.postMessage(sent, [sent.buffer]);
});

function writeSealed(sealed: Sealed, key: ClientKey): void {
  if ('forms' in sealed) for (const form of sealed.forms) writeAnswers(sealed, form, key);
  else if ('entries' in sealed) for (const entry of sealed.entries) writeVisit(sealed, entry, key);
  else {
    const pinned = openJson(key, pinnedField(key.secret.user_id), sealed.pinned).toString();
    write(`# Important\n\n${markdownOf(pinned, references)}\n`);
  }
}

function writeVisit({ notes, documents }: SentVisits, entry: FileEntry, key: ClientKey): void {
  const { id, contact, service_name, start_time } = entry;
  const { bodies, reflections, drafts, published } = documents;
  const open = (field: string, value: Uint8Array | undefined) =>
    value ? openJson(key, field, value).toString() : null;
  const visit = {
    id,
    service_name: contact ? CONTACT_NAMES[contact] : service_name!,
    start_time: start_time.toISOString(),
    client_notes: open(notesField(id), reflections.get(id)),
    recommendations_draft: open(draftField(id), drafts.get(id)),
    published_recommendations: open(publishedField(id), published.get(id)),
  };
  const session_notes = notes
    .filter(({ subject }) => subject === id)
    .map((row) => ({
      subject: id,
      contact,
      at: row.created_at.toISOString(),
      is_addendum: row.amends !== null,
      signed: signatureOf(row),
      body: open(noteField(row.id), bodies.get(row.id)),
    }));
  const text = writtenOf(visit, { session_notes, is_for_practice: true }, references);
  if (text) write(`${text}\n\n`);
}

function writeAnswers({ person, as }: SentForms, { row, answers }: SealedSubmission, key: ClientKey): void {
  const { id, name, submitted_at, source, booking_id, content } = row;
  const responses = JSON.parse(key.open(answersField(id), answers)) as Record<string, Answer>;
  const date = localDateOf(submitted_at, practice.zone);
  const about = [person.id, person.first_name, person.last_name, name, date, source, booking_id];
  if (source === 'PAPER' && as === 'ROWS') write(csvLine([...about, '', '', ON_PAPER]));
  if (source === 'PAPER') return;
  let n = 0;
  for (const { title, questions } of content.sections)
    for (const question of questions) {
      const answer = responses[question.id];
      const picture = signatureIn(answer, question);
      const path = picture && ++pictures[as] <= MOST_PICTURES ? `signatures/${id}-${++n}.png` : null;
      const cell = path ?? (typeof answer === 'string' ? answer : (answer ?? []).join('; '));
      if (as === 'ROWS') write(csvLine([...about, title, question.label, cell]));
      else if (path) {
        beginFile(path);
        file!.push(picture!);
      }
    }
}
