import './notes.css';

import { useEffect, useId, useRef, useState } from 'react';
import type { Delta } from '#domain/notes.ts';
import { LinkForm } from '#web/bookings/notes/link-form.tsx';
import type { FormatsHere, MountedQuill, Toggle } from '#web/bookings/notes/mount-quill.ts';
import { Banner } from '#web/ui/banner.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { BoldIcon } from '#web/ui/icons/bold.tsx';
import { ItalicIcon } from '#web/ui/icons/italic.tsx';
import type { LineIconComponent } from '#web/ui/icons/line-icon.tsx';
import { LinkIcon } from '#web/ui/icons/link.tsx';
import { ListOrderedIcon } from '#web/ui/icons/list-ordered.tsx';
import { ListIcon } from '#web/ui/icons/list.tsx';
import { UnderlineIcon } from '#web/ui/icons/underline.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';

const TOGGLES: readonly { name: Toggle; label: string; icon: LineIconComponent; key?: string }[] = [
  { name: 'bold', label: 'Bold', icon: BoldIcon, key: 'Control+B' },
  { name: 'italic', label: 'Italic', icon: ItalicIcon, key: 'Control+I' },
  { name: 'underline', label: 'Underline', icon: UnderlineIcon, key: 'Control+U' },
  { name: 'ordered', label: 'Ordered list', icon: ListOrderedIcon },
  { name: 'bullet', label: 'Bullet list', icon: ListIcon },
];

const PLAIN: FormatsHere = { toggles: new Set(), link: null };

type NoteEditorProps = {
  /** What stands in it at first; later changes of this are not looked at. */
  initial: Delta;
  label: string;
  onReady: () => void;
  onChange: (notes: Delta) => void;
};

/** The rich-text editor of notes with its toolbar (product.md §2.14, §5.12, §9.7). The editor is loaded on demand. */
export function NoteEditor({ initial, label, onReady, onChange }: NoteEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [quill, setQuill] = useState<MountedQuill | null>(null);
  const [formats, setFormats] = useState(PLAIN);
  const [asksLink, setAsksLink] = useState(false);
  const [badPicture, setBadPicture] = useState(false);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const linkFormId = useId();
  // The newest of each, for an editor that is made once.
  const events = useRef({ initial, onReady, onChange });
  useEffect(() => {
    events.current = { ...events.current, onReady, onChange };
  });

  useEffect(() => {
    const outer = place.current;
    if (!outer) return;
    let gone = false;
    const mount = async () => {
      try {
        const { mountQuill } = await import('#web/bookings/notes/mount-quill.ts');
        if (gone) return;
        // In a child of its own, which can be thrown away: the editor has no end of its own.
        const inner = document.createElement('div');
        outer.append(inner);
        const mounted = mountQuill(
          inner,
          { initial: events.current.initial, label, placeholder: 'Add your notes here...' },
          {
            onChange: (notes) => {
              events.current.initial = notes;
              setBadPicture(false);
              events.current.onChange(notes);
            },
            onFormats: setFormats,
            onBadPicture: () => setBadPicture(true),
          },
        );
        setQuill(mounted);
        setFailed(false);
        mounted.focus();
        outer.parentElement?.scrollIntoView({ block: 'nearest' });
        events.current.onReady();
      } catch {
        if (!gone) setFailed(true);
      }
    };
    void mount();
    return () => {
      gone = true;
      outer.replaceChildren();
      setQuill(null);
    };
  }, [label, tries]);

  return (
    <div className="grid gap-3">
      <div className="note-editor">
        <div role="toolbar" aria-label="Text style" className="note-tools">
          {TOGGLES.map(({ name, label: words, icon: Icon, key }) => (
            <button
              key={name}
              type="button"
              title={words}
              aria-label={words}
              aria-keyshortcuts={key}
              aria-pressed={formats.toggles.has(name)}
              disabled={!quill}
              className={classNames('btn-icon', name === 'ordered' && 'note-tools-apart')}
              // The selection stays where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => quill?.toggle(name)}
            >
              <Icon />
            </button>
          ))}
          <button
            type="button"
            title="Link"
            aria-label="Link"
            aria-expanded={asksLink}
            aria-controls={linkFormId}
            aria-pressed={formats.link !== null}
            disabled={!quill}
            className="btn-icon"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setAsksLink(!asksLink)}
          >
            <LinkIcon />
          </button>
        </div>
        <div id={linkFormId}>
          {asksLink && quill && (
            <LinkForm
              current={formats.link}
              onDone={(href) => {
                setAsksLink(false);
                quill.setLink(href);
              }}
              onCancel={() => {
                setAsksLink(false);
                quill.focus();
              }}
            />
          )}
        </div>
        <div ref={place} className="note-area" />
        {!quill && !failed && <Spinner className="note-waiting" />}
        {failed && (
          <FailedState
            message="The editor could not be loaded. Are you connected?"
            onRetry={() => {
              setFailed(false);
              setTries(tries + 1);
            }}
          />
        )}
      </div>
      {badPicture && (
        <Banner tone="error">This picture could not be read. Please choose a PNG or JPEG file.</Banner>
      )}
    </div>
  );
}
