import { Check } from 'lucide';
import { practice } from '#content/public/practice.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { formatDayTime } from '#domain/time/date-formats.ts';
import { blocksOf } from '#domain/text/rich-text.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** 'Nalini Brandt, Tue 8 Dec, 11:02 AM' */
const signatureText = ({ by, at }: { by: string; at: string }): string =>
  `${by}, ${formatDayTime(at, practice.zone)}`;

/** The words of a note, what was added to it, and who signed it. */
export function NoteText({ note, topHeading = 4 }: { note: SessionNote; topHeading?: 3 | 4 }) {
  return (
    <>
      <div className="note-body">
        <RichText topHeading={topHeading} blocks={blocksOf(note.body)} />
      </div>
      {note.addenda.map(({ id, body, signed }) => (
        <section key={id} className="note-addendum" aria-label={`Added by ${signatureText(signed)}`}>
          <p className="text-muted text-grid">Added by {signatureText(signed)}</p>
          <RichText topHeading={topHeading} blocks={blocksOf(body)} />
        </section>
      ))}
      {note.signed && (
        <p className="note-signed flex gap-1.5 items-center">
          <Icon of={Check} />
          Signed by {signatureText(note.signed)}
        </p>
      )}
    </>
  );
}
