import type { Delta as StoredDelta } from '#contract/bookings.schemas.ts';
import type { Delta } from '#domain/text/notes.ts';
import type { NoteDraft, StoredDraft } from '#web/bookings/notes/note-draft.ts';

/** A note as stored by the server. */
export type StoredNote = { client_notes: StoredDelta | null; notes_updated_at: string | null };

type Writing = {
  /** Where the current draft is stored. */
  slot: string;
  /** The initial content of the editor, and the draft that it resumes, if any. */
  initial: NoteDraft;
  resumed: StoredDraft | null;
  /** The content of the editor; null until something is typed. */
  typed: Delta | null;
  /** The editor has loaded. */
  ready: boolean;
  /** The note on the server, if it was changed elsewhere: then the client chooses between the two. */
  serverVersion: StoredNote | null;
};

export type ReflectionsState = {
  /** Drafts from earlier or from another tab, newest first; shown, but never in place of the note. */
  drafts: readonly StoredDraft[];
  /** Null while the note is only shown. */
  writing: Writing | null;
};

export type ReflectionsAction =
  | { type: 'write'; slot: string; draft: NoteDraft; resumed: StoredDraft | null }
  | { type: 'editorReady' }
  | { type: 'change'; notes: Delta }
  | { type: 'conflict'; serverVersion: StoredNote }
  | { type: 'show'; drafts: readonly StoredDraft[] }
  | { type: 'discard'; draft: StoredDraft };

export function reflectionsReducer(state: ReflectionsState, action: ReflectionsAction): ReflectionsState {
  const change = (writing: Partial<Writing>): ReflectionsState =>
    state.writing ? { ...state, writing: { ...state.writing, ...writing } } : state;
  switch (action.type) {
    case 'write': {
      const { slot, resumed, draft } = action;
      const initial = { notes: draft.notes, base_updated_at: draft.base_updated_at };
      return {
        ...state,
        writing: { slot, initial, resumed, typed: null, ready: false, serverVersion: null },
      };
    }
    case 'editorReady':
      return change({ ready: true });
    case 'change':
      return change({ typed: action.notes });
    case 'conflict':
      return change({ serverVersion: action.serverVersion });
    case 'show':
      return { drafts: action.drafts, writing: null };
    case 'discard':
      return { ...state, drafts: state.drafts.filter((each) => each !== action.draft) };
  }
}
