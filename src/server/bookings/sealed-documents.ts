import { MAX_NOTES_BYTES, noteToStore, parseNotes } from '#domain/text/notes.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import { type Refusal, refuse } from '../http/refusal.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { notesField, publishedField } from './sealed-fields.ts';

/**
 * Prefix of a document that was normalised with the current allow-list before it was sealed. Raise the number when the
 * rules of domain/text/notes.ts become stricter: documents with another prefix are normalised on each read.
 */
const REBUILT = '{"rules":2,';
const REBUILT_BYTES = Buffer.from(REBUILT);

/** The JSON of a document between its check and its sealing: the largest takes tens of milliseconds to write. */
const written = new WeakMap<Delta, string>();

/** Normalises a document that someone wrote, and checks its size; null if it is empty. */
export function documentOf(notes: string | { ops: unknown[] }): Delta | null | Refusal {
  const document = noteToStore(notes);
  if (document === null) return null;
  if (document === 'TOO_LONG') return refuse('NOTE_TOO_LONG');
  const json = JSON.stringify(document);
  if (Buffer.byteLength(json) > MAX_NOTES_BYTES) return refuse('PAYLOAD_TOO_LARGE');
  written.set(document as Delta, json);
  return document as Delta;
}

/** Seals a document that `noteToStore` or `parseNotes` has normalised. */
export function sealDocument(key: ClientKey, field: string, document: Delta): Buffer {
  return key.seal(field, REBUILT + (written.get(document) ?? JSON.stringify(document)).slice(1));
}

/** Bytes of a sealed document without text (runtime/keyring.ts: version, vector and tag come before it). */
export const EMPTY_DOCUMENT_BYTES = 1 + 12 + 16 + Buffer.byteLength(`${REBUILT}"ops":[]}`);

/** The sealed documents of a booking; null if there is none. */
export type SealedDocuments = {
  client_notes: Uint8Array<ArrayBuffer> | null;
  published_recommendations: Uint8Array<ArrayBuffer> | null;
};
/** The documents of a booking as JSON in UTF-8, for the wire. */
export type DocumentsJson = { client_notes: Buffer | null; published_recommendations: Buffer | null };

/** Opens the documents of a booking. */
export function openDocuments(
  key: ClientKey,
  booking_id: string,
  { client_notes, published_recommendations }: SealedDocuments,
): DocumentsJson {
  return {
    client_notes: client_notes && openJson(key, notesField(booking_id), client_notes),
    published_recommendations:
      published_recommendations && openJson(key, publishedField(booking_id), published_recommendations),
  };
}

/** Opens a document as JSON in UTF-8, without parsing what was normalised before it was sealed. */
export function openJson(key: ClientKey, field: string, sealed: Uint8Array): Buffer {
  const json = key.openBytes(field, sealed);
  if (!json.subarray(0, REBUILT_BYTES.length).equals(REBUILT_BYTES))
    return Buffer.from(JSON.stringify(parseNotes(json.toString())));
  const start = REBUILT_BYTES.length - 1;
  json[start] = REBUILT_BYTES[0]!;
  return json.subarray(start);
}

/** Opens a sealed document. */
export function openDocument(key: ClientKey, field: string, sealed: Buffer): Delta {
  return JSON.parse(openJson(key, field, sealed).toString()) as Delta;
}
