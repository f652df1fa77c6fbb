import { useState } from 'react';
import { Pencil } from 'lucide';
import type { NotesOfVisit } from '#contract/notes.schemas.ts';
import { isEmptyNote } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { DraftConflict } from '#staff/notes/draft-conflict.tsx';
import { savePinnedNote, storedPinned } from '#staff/notes/note-queries.ts';
import { SaveStatus } from '#staff/parts/save-status.tsx';
import { useDraft } from '#staff/parts/use-draft.ts';
import { NoteEditor } from '#web/editor/note-editor.tsx';
import { isSameNote } from '#web/editor/same-note.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** 'Important': what the practitioner sees before every visit of this client. */
export function PinnedNoteBox({
  visit,
  pinned_note,
}: Pick<NotesOfVisit, 'pinned_note'> & {
  visit: { client: Pick<NotesOfVisit['visit']['client'], 'id' | 'first_name'> };
}) {
  const { client } = visit;
  const [isEditing, setIsEditing] = useState(false);
  const draft = useDraft({
    stored: storedPinned(pinned_note),
    save: savePinnedNote(client.id),
    isSame: isSameNote,
  });
  const { saver, state } = draft;
  const close = async () => {
    const { kind } = await draft.flush();
    if (kind === 'SAVED') setIsEditing(false);
  };
  return (
    <section className="staff-box note-side" aria-labelledby="pinned-note">
      <header>
        <h2 id="pinned-note">Important</h2>
        {!isEditing && (
          <IconButton
            className="-mt-1.5 -mr-2 -mb-1.5 ml-auto"
            label={`Edit what is important about ${client.first_name}`}
            onClick={() => setIsEditing(true)}
          >
            <Icon of={Pencil} />
          </IconButton>
        )}
      </header>
      {state.kind === 'CONFLICT' ? (
        <DraftConflict mine={saver.body} theirs={state.theirs.body} onResolve={draft.resolve} />
      ) : isEditing ? (
        <>
          <NoteEditor
            isForStaff
            key={draft.editor_key}
            initial={saver.body}
            label="Important"
            placeholder="Allergies, the side door, how she likes the room."
            onReady={() => undefined}
            onChange={draft.change}
          />
          <footer>
            <SaveStatus state={state} isOnDevice={draft.isOnDevice} />
            <Button look="secondary" size="sm" onClick={() => void close()}>
              Done
            </Button>
          </footer>
        </>
      ) : isEmptyNote(saver.body) ? (
        <p className="text-muted">
          Nothing is pinned. What you pin shows before every visit; {client.first_name} never sees it.
        </p>
      ) : (
        <RichText topHeading={4} blocks={blocksOf(saver.body)} />
      )}
    </section>
  );
}
