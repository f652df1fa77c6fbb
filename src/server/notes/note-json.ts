import type { PinnedNote, SessionNote } from '#contract/notes.schemas.ts';
import { openJson } from '../bookings/sealed-documents.ts';
import { draftField, noteField, pinnedField, publishedField } from '../bookings/sealed-fields.ts';
import type { LatestSuggestion } from '../bookings/suggestions-store.ts';
import type { ClientKey } from '../runtime/keyring.ts';
import { signatureOf } from './present-note.ts';
import { nextStep, presentFacts } from './present-recommendation.ts';
import type { NoteRow, RecommendationRow } from './store.ts';

// Notes as pieces of JSON. A document can have 2 MB and is copied as it was stored, without being parsed.

export type Part = string | Buffer;

/** An object that begins with these facts and one document; `end` follows the document. */
export const withDocument = (facts: object, name: string, document: Part, end: string): Part[] => {
  const begin = JSON.stringify(facts).slice(0, -1);
  return [`${begin}${begin === '{' ? '' : ','}"${name}":`, document, end];
};

/** The note of one visit with its addenda, and `more` facts about it; null if there is none. */
export function noteJson(
  key: ClientKey,
  rows: readonly NoteRow[],
  bodies: ReadonlyMap<string, Buffer>,
  more: object = {},
): Part[] {
  const note = rows.find(({ amends }) => amends === null);
  if (!note) return ['null'];
  const bodyOf = (id: string) => openJson(key, noteField(id), bodies.get(id)!);
  const facts = {
    version: note.version,
    updated_at: note.updated_at.toISOString(),
    signed: signatureOf(note),
    ...more,
  } satisfies Omit<SessionNote, 'body' | 'addenda'>;
  const addenda = rows.filter(({ amends }) => amends === note.id);
  return [
    ...withDocument(facts, 'body', bodyOf(note.id), ',"addenda":['),
    ...addenda.flatMap((row, n) => [
      n > 0 ? ',' : '',
      ...withDocument({ id: row.id, signed: signatureOf(row) }, 'body', bodyOf(row.id), '}'),
    ]),
    ']}',
  ];
}

/** The note that is pinned to a client; null if there is none. */
export function pinnedJson(
  key: ClientKey,
  user_id: string,
  pinned: { body: Buffer; version: number; updated_at: Date } | undefined,
): Part[] {
  if (!pinned) return ['null'];
  const { version, updated_at } = pinned;
  const facts = { version, updated_at: updated_at.toISOString() } satisfies Omit<PinnedNote, 'body'>;
  return withDocument(facts, 'body', openJson(key, pinnedField(user_id), pinned.body), '}');
}

type SealedRecommendation = Pick<
  RecommendationRow,
  'id' | 'version' | 'suggestion_draft' | 'published_at' | 'republished_at' | 'withdrawn_at'
> & { draft: Buffer | null; published: Buffer | null };

/** The recommendation of a visit, with the latest suggestion that belongs to it. */
export function recommendationJson(
  key: ClientKey,
  row: SealedRecommendation,
  suggestion: LatestSuggestion | undefined,
): Part[] {
  const { id, draft, published } = row;
  return [
    ...withDocument(
      { ...presentFacts(row, suggestion), next_step: nextStep(key, row, suggestion) },
      'draft',
      draft ? openJson(key, draftField(id), draft) : 'null',
      ',"published":',
    ),
    published ? openJson(key, publishedField(id), published) : 'null',
    '}',
  ];
}
