import { NOTES_LIMIT } from '#contract/call.ts';
import type { Delta } from '#domain/text/notes.ts';

/** For the rest of the request, in bytes. */
const ENVELOPE_BYTES = 128;
/** From this share of the limit on, the size is shown while typing. */
const SHOW_SIZE_FROM = 0.6;

/** Size of a note on the wire in bytes: JSON text inside a JSON body (product.md §7.1.5). */
export function noteBytes(notes: Delta): number {
  return new TextEncoder().encode(JSON.stringify(JSON.stringify(notes))).length + ENVELOPE_BYTES;
}

/** Whether a note is small, large, or too large to be saved (rules.md §7: 2 MB). */
export function sizeState(bytes: number): 'fine' | 'large' | 'too-large' {
  if (bytes > NOTES_LIMIT) return 'too-large';
  return bytes > NOTES_LIMIT * SHOW_SIZE_FROM ? 'large' : 'fine';
}

/** "1.4 MB" */
export const megabytes = (bytes: number): string => `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
