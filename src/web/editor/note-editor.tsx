import '#web/ui/rich-text.css';
import './editor.css';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Bold, Heading, type IconNode, Italic, Link, List, ListOrdered, Underline } from 'lucide';
import type { Delta } from '#domain/text/notes.ts';
import type { DocumentKind } from '#domain/text/safe-sources.ts';
import { LinkForm } from '#web/editor/link-form.tsx';
import type { ActiveFormats, MountedQuill, mountQuill, Toggle } from '#web/editor/mount-quill.ts';
import { Banner } from '#web/ui/banner.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { FailedState } from '#web/ui/states.tsx';
import { Icon } from '#web/ui/icon.tsx';

export const TOGGLES: readonly { name: Toggle; label: string; icon: IconNode; key?: string }[] = [
  { name: 'bold', label: 'Bold', icon: Bold, key: 'Control+B' },
  { name: 'italic', label: 'Italic', icon: Italic, key: 'Control+I' },
  { name: 'underline', label: 'Underline', icon: Underline, key: 'Control+U' },
  { name: 'ordered', label: 'Ordered list', icon: ListOrdered },
  { name: 'bullet', label: 'Bullet list', icon: List },
];

const HEADING = { name: 'heading', label: 'Heading', icon: Heading } as const;
const TOGGLES_OF_STAFF: typeof TOGGLES = [HEADING, ...TOGGLES];

const PLAIN: ActiveFormats = { toggles: new Set(), link: null };

type NoteEditorProps = {
  /** The initial content; later changes of this prop are ignored. */
  initial: Delta;
  label: string;
  /** What the document may load while it is written; by default nothing, so that pictures elsewhere and videos are links. */
  kind?: DocumentKind;
  placeholder?: string;
  /** Whether it has the focus from the start; true by default. */
  takesFocus?: boolean;
  /** Of a page that shows what it is about above: headings, and it stays where it is when it gets the focus. */
  isForStaff?: boolean;
  /** Other buttons than those of notes. */
  tools?: typeof TOGGLES;
  /** After the buttons. */
  moreTools?: ReactNode;
  /** Another editor than that of notes. */
  loadEditor?: () => Promise<typeof mountQuill>;
  /** Where the cursor begins, in characters; at the end by default. */
  cursor?: number | undefined;
  onReady: () => void;
  onChange: (notes: Delta) => void;
};

const loadQuill = async () => (await import('#web/editor/mount-quill.ts')).mountQuill;

/** The rich-text editor for notes with its toolbar (product.md §2.14, §5.12, §9.7). Quill is loaded on demand. */
export function NoteEditor({
  initial,
  label,
  kind = 'SELF_CONTAINED',
  placeholder = 'Add your notes here...',
  takesFocus = true,
  isForStaff = false,
  tools = isForStaff ? TOGGLES_OF_STAFF : TOGGLES,
  moreTools,
  loadEditor = loadQuill,
  cursor,
  onReady,
  onChange,
}: NoteEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [quill, setQuill] = useState<MountedQuill | null>(null);
  const [formats, setFormats] = useState(PLAIN);
  const [editsLink, setEditsLink] = useState(false);
  const [badPicture, setBadPicture] = useState(false);
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const linkFormId = useId();
  // The current callbacks, for an editor that is created once.
  const events = useRef({ initial, takesFocus, isForStaff, loadEditor, cursor, onReady, onChange });
  useEffect(() => {
    events.current = { ...events.current, onReady, onChange };
  });

  useEffect(() => {
    const outer = place.current;
    if (!outer) return;
    let gone = false;
    const mount = async () => {
      try {
        const mountEditor = await events.current.loadEditor();
        if (gone) return;
        // In a child element that can be removed, because Quill cannot be destroyed.
        const inner = document.createElement('div');
        outer.append(inner);
        const mounted = mountEditor(
          inner,
          {
            initial: events.current.initial,
            label,
            kind,
            placeholder,
            takesFocus: events.current.takesFocus,
            cursor: events.current.cursor,
          },
          {
            onChange: (notes) => {
              events.current.initial = notes;
              events.current.cursor = undefined;
              setBadPicture(false);
              events.current.onChange(notes);
            },
            onFormats: setFormats,
            onBadPicture: () => setBadPicture(true),
          },
        );
        setQuill(mounted);
        setFailed(false);
        if (events.current.takesFocus) {
          mounted.focus();
          if (!events.current.isForStaff) outer.parentElement?.scrollIntoView({ block: 'nearest' });
        }
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
  }, [label, kind, placeholder, tries]);

  return (
    <div className="grid gap-3">
      <div className="note-editor">
        <div role="toolbar" aria-label="Text style" className="note-tools">
          {tools.map(({ name, label: title, icon, key }) => (
            <button
              key={name}
              type="button"
              title={title}
              aria-label={title}
              aria-keyshortcuts={key}
              aria-pressed={formats.toggles.has(name)}
              disabled={!quill}
              className={classNames('btn-icon', name === 'ordered' && 'ml-2.5')}
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => quill?.toggle(name)}
            >
              <Icon of={icon} />
            </button>
          ))}
          <button
            type="button"
            title="Link"
            aria-label="Link"
            aria-expanded={editsLink}
            aria-controls={linkFormId}
            aria-pressed={formats.link !== null}
            disabled={!quill}
            className="btn-icon"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setEditsLink(!editsLink)}
          >
            <Icon of={Link} />
          </button>
          {moreTools}
        </div>
        <div id={linkFormId}>
          {editsLink && quill && (
            <LinkForm
              current={formats.link}
              onDone={(href) => {
                setEditsLink(false);
                quill.setLink(href);
              }}
              onCancel={() => {
                setEditsLink(false);
                quill.focus();
              }}
            />
          )}
        </div>
        <div ref={place} className="note-area" />
        {!quill && !failed && <Spinner className="absolute inset-x-0 top-13.5 bottom-0" />}
        {failed && (
          <FailedState
            message="Couldn’t load the editor. Please check your connection."
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
