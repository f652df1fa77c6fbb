import type { ReactNode } from 'react';
import { NotebookPen, Pencil, Plus } from 'lucide';
import { isEmptyNote } from '#domain/text/notes.ts';
import { NoteConflict } from '#web/editor/note-conflict.tsx';
import { NoteEditor } from '#web/editor/note-editor.tsx';
import { megabytes, sizeState } from '#web/editor/note-size.ts';
import { SavedNote } from '#web/bookings/notes/saved-note.tsx';
import type { Reflections } from '#web/bookings/notes/use-reflections.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { practice } from '#content/public/practice.ts';
import { formatShortDateAtTime } from '#domain/time/date-formats.ts';
import { openingOf, type StoredDraft } from '#web/bookings/notes/note-draft.ts';

/** Unsaved drafts, newest first. Two tabs can leave several; each stays until it is continued or discarded. */
function UnsavedDrafts({
  drafts,
  onContinue,
  onDiscard,
}: {
  drafts: readonly StoredDraft[];
  onContinue: (draft: StoredDraft) => void;
  onDiscard: (draft: StoredDraft) => void;
}) {
  const several = drafts.length > 1;
  return (
    <Banner tone="warn">
      <p>
        {several
          ? `You have ${drafts.length} unsaved drafts. They stay on this device for seven days.`
          : 'You have an unsaved draft. It stays on this device for seven days.'}
      </p>
      <ul className="grid gap-3 mt-2">
        {drafts.map((draft) => {
          const opening = openingOf(draft);
          return (
            <li key={draft.slot}>
              {several && (
                <p className="mb-1.5 wrap-anywhere">
                  <span className="text-xs text-muted">
                    {formatShortDateAtTime(new Date(draft.saved_at).toISOString(), practice.zone)}
                  </span>
                  <span className="block">{opening}</span>
                </p>
              )}
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  look="secondary"
                  aria-label={several ? `Continue writing: ${opening}` : undefined}
                  onClick={() => onContinue(draft)}
                >
                  Continue writing
                </Button>
                <Button
                  size="sm"
                  look="ghost"
                  aria-label={several ? `Discard: ${opening}` : undefined}
                  onClick={() => onDiscard(draft)}
                >
                  Discard
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

type Props = { reflections: Reflections };

/** 'Your Reflections' of one booking: the note, its editor, or the choice between two versions. */
export function ReflectionsSection({ reflections }: Props) {
  const { writing, current } = reflections;
  if (!writing) return <Note reflections={reflections} />;
  if (writing.serverVersion && current)
    return (
      <NoteConflict
        heading="Your Reflections"
        versions={{ 'The saved version': writing.serverVersion.client_notes, 'My version': current }}
      >
        <Banner tone="error">
          This note was changed elsewhere in the meantime. Please choose which version stays.
        </Banner>
        {reflections.error !== null && (
          <Banner tone="error" inSight>
            Your version could not be saved. Please try again.
          </Banner>
        )}
      </NoteConflict>
    );
  return (
    // Inert while saving, because changes would not be saved.
    <section inert={reflections.saving} className="grid gap-3">
      <Heading />
      <NoteEditor
        initial={writing.initial.notes}
        label="Your Reflections"
        kind="NOTE"
        onReady={reflections.editorReady}
        onChange={reflections.change}
      />
      <DraftStatus {...reflections.autosave} />
      {reflections.error && (
        <Banner tone="error" inSight>
          {reflections.error}
        </Banner>
      )}
    </section>
  );
}

/** The buttons while writing or choosing a version; they stay visible. */
export function ReflectionsButtons({ reflections }: Props) {
  const { writing, saving, tooLarge, save, cancel, keepMine, keepTheirs } = reflections;
  if (writing?.serverVersion)
    return (
      <>
        <Button look="secondary" disabled={saving} onClick={keepTheirs}>
          Keep the saved version
        </Button>
        <Button busy={saving} onClick={keepMine}>
          Save my version
        </Button>
      </>
    );
  return (
    <>
      <Button look="secondary" disabled={saving} onClick={cancel}>
        Cancel
      </Button>
      <Button disabled={!writing?.ready || tooLarge} busy={saving} onClick={save}>
        Save Notes
      </Button>
    </>
  );
}

function Note({ reflections }: Props) {
  const { stored, drafts, opener, edit, resume, discard } = reflections;
  const empty = isEmptyNote(stored);
  return (
    <section className="grid gap-3">
      <Heading>
        <Button
          ref={opener}
          look="secondary"
          size="sm"
          icon={empty ? <Icon of={Plus} /> : <Icon of={Pencil} />}
          onClick={edit}
        >
          {empty ? 'Add Notes' : 'Edit Notes'}
        </Button>
      </Heading>
      {drafts.length > 0 && <UnsavedDrafts drafts={drafts} onContinue={resume} onDiscard={discard} />}
      <SavedNote notes={stored} />
    </section>
  );
}

function Heading({ children }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-target flex-wrap items-center justify-between gap-3">
      <h3 className="flex items-center gap-2.5 text-lg">
        <Icon of={NotebookPen} className="text-sage" />
        Your Reflections
      </h3>
      {children}
    </div>
  );
}

/** Whether the draft is stored, and its size once it is large. */
function DraftStatus({ bytes, status }: { bytes: number; status: string }) {
  const size = sizeState(bytes);
  if (size === 'too-large')
    return (
      <Banner tone="error">
        These notes are {megabytes(bytes)}, more than the limit of 2 MB. Please remove a picture.
      </Banner>
    );
  return (
    <p className="min-h-5 text-xs text-muted">
      {status}
      {size === 'large' && ` · ${megabytes(bytes)} of 2 MB`}
    </p>
  );
}
