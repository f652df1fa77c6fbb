import { type KeyboardEvent, useState } from 'react';
import { Lock, Plus } from 'lucide';
import { noteTemplates } from '#content/public/note-templates.ts';
import type { SessionNote } from '#contract/notes.schemas.ts';
import { type Delta, isEmptyNote } from '#domain/text/notes.ts';
import type { DeviceDraft, DeviceDrafts } from '#staff/api/device-drafts.ts';
import { AddendumForm } from '#staff/notes/addendum-form.tsx';
import { DraftConflict } from '#staff/notes/draft-conflict.tsx';
import { type NoteSubject, saveSessionNote, storedNote } from '#staff/notes/note-queries.ts';
import { SaveStatus } from '#staff/parts/save-status.tsx';
import { NoteText } from '#staff/notes/signed-note.tsx';
import { onDevice, useDraft } from '#staff/parts/use-draft.ts';
import { NoteEditor } from '#web/editor/note-editor.tsx';
import { noteBytes, sizeState } from '#web/editor/note-size.ts';
import { isSameNote } from '#web/editor/same-note.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, TextButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { staffSignSessionNote } from '#contract/staff.calls.ts';
import { ActionSheet } from '#staff/parts/action-sheet.tsx';
import { useAction } from '#staff/parts/use-action.ts';

type SignSheetProps = {
  booking_id: string;
  version: number;
  onClose: () => void;
  onSigned: (note: SessionNote) => void;
};

/** Asks before a note becomes final. */
function SignSheet({ booking_id, version, onClose, onSigned }: SignSheetProps) {
  const sign = useAction();
  return (
    <ActionSheet
      action={sign}
      title="Sign this note?"
      subtitle="After that you can only add to it."
      confirm="Sign"
      onClose={onClose}
      onConfirm={() =>
        sign.run(staffSignSessionNote, { params: { id: booking_id }, body: { version } }, { done: onSigned })
      }
    />
  );
}

/** The name of what is typed below a signed note, in this browser. */
export const addendumDraft = (booking_id: string): string => `addendum:${booking_id}`;

type SessionNoteCardProps = {
  visit: NoteSubject;
  note: SessionNote | null;
  /** What was typed in this browser and did not reach the server. */
  draft: DeviceDraft | null;
  /** What was typed below the signed note. */
  addendum: DeviceDraft | null;
  drafts: DeviceDrafts;
  onChanged: (note: SessionNote) => void;
};

/** 'For you': the note of a visit or a contact, which its client never sees. */
export function SessionNoteCard({ visit, note, draft, addendum, drafts, onChanged }: SessionNoteCardProps) {
  const [late, setLate] = useState(note?.signed && draft ? draft.body : null);
  return (
    <section className="staff-box note-card is-mine" aria-labelledby={`note-${visit.booking_id}`}>
      <header>
        <Icon of={Lock} />
        <h2 id={`note-${visit.booking_id}`}>For you: {visit.contact ? 'note' : 'session note'}.</h2>
        <p>{visit.client.first_name} never sees this.</p>
        {!note?.signed && <span className="note-draft">Draft</span>}
      </header>
      {note?.signed ? (
        <Signed
          visit={visit}
          note={note}
          late={late}
          typed={addendum?.body ?? null}
          drafts={drafts}
          onChanged={onChanged}
          onSettled={() => void drafts.drop(visit.booking_id)}
        />
      ) : (
        <Draft
          {...{ visit, note, draft, drafts }}
          onSigned={onChanged}
          onSignedElsewhere={(signed, typed) => {
            setLate(typed);
            onChanged(signed);
          }}
        />
      )}
    </section>
  );
}

