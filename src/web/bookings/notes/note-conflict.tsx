import { useEffect, useRef } from 'react';
import { isEmptyNote, type Notes } from '#domain/notes.ts';
import { blocksOf } from '#domain/rich-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Two versions of a note to choose from, so that neither overwrites the other silently (rules.md §7). */
export function NoteConflict({
  mine,
  theirs,
  failed,
}: {
  mine: Notes;
  theirs: Notes;
  /** Saving mine failed. */
  failed: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        Your Reflections
      </h3>
      <Banner tone="error">
        This note was changed elsewhere in the meantime. Please choose which version stays.
      </Banner>
      {failed && (
        <Banner tone="error" inSight>
          Your version could not be saved. Please try again.
        </Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title="The saved version" notes={theirs} />
        <Version title="My version" notes={mine} />
      </div>
    </section>
  );
}

function Version({ title, notes }: { title: string; notes: Notes }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-inner border border-line p-4">
      <h4 className="mb-2 text-sm text-muted">{title}</h4>
      {isEmptyNote(notes) ? (
        <p className="text-muted">No notes</p>
      ) : (
        <RichText topHeading={4} blocks={blocksOf(notes)} />
      )}
    </section>
  );
}
