import './editor.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { isEmptyNote, type Notes } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { RichText } from '#web/ui/rich-text.tsx';

/**
 * Two versions of a note to choose from, so that neither overwrites the other silently (rules.md §7). `versions` are
 * titles and texts in the order in which they are read, `below` what belongs to a text; `children` say what happened.
 */
export function NoteConflict({
  heading,
  versions,
  below = {},
  children,
}: {
  heading: string;
  versions: Readonly<Record<string, Notes>>;
  below?: Readonly<Record<string, ReactNode>> | undefined;
  children: ReactNode;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="grid gap-4">
      <h3 className="text-lg" ref={title} tabIndex={-1}>
        {heading}
      </h3>
      {children}
      <div className="note-versions grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] gap-4">
        {Object.entries(versions).map(([name, notes]) => (
          <section
            className="min-w-0 p-4 border border-line rounded-inner bg-surface"
            key={name}
            aria-label={name}
          >
            <h4>{name}</h4>
            {isEmptyNote(notes) ? <p>No notes</p> : <RichText topHeading={4} blocks={blocksOf(notes)} />}
            {below[name]}
          </section>
        ))}
      </div>
    </section>
  );
}
