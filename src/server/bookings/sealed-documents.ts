import { parseNotes } from '#domain/notes.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { notesField, publishedField } from './sealed-fields.ts';

/**
 * Begins the text of a document that was rebuilt from the present allow-list when it was sealed. Raise the number when
 * the rules of domain/notes.ts become stricter: documents with another beginning are rebuilt each time they are read.
 */
const REBUILT = '{"rules":2,';
const REBUILT_BYTES = Buffer.from(REBUILT);

/** Seals a document that `noteToStore` or `parseNotes` has rebuilt. */
export function sealDocument(key: ClientKey, field: string, document: Delta): Buffer {
  return key.seal(field, REBUILT + JSON.stringify(document).slice(1));
}

/** The documents of a booking as they are stored; null where there is none. */
export type SealedDocuments = {
  client_notes: Uint8Array<ArrayBuffer> | null;
  published_recommendations: Uint8Array<ArrayBuffer> | null;
};
/** The same as JSON in UTF-8, as the wire has them. */
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

/** What was rebuilt when it was sealed is neither parsed nor read as text. */
function openJson(key: ClientKey, field: string, sealed: Uint8Array): Buffer {
  const json = key.openBytes(field, sealed);
  if (!json.subarray(0, REBUILT_BYTES.length).equals(REBUILT_BYTES))
    return Buffer.from(JSON.stringify(parseNotes(json.toString())));
  const start = REBUILT_BYTES.length - 1;
  json[start] = REBUILT_BYTES[0]!;
  return json.subarray(start);
}

/** Opens a sealed document and rebuilds it. */
export function openDocument(key: ClientKey, field: string, sealed: Buffer): Delta {
  return parseNotes(key.open(field, sealed)) as Delta;
}
