import { useState } from 'react';
import { staffAddToSessionNote } from '#contract/staff.calls.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { type Delta, isEmptyNote } from '#domain/text/notes.ts';
import { useOnline } from '#staff/api/use-online.ts';
import { ActionFailure } from '#staff/parts/action-failure.tsx';
import { useAction } from '#staff/parts/use-action.ts';
import { NoteEditor } from '#web/editor/note-editor.tsx';
import { Button } from '#web/ui/button.tsx';

type AddendumFormProps = {
  booking_id: string;
  /** What was typed before. */
  initial?: Delta;
  onTyped: (body: Delta) => void;
  onClose: () => void;
  onAdded: (note: SessionNote) => void;
};

const EMPTY: Delta = { ops: [] };

/** Adds to a signed note. What is added is signed at once. */
export function AddendumForm({ booking_id, initial = EMPTY, onTyped, onClose, onAdded }: AddendumFormProps) {
  const isOnline = useOnline();
  const add = useAction();
  const [body, setBody] = useState(initial);
  const [isReady, setIsReady] = useState(false);
  return (
    <div className="note-adding grid gap-3.5 px-4.5 pb-4" inert={add.isPending}>
      <NoteEditor
        isForStaff
        initial={initial}
        label="Add to this note"
        placeholder="What do you want to add?"
        onReady={() => setIsReady(true)}
        onChange={(typed) => {
          setBody(typed);
          onTyped(typed);
        }}
      />
      <ActionFailure action={add} />
      <div className="flex flex-wrap gap-2.5 justify-end">
        <Button look="secondary" onClick={onClose}>
          Not now
        </Button>
        <Button
          busy={add.isPending}
          disabled={!isReady || !isOnline || isEmptyNote(body)}
          onClick={() =>
            add.run(
              staffAddToSessionNote,
              { params: { id: booking_id }, body: { body: JSON.stringify(body) } },
              { done: onAdded },
            )
          }
        >
          Sign and add
        </Button>
      </div>
    </div>
  );
}
