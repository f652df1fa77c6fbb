import { emptyTexts } from '#content/public/empty-texts.ts';
import { isEmptyNote, type Notes } from '#domain/text/notes.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { SproutArt } from '#web/art/leaf.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EmptyState } from '#web/ui/states.tsx';

/** The client's saved note. */
export function SavedNote({ notes }: { notes: Notes }) {
  return (
    <div className="rounded-inner border border-line px-6 py-4">
      {isEmptyNote(notes) ? (
        <EmptyState art={<SproutArt className="mx-auto max-w-24" />} className="py-2">
          <p className="text-ink">{emptyTexts.notes.title}</p>
          <p>{emptyTexts.notes.line}</p>
        </EmptyState>
      ) : (
        <RichText topHeading={4} blocks={blocksOf(notes, 'NOTE')} />
      )}
    </div>
  );
}
