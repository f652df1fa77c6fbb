import { useEffect, useRef } from 'react';
import { type Delta, isEmptyNote } from '#domain/notes.ts';
import { blocksOf } from '#domain/rich-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Two texts of one note, of which one device knew nothing of the other. Nothing is lost before she chooses. */
export function NoteConflict({
  mine,
  theirs,
  onResolve,
}: {
  mine: Delta;
  theirs: Delta;
  onResolve: (body: Delta) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="note-conflict">
      <h3 ref={heading} tabIndex={-1}>
        This note was changed on another device
      </h3>
      <Banner tone="warn">Both texts are here. Please choose what stays.</Banner>
      <div className="note-versions">
        <Version title="Mine, typed here" body={mine} />
        <Version title="Theirs, saved meanwhile" body={theirs} />
      </div>
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

function Version({ title, body }: { title: string; body: Delta }) {
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      {isEmptyNote(body) ? (
        <p className="text-muted">Nothing</p>
      ) : (
        <RichText topHeading={4} blocks={blocksOf(body)} />
      )}
    </section>
  );
}
