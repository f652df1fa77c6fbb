import type { ReactNode } from 'react';
import type { Delta } from '#domain/text/notes.ts';
import { NoteConflict } from '#web/editor/note-conflict.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

type DraftConflictProps = {
  what?: 'note' | 'post';
  mine: Delta;
  theirs: Delta;
  /** What belongs to each text, and stands below it. */
  below?: { mine: ReactNode; theirs: ReactNode };
  onResolve: (body: Delta, keeps: 'MINE' | 'THEIRS' | 'BOTH') => void;
};

const MINE = 'Mine, typed here';
const THEIRS = 'Theirs, saved meanwhile';

/** Two texts of one document, each written on a device that did not know of the other. */
export function DraftConflict({ what = 'note', mine, theirs, below, onResolve }: DraftConflictProps) {
  return (
    <div className="grid gap-3.5 px-4.5 pb-4">
      <NoteConflict
        heading={`This ${what} was changed on another device`}
        versions={{ [MINE]: mine, [THEIRS]: theirs }}
        below={below && { [MINE]: below.mine, [THEIRS]: below.theirs }}
      >
        <Banner tone="warn">Both texts are here. Please choose what stays.</Banner>
      </NoteConflict>
      <div className="flex flex-wrap gap-2.5 justify-end">
        <Button look="secondary" onClick={() => onResolve(mine, 'MINE')}>
          Keep mine
        </Button>
        <Button look="secondary" onClick={() => onResolve(theirs, 'THEIRS')}>
          Keep theirs
        </Button>
        <Button onClick={() => onResolve({ ops: [...theirs.ops, ...mine.ops] }, 'BOTH')}>
          Put mine below
        </Button>
      </div>
    </div>
  );
}
