import { parseNotes } from '#domain/notes.ts';
import type { Delta } from '#contract/bookings.schemas.ts';
import type { ClientKey } from '../keyring.ts';

/**
 * Begins the text of a document that was rebuilt from the present allow-list when it was sealed. Raise the number when
 * the rules of domain/notes.ts become stricter: documents with another beginning are rebuilt each time they are read.
 */
const REBUILT = '{"rules":2,';

/** Seals a document that `noteToStore` or `parseNotes` has rebuilt. */
export function sealDocument(key: ClientKey, field: string, document: Delta): Buffer {
  return key.seal(field, REBUILT + JSON.stringify(document).slice(1));
}

/** The JSON text of a sealed document, as the wire has it. Text that was rebuilt when it was sealed is not parsed. */
export function openDocumentText(key: ClientKey, field: string, sealed: Buffer): string {
  const text = key.open(field, sealed);
  return text.startsWith(REBUILT) ? `{${text.slice(REBUILT.length)}` : JSON.stringify(parseNotes(text));
}

/** Opens a sealed document and rebuilds it. */
export function openDocument(key: ClientKey, field: string, sealed: Buffer): Delta {
  return parseNotes(key.open(field, sealed)) as Delta;
}
