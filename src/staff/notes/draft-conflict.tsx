import type { Delta } from '#domain/notes.ts';
import { NoteConflict } from '#web/editor/note-conflict.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Two texts of one note, each written on a device that did not know of the other. */
export function DraftConflict({
  mine,
  theirs,
  onResolve,
}: {
  mine: Delta;
  theirs: Delta;
  onResolve: (body: Delta) => void;
}) {
  return (
    <div className="draft-conflict">
      <NoteConflict
        heading="This note was changed on another device"
        versions={{ 'Mine, typed here': mine, 'Theirs, saved meanwhile': theirs }}
      >
        <Banner tone="warn">Both texts are here. Please choose what stays.</Banner>
      </NoteConflict>
      <div className="note-choices">
        <Button look="secondary" onClick={() => onResolve(mine)}>
          Keep mine
        </Button>
        <Button look="secondary" onClick={() => onResolve(theirs)}>
          Keep theirs
        </Button>
        <Button onClick={() => onResolve({ ops: [...theirs.ops, ...mine.ops] })}>Put mine below</Button>
      </div>
    </div>
  );
}