function Signed({
  visit,
  note,
  late,
  typed,
  drafts,
  onChanged,
  onSettled,
}: Pick<SessionNoteCardProps, 'visit' | 'drafts' | 'onChanged'> & {
  note: SessionNote;
  /** Typed while another device signed the note. */
  late: Delta | null;
  /** Typed below it, and not added yet. */
  typed: Delta | null;
  /** The late text is added or given up. */
  onSettled: () => void;
}) {
  const initial = typed ?? late;
  const [isAdding, setIsAdding] = useState(initial !== null);
  const [device] = useState(() => onDevice<Delta>({ drafts, name: addendumDraft(visit.booking_id) }));
  const close = () => {
    setIsAdding(false);
    device.forget();
    onSettled();
  };
  return (
    <>
      <NoteText note={note} />
      {late && isAdding && (
        <Banner tone="warn" inSight>
          This note was signed on another device while you typed. You can add your text to it.
        </Banner>
      )}
      {isAdding ? (
        <AddendumForm
          booking_id={visit.booking_id}
          {...(initial ? { initial } : {})}
          onTyped={(body) => device.keep(body, note.version)}
          onClose={close}
          onAdded={(added) => {
            close();
            onChanged(added);
          }}
        />
      ) : (
        <footer>
          <TextButton className="act" onClick={() => setIsAdding(true)}>
            Add to it
          </TextButton>
        </footer>
      )}
    </>
  );
}

type DraftProps = Omit<SessionNoteCardProps, 'addendum' | 'onChanged'> & {
  onSigned: (note: SessionNote) => void;
  onSignedElsewhere: (note: SessionNote, typed: Delta) => void;
};

function Draft({ visit, note, draft: kept, drafts, onSigned, onSignedElsewhere }: DraftProps) {
  const [signs, setSigns] = useState(false);
  const [isReady, setIsReady] = useState(false);
  const draft = useDraft({
    stored: storedNote(note),
    save: saveSessionNote(visit, (signed) => onSignedElsewhere(signed, draft.saver.body)),
    isSame: isSameNote,
    device: { kept, drafts, name: visit.booking_id },
  });
  const { saver, state } = draft;
  const isEmpty = isEmptyNote(saver.body);
  const isTooLarge = sizeState(noteBytes(saver.body)) === 'too-large';

  const askToSign = async () => {
    if (isEmptyNote(saver.body)) return;
    const { kind } = await draft.flush();
    if (kind === 'SAVED') setSigns(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    if (event.key === 's') void draft.flush();
    else if (event.key === 'Enter') void askToSign();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (state.kind === 'CONFLICT')
    return <DraftConflict mine={saver.body} theirs={state.theirs.body} onResolve={draft.resolve} />;
  return (
    // Before the editor, to which Enter is a new line.
    <div onKeyDownCapture={onKeyDown}>
      {isEmpty && (
        <div className="px-4.5 pb-2 text-muted text-grid">
          <p>No note yet. Start with a template or just write.</p>
          <div className="acts">
            {noteTemplates.map(({ name, headings }) => (
              <TextButton
                key={name}
                className="act"
                // Below the first heading.
                onClick={() => draft.replace(templateOf(headings), headings[0]!.length + 1)}
              >
                <Icon of={Plus} className="size-em" />
                {name}
              </TextButton>
            ))}
          </div>
        </div>
      )}
      <NoteEditor
        isForStaff
        key={draft.editor_key}
        initial={draft.initial}
        cursor={draft.cursor}
        label={visit.contact ? 'Note' : 'Session note'}
        placeholder="Write what you want to remember."
        onReady={() => setIsReady(true)}
        onChange={draft.change}
      />
      {isTooLarge && <Banner tone="error">This note is larger than 2 MB. Please remove a picture.</Banner>}
      <footer>
        <SaveStatus state={state} isOnDevice={draft.isOnDevice} />
        <Button
          look="soft"
          aria-keyshortcuts="Control+Enter"
          disabled={!isReady || isEmpty || isTooLarge}
          onClick={() => void askToSign()}
        >
          Sign
        </Button>
      </footer>
      {signs && (
        <SignSheet
          booking_id={visit.booking_id}
          version={saver.version}
          onClose={() => setSigns(false)}
          onSigned={onSigned}
        />
      )}
    </div>
  );
}

/** Headings to write under. */
const templateOf = (headings: readonly string[]): Delta => ({
  ops: headings.flatMap((heading) => [
    { insert: heading },
    { insert: '\n', attributes: { header: 3 } },
    { insert: '\n' },
  ]),
});
